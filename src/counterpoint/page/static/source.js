// The source: where b-threads stand at the selected step is written at the line.

import { $, esc, narrow, plural, put } from './dom.js';
import { code, insideText } from './pieces.js';
import { rowsById, state } from './state.js';

const DOES = { ask: ['rq', 'request here'], block: ['bk', 'block here'], wait: ['wt', 'wait here'], taken: ['rq', 'taken'] };

let scrolled = '';
let written = null; // the source whose lines are on the page
let marked = new Map(); // what is written at lines: the classes and the b-threads that stand there

export function drawSource() {
  const { sources } = state.target;
  const { stands } = state.walk.why;
  const lead = leading();
  const path = state.file ?? lead?.file ?? sources[0]?.path;
  const source = sources.find((each) => each.path === path) ?? sources[0];
  if (!source) {
    put($('#source'), `<p class="none">${/\.aig$/i.test(state.target.name) ? 'The file is binary: there is no text to show.' : 'The source is not known.'}</p>`);
    return;
  }
  if (written !== source) writeLines(source);
  const hit = state.line ?? (lead?.file === source.path ? lead.line : 0);
  const at = new Map(stands.filter((each) => each.file === source.path).map((each) => [each.line, each]));
  markLines(hit, at);
  put($('#source-meta'), `${esc(source.name)}${hit ? `, line ${hit}` : ''}`);
  scrollTo(hit, `${source.path}:${hit}:${state.walk.selected}`);
}

/** The lines of a file, which stay while what stands at them changes. */
function writeLines(source) {
  const inside = insideText(source.lines, source.name);
  const lines = source.lines.map((text, n) =>
    `<span data-l="${n + 1}"><i>${n + 1}</i>${code(text, source.name, inside[n]) || ' '}</span>`);
  put($('#source'), `<pre class="code file">${lines.join('')}</pre>`);
  written = source;
  marked = new Map();
}

/** Write where b-threads stand, and which line is meant; lines that stay as they are stay. */
function markLines(hit, at) {
  const lines = $('#source pre').children;
  const wanted = new Map([...at].map(([line, stand]) => [line, [stand.voice, standHtml(stand)]]));
  if (hit) wanted.set(hit, [`hit ${wanted.get(hit)?.[0] ?? ''}`, wanted.get(hit)?.[1] ?? '']);
  for (const line of new Set([...marked.keys(), ...wanted.keys()])) {
    const [classes, html] = wanted.get(line) ?? ['', ''];
    const before = marked.get(line) ?? ['', ''];
    const span = lines[line - 1];
    if (!span || (classes === before[0] && html === before[1])) continue;
    span.className = classes;
    $('u', span)?.remove();
    span.insertAdjacentHTML('beforeend', html);
  }
  marked = wanted;
}

function standHtml(stand) {
  const [kind, does] = DOES[stand.does];
  const many = stand.threads > 1 ? `${plural(stand.threads, 'b-thread')} ` : '';
  return `<u class="${kind}">${many}${does}${stand.woke ? ', resumed' : ''}</u>`;
}

/** Where the rule stands that requested the selected event. */
function leading() {
  const { why } = state.walk;
  const asked = why.sections.find((part) => part.kind === 'asked')?.rows.find((row) => row.fate === 'selected');
  if (asked?.line) return { file: rowsById().get(asked.rule)?.file, line: asked.line };
  return why.stands.find((each) => each.does === 'taken');
}

/** Bring a line into view, once; what is behind another tab is scrolled when that is chosen. */
function scrollTo(line, key) {
  const box = $('#source');
  if (!line || key === scrolled || !box.clientHeight) return;
  scrolled = key;
  const span = $(`[data-l="${line}"]`, box);
  if (span) box.scrollTop = span.offsetTop - box.offsetTop - heightInSight(box) / 2 + 12;
}

const LEAST_IN_SIGHT = 60; // px

/** How much of a box can be seen: on a phone it goes on behind the transport and below. */
function heightInSight(box) {
  const foot = narrow() ? $('#transport').offsetHeight : 0;
  const below = innerHeight - foot - box.getBoundingClientRect().top;
  return Math.max(LEAST_IN_SIGHT, Math.min(box.clientHeight, below));
}

/** Show a line; on a phone in a dialog. */
export function openLine(file, line) {
  state.file = file;
  state.line = line;
  drawSource();
}

/** The lines of a rule, for a dialog. */
export function excerpt(file, line) {
  const source = state.target.sources.find((each) => each.path === file);
  if (!source) return '';
  let end = line;
  while (end < source.lines.length && (!source.lines[end].trim() || /^[\s)]/.test(source.lines[end]))) end++;
  const lines = source.lines.slice(line - 1, end);
  return `<pre class="code">${lines.map((text, n) => `<span><i>${line + n}</i>${code(text, source.name) || ' '}</span>`).join('')}</pre>`;
}

export const fileName = (path) => state.target.sources.find((each) => each.path === path)?.name ?? '';
