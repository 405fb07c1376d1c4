// The score: rows are rules or values, columns are steps, and a mark says what a rule said there.

import { bands } from './bands.js';
import { $, esc, own, plural, put } from './dom.js';
import { END, GROUP, ROW, cellText, columnWidth, drawnRange, hasCells, hasWords, middles, roomForColumns, rowsLaid } from './layout.js';
import { drawLegend } from './legend.js';
import { cut, short } from './pieces.js';
import { namesHtml } from './rules.js';
import { leftOut, rowsById, state, stepNumber } from './state.js';
import { scoreTable } from './told.js';
import { drawTransport } from './transport.js';

let followed = -1; // the step that the score was scrolled to

export function drawScore() {
  const laid = rowsLaid();
  const room = roomForColumns();
  const width = columnWidth(room);
  const whole = Math.max(room - 1, state.columns.length * width + 20);
  const left = $('.staves')?.scrollLeft ?? 0;
  put($('#sheet'), `${namesHtml(laid)}<div class="staves" tabindex="-1">${steps(width)}${drawing(laid, width, whole)}</div>${scoreTable(laid)}`);
  const staves = $('.staves');
  staves.onscroll = state.columns.length > 200 ? () => requestAnimationFrame(drawScore) : null;
  staves.scrollLeft = left;
  if (followed !== state.walk.at) followPresent(staves, width);
  drawLegend();
  drawTransport();
}

/** Scroll so that the present is seen. */
function followPresent(staves, width) {
  followed = state.walk.at;
  const right = (state.walk.at + 1) * width + 12;
  const left = (state.walk.at - 1) * width;
  if (right > staves.scrollLeft + staves.clientWidth) staves.scrollLeft = right - staves.clientWidth;
  else if (left < staves.scrollLeft) staves.scrollLeft = Math.max(0, left);
}

/* The heads of the columns. */

function steps(width) {
  const [first, after] = drawnRange(width);
  const heads = state.columns.slice(first, after).map((column, n) => head(column, first + n, width));
  const words = hasWords() ? 'words' : '';
  return `<ol class="steps ${words}" aria-label="Steps" style="padding-left:${first * width}px">${heads.join('')}</ol>`;
}

function head(column, k, width) {
  const { at, selected, values } = state.walk;
  const ends = column.label === null;
  const classes = ['st', ends ? 'now' : column.voice];
  if (k >= at && !ends) classes.push('fut');
  if (k === selected) classes.push('sel');
  if (column.bad) classes.push('bad');
  if (column.gap) classes.push('gap');
  if (column.legal === false) classes.push('ill');
  const lost = values.lost.includes(k) ? '<em>?</em>' : '';
  const title = ends ? (k === at ? 'now' : state.walk.loop === null ? 'end' : 'again') : short(column.label, width);
  const focus = k === selected ? 0 : -1;
  return `<li style="width:${width}px"><button data-col="${k}" data-k="c${k}" tabindex="${focus}" class="${classes.join(' ')}"
    ${k === selected ? 'aria-current="step"' : ''} aria-label="${esc(stepLabel(column, k))}" title="${esc(stepLabel(column, k))}"
    ><i>${ends ? '' : column.gap ? '' : stepNumber(k)}${lost}</i><b>${title}</b></button></li>`;
}

/** All that the marks of a column show, in words. */
export function stepLabel(column, k) {
  if (column.label === null) return k === state.walk.at ? 'Now' : 'The end';
  if (column.gap) return leftOut(k);
  const told = [`Step ${stepNumber(k)}: ${column.label}`];
  if (column.asker) told.push(`, requested by ${column.asker}`);
  told.push(changesTold(column));
  if (column.woke) told.push(`; ${plural(column.woke, 'b-thread')} resumed`);
  if (column.bad) told.push(`; ${column.bad}`);
  if (column.legal === false) told.push('; impossible under the rules as they are now');
  if (state.walk.values.lost.includes(k)) told.push('; value was lost here');
  return told.join('');
}

const MOST_CHANGES = 3; // that are said of a step

function changesTold(column) {
  const all = Object.entries(column.changes ?? {}).map(([name, told]) => `${name} ${cut(told)}`);
  const more = all.length > MOST_CHANGES ? ` and ${all.length - MOST_CHANGES} more` : '';
  return all.length ? `; changed: ${all.slice(0, MOST_CHANGES).join(', ')}${more}` : '';
}

/* The staves and their marks. */

function drawing(laid, width, whole) {
  const at = middles(laid);
  const rows = rowsById();
  const [first, after] = drawnRange(width);
  const columns = [];
  for (let k = first; k < after; k++) columns.push(columnMarks(state.columns[k], k, width, at, rows, laid.height));
  const present = state.walk.at * width;
  return `<svg width="${whole}" height="${laid.height}" aria-hidden="true">
    <rect class="selcol" x="${state.walk.selected * width}" y="0" width="${width}" height="${laid.height}"/>
    ${staves(laid, whole)}${columns.join('')}${hint()}${repeats(width, laid.height)}
    <line class="head" x1="${present}" x2="${present}" y1="0" y2="${laid.height}"/></svg>`;
}

function staves(laid, whole) {
  const line = ({ row, y }) => row &&
    `<line class="stave ${row.on ? '' : 'off'}" x1="0" x2="${whole}" y1="${y + ROW / 2}" y2="${y + ROW / 2}"/>`;
  return laid.rows.map(line).filter(Boolean).join('');
}

/** Before the first step: where it will be written, at the height of a head, where no stave is. */
function hint() {
  const [group] = state.target.groups;
  if (state.columns.length > 1 || state.target.recorded || innerWidth < 700 || !group || state.closed.has(group.id)) return '';
  const said = hasCells() ? 'The first step is written here.' : 'Your first move is written here.';
  return `<text class="hintx" x="12" y="${GROUP / 2 + 5}">${said}</text>`;
}

function columnMarks(column, k, width, at, rows, height) {
  const { walk } = state;
  const future = k > walk.at || (k === walk.at && column.label !== null);
  const middle = k * width + width / 2;
  const marks = Object.entries(column.marks).filter(([id]) => at.has(id));
  const parts = [chord(column, marks, middle, at)];
  for (const [id, said] of loudestOnly(marks, at)) {
    parts.push(markOf(said, { x: k * width, middle, y: at.get(id), width, voice: rows.get(id).voice, now: k === walk.at }));
  }
  const closed = idsOfClosed();
  parts.push(...changedInClosed(column, k, width, at, middle));
  for (const [id, text] of Object.entries(column.cells ?? {})) {
    if (at.has(id) && !closed.has(id)) parts.push(cell(id, text, k, width, at.get(id), rows.get(id).voice));
  }
  if (column.bad) parts.push(`<path class="bad" d="M${middle - 7} ${height - END}h14"/>`);
  return `<g class="col ${future ? 'fut' : ''} ${column.gap ? 'gap' : ''}" data-col="${k}">
    <rect class="hit" x="${k * width}" y="0" width="${width}" height="${height}"/>${parts.join('')}</g>`;
}

/** The rows of closed groups, which share a stave and so have no room for values. */
const idsOfClosed = () => new Set(state.target.groups.filter((group) => state.closed.has(group.id))
  .flatMap((group) => group.rows.map((row) => row.id)));

/** How many values of a closed group a step changed. */
function changedInClosed(column, k, width, at, middle) {
  const groups = state.target.groups.filter((group) => group.kind === 'values' && state.closed.has(group.id));
  return groups.flatMap((group) => {
    const differs = (row) => k > 0 && own(state.columns[k - 1].cells, row.id) !== own(column.cells, row.id);
    const number = group.rows.filter(differs).length;
    const y = at.get(group.rows[0]?.id);
    if (!number || y === undefined) return [];
    return `<g class="vl ch ${group.voice}"><title>${plural(number, 'value')} changed</title>
      <text x="${middle}" y="${y + 4}">${number}</text></g>`;
  });
}

const LOUD = [undefined, 'shut', 'ask', 'can', 'also', 'lead'];

const loudness = (said) => 2 * LOUD.indexOf(said.ask) + (said.woke ? 1 : 0);

/** Where rules share a stave, as in a closed group, the note of one is written: the loudest. */
function loudestOnly(marks, at) {
  const sorted = [...marks].sort(([, one], [, other]) => loudness(one) - loudness(other));
  const loudest = new Map(sorted.map(([id]) => [at.get(id), id]));
  return sorted.map(([id, said]) =>
    (loudest.get(at.get(id)) === id ? [id, said] : [id, { ...said, ask: undefined, woke: false }]));
}

/** The line of a step, through all the rules that it woke. */
function chord(column, marks, middle, at) {
  if (column.label === null || hasCells()) return '';
  const heard = marks.filter(([, said]) => said.woke || said.ask === 'lead' || said.ask === 'also');
  const lowest = Math.max(0, ...heard.map(([id]) => at.get(id)));
  return `<line class="chord ${column.voice}" x1="${middle}" x2="${middle}" y1="0" y2="${lowest}"/>`;
}

function markOf(said, { x, middle, y, width, voice, now }) {
  let html = said.blk ? bands(said.blk, x, y, width) : '';
  const circle = (classes, radius) => `<circle class="${classes} ${voice}" cx="${middle}" cy="${y}" r="${radius}"/>`;
  if (said.ask === 'lead') html += circle('note won', 6);
  else if (said.ask === 'also') html += circle('note won also', 4.2);
  else if (said.ask === 'can') html += circle(`note ask ${now ? 'ready' : ''}`, 4.6);
  else if (said.ask === 'ask') html += circle('note ask', 4.6);
  else if (said.ask === 'shut') html += `<path class="note shut ${voice}" d="M${middle - 3.2} ${y - 3.2}l6.4 6.4m0 -6.4l-6.4 6.4"/>`;
  else if (said.woke) html += circle('woke', 2.6);
  return html;
}

/** A value at a step; where it changed it is tinted, and what is different is written. */
function cell(id, text, k, width, y, voice) {
  const changed = k > 0 && own(state.columns[k - 1].cells, id) !== text;
  const shown = cut(cellText(id, k), Math.max(3, Math.floor((width - 18) / 7)));
  const wide = Math.min(width - 6, shown.length * 7.2 + 12);
  const middle = k * width + width / 2;
  return `<g class="vl ${changed ? 'ch' : ''} ${voice}"><title>${esc(text)}</title>
    <rect x="${middle - wide / 2}" y="${y - 9}" width="${wide}" height="18" rx="4"/>
    <text x="${middle}" y="${y + 4}">${esc(shown)}</text></g>`;
}

/** A lasso is written as music writes it: repeat bars around what comes again and again. */
function repeats(width, height) {
  const { loop, length } = state.walk;
  if (loop === null) return '';
  return bar(loop * width + 3, height, 1) + bar(length * width - 6, height, -1);
}

const bar = (x, height, way) => `<g class="rep">
  <rect x="${way > 0 ? x - 2 : x - 1}" y="0" width="3.5" height="${height}"/>
  <rect x="${x + way * 5 - 0.6}" y="0" width="1.2" height="${height}"/>
  <circle cx="${x + way * 10}" cy="${height / 2 - 6}" r="2.2"/><circle cx="${x + way * 10}" cy="${height / 2 + 6}" r="2.2"/></g>`;
