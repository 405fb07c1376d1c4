// Around here: two steps back, the present, what may come next, and how much comes after that.

import { $, esc, own, put } from './dom.js';
import { cut, isEmpty } from './pieces.js';
import { eventNamed, state, stepsBefore } from './state.js';

const [WIDTH, HEIGHT] = [344, 236];
const LETTER = 5.8; // px of a character in a node
const LONGEST = 18; // characters in a node
const BOARDS = { back: 58, next: 86, far: 59, here: 19 }; // px between nodes that are boards
const LABELS = { back: 42, next: 44, far: 128, here: 13 }; // and between nodes that have labels
const MIDDLE = HEIGHT / 2;

export function drawAround() {
  const { around } = state.walk;
  const fold = around.folds ? `<button class="switchline" role="switch" aria-checked="${around.fold}" data-act="fold"
    data-k="fold"><i class="sw"></i>Fold symmetric</button>` : '';
  put($('#graph-tools'), fold);
  const label = `States around the present one: ${around.back.length} back, ${around.next.length} next`;
  put($('#graph'), `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="${label}">${drawing(around)}</svg>`);
}

function drawing(around) {
  const gaps = around.here.board ? BOARDS : LABELS;
  const here = 36 + around.back.length * gaps.back;
  const next = here + gaps.next;
  const parts = [];
  if (around.earlier) parts.push(`<path class="ln path dash" d="M2 ${MIDDLE}h${here - around.back.length * gaps.back - 24}"/>`);
  around.back.forEach((node, n) => parts.push(past(node, here - (around.back.length - n) * gaps.back - 8, gaps, n === around.back.length - 1)));
  const gap = Math.min(34, (HEIGHT - 16) / Math.max(around.next.length, 1));
  around.next.forEach((node, n) => parts.push(coming(node, here, next, MIDDLE + (n - (around.next.length - 1) / 2) * gap, gap, gaps)));
  parts.push(nodeHtml(around.here, here, MIDDLE, 38, 'here', stepsBefore(state.walk.at)));
  if (!around.next.length) parts.push(`<text class="tx" aria-hidden="true" x="${here + 30}" y="${MIDDLE + 4}">no step leads on</text>`);
  if (around.more) parts.push(`<text class="tx" aria-hidden="true" x="${next - 10}" y="${HEIGHT - 2}">+${around.more}</text>`);
  return parts.join('');
}

const curve = (x1, y1, x2, y2, kind) =>
  `<path class="ln ${kind}" d="M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}"/>`;

/** A state that the walk has come through, with some of the steps that were not taken. */
function past(node, x, gaps, last) {
  const reach = gaps.back - 20;
  const others = [-26, 26, -44].slice(0, Math.min(node.others, 3)).map((dy) =>
    `${curve(x + 13, MIDDLE, x + reach, MIDDLE + dy, 'alt')}<circle class="pt" cx="${x + reach + 2}" cy="${MIDDLE + dy}" r="2.5"/>`);
  return `${others.join('')}${curve(x + 13, MIDDLE, x + gaps.back - (last ? gaps.here - 8 : 13), MIDDLE, 'path')}
    ${back(node)}${nodeHtml(node, x, MIDDLE, 26, 'past', node.step)}</g>`;
}

/** What makes a state of the way here a button; not one that a report leaves out. */
const back = (node) => (node.at === null ? '<g role="img" aria-label="A state that is left out">'
  : `<g class="go" data-go="${node.at}" tabindex="-1" role="button" data-k="gb${node.at}"
      aria-label="Back to step ${node.step}"><title>Back to step ${node.step}</title>`);

/** A state that may come next: a board is in the middle of its place, a label begins there. */
function coming(node, here, x, y, gap, gaps) {
  const size = Math.min(26, gap - 3);
  const worth = own(state.walk.values.moves, node.name);
  const [left, right] = node.board ? [x - size / 2, x + size / 2] : [x, x + gaps.far - 24];
  const shown = Math.min(node.after, 4);
  const far = [...Array(shown).keys()].map((n) => {
    const there = y + (n - (shown - 1) / 2) * Math.min(6, gap / 4);
    return `${curve(right, y, x + gaps.far, there, 'far')}<circle class="pt" cx="${x + gaps.far + 3}" cy="${there}" r="2.2"/>`;
  });
  const more = node.after > 4 ? `<text class="tx" aria-hidden="true" x="${x + gaps.far + 10}" y="${y + 3.5}">${node.after}${node.more_after ? '+' : ''}</text>` : '';
  const same = node.same > 1 ? `<text class="tx" aria-hidden="true" x="${right + 3}" y="${y - 4}">×${node.same}</text>` : '';
  const kind = `nxt ${worth ? `v-${worth.value}` : ''}`;
  const drawn = node.board ? miniature(node.board, x, y, size, kind) : labelled(node.text, left, right, y, gap, kind);
  const does = opening(node);
  const told = [node.name, node.told, worth?.value].filter(Boolean).map(esc).join(': ');
  return `${curve(here + gaps.here, MIDDLE, left, y, node.taken ? 'path' : '')}${far.join('')}${more}
    <g class="${node.voice} ${does ? 'go' : ''}" ${does || 'role="img"'} data-ev="${esc(node.name)}" aria-label="${told}"><title>${told}</title>${drawn}</g>${same}`;
}

/** What makes a next state a button, if it is one: it takes the step, or goes on along the run. */
function opening(node) {
  const goes = node.taken ? `data-go="${state.walk.at + 1}"` : '';
  const does = eventNamed(node.name)?.mine ? `data-play="${esc(node.name)}"` : goes;
  return does && `${does} tabindex="-1" role="button" data-k="gp${esc(node.name)}"`;
}

/** A state by what tells it apart from the others. */
function labelled(text, left, right, y, gap, kind) {
  const high = Math.min(20, gap - 2);
  return `<g class="sd ${kind}"><rect x="${left}" y="${y - high / 2}" width="${right - left}" height="${high}" rx="${high / 2}"/>
    <text x="${(left + right) / 2}" y="${y + 3.2}">${esc(cut(text, LONGEST))}</text></g>`;
}

/** A state as a small board, a short label, or the number of steps that lead there. */
function nodeHtml(node, x, y, size, kind, steps) {
  if (node.board) return miniature(node.board, x, y, size, kind);
  const wide = node.text.length * LETTER + 9;
  if (node.text && wide <= LABELS.back + (kind === 'here' ? 10 : -8)) return labelled(node.text, x - wide / 2, x + wide / 2, y, 22, kind);
  return `<g class="sd ${kind}"><circle cx="${x}" cy="${y}" r="13"/><text x="${x}" y="${y + 3.2}" ${`${steps}`.length > 4 ? 'textLength="22" lengthAdjust="spacingAndGlyphs"' : ''}>${steps}</text></g>`;
}

function miniature(board, x, y, size, kind) {
  const unit = size / Math.max(board.length, board[0].length);
  const marks = board.flatMap((row, r) => row.map((text, c) => miniMark(text, (c + 0.5) * unit, (r + 0.5) * unit, unit * 0.28)));
  const [wide, high] = [board[0].length * unit, board.length * unit];
  return `<g class="nd ${kind}" transform="translate(${x - wide / 2} ${y - high / 2})">
    <rect width="${wide}" height="${high}" rx="3"/>${marks.join('')}</g>`;
}

function miniMark(text, x, y, r) {
  if (isEmpty(text)) return '';
  if (text === 'X') return `<path class="mx" d="M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}"/>`;
  if (text === 'O') return `<circle class="mo" cx="${x}" cy="${y}" r="${r}"/>`;
  return `<circle class="md" cx="${x}" cy="${y}" r="${r * 0.8}"/>`;
}
