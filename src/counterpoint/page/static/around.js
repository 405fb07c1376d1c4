// Around here: two steps back, the present, what may come next, and how much comes after that.

import { $, esc, put } from './dom.js';
import { isEmpty } from './pieces.js';
import { state } from './state.js';

const [WIDTH, HEIGHT] = [344, 236];
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
  const here = 36 + around.back.length * 58;
  const next = here + 86;
  const parts = [];
  if (around.earlier) parts.push(`<path class="ln path dash" d="M2 ${MIDDLE}h${here - around.back.length * 58 - 24}"/>`);
  around.back.forEach((node, n) => parts.push(past(node, here, around.back.length - n)));
  const gap = Math.min(34, (HEIGHT - 16) / Math.max(around.next.length, 1));
  around.next.forEach((node, n) => parts.push(coming(node, here, next, MIDDLE + (n - (around.next.length - 1) / 2) * gap, gap)));
  parts.push(nodeHtml(around.here, here, MIDDLE, 38, 'here'));
  if (!around.next.length) parts.push(`<text class="tx" x="${here + 30}" y="${MIDDLE + 4}">no step leads on</text>`);
  if (around.more) parts.push(`<text class="tx" x="${next - 10}" y="${HEIGHT - 2}">+${around.more}</text>`);
  return parts.join('');
}

const curve = (x1, y1, x2, y2, kind) =>
  `<path class="ln ${kind}" d="M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}"/>`;

/** A state that the walk has come through, with some of the steps that were not taken. */
function past(node, here, back) {
  const x = here - back * 58 - 8;
  const others = [-26, 26, -44].slice(0, Math.min(node.others, 3)).map((dy) =>
    `${curve(x + 13, MIDDLE, x + 38, MIDDLE + dy, 'alt')}<circle class="pt" cx="${x + 40}" cy="${MIDDLE + dy}" r="2.5"/>`);
  return `${others.join('')}${curve(x + 13, MIDDLE, x + (back === 1 ? 47 : 45), MIDDLE, 'path')}
    <g class="go" data-go="${node.step}" tabindex="-1" role="button" data-k="gb${node.step}"
      aria-label="Back to step ${node.step}">${nodeHtml(node, x, MIDDLE, 26, 'past')}</g>`;
}

/** A state that may come next. */
function coming(node, here, x, y, gap) {
  const size = Math.min(26, gap - 3);
  const worth = state.walk.values.moves[node.name];
  const shown = Math.min(node.after, 4);
  const far = [...Array(shown).keys()].map((n) => {
    const there = y + (n - (shown - 1) / 2) * Math.min(6, gap / 4);
    return `${curve(x + size / 2, y, x + 59, there, 'far')}<circle class="pt" cx="${x + 62}" cy="${there}" r="2.2"/>`;
  });
  const more = node.after > 4 ? `<text class="tx" x="${x + 69}" y="${y + 3.5}">${node.after}</text>` : '';
  const same = node.same > 1 ? `<text class="tx" x="${x + 16}" y="${y - 6}">×${node.same}</text>` : '';
  return `${curve(here + 19, MIDDLE, x - size / 2, y, node.taken ? 'path' : '')}${far.join('')}${more}
    <g class="go" data-play="${esc(node.name)}" data-ev="${esc(node.name)}" tabindex="-1" role="button" data-k="gp${esc(node.name)}"
      aria-label="${esc(node.name)}${worth ? `, ${worth.value}` : ''}"><title>${esc(node.name)}</title>
      ${nodeHtml(node, x, y, size, `nxt ${worth ? `v-${worth.value}` : ''}`)}</g>${same}`;
}

/** A state as a small board, a short label, or a dot. */
function nodeHtml(node, x, y, size, kind) {
  if (node.board) return miniature(node.board, x, y, size, kind);
  const radius = kind === 'here' ? 13 : Math.max(4, size / 2 - 2);
  if (!node.text || size < 14) return `<g class="sd ${kind}"><circle cx="${x}" cy="${y}" r="${radius}"/></g>`;
  const wide = Math.max(22, node.text.length * 5.6 + 9);
  const high = Math.min(22, size);
  return `<g class="sd ${kind}"><rect x="${x - wide / 2}" y="${y - high / 2}" width="${wide}" height="${high}" rx="${high / 2}"/>
    <text x="${x}" y="${y + 3.2}">${esc(node.text)}</text></g>`;
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
