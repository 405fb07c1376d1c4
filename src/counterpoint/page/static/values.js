// The values of a state: a table of them, and the whole of what is too long to stand elsewhere.

import { esc, icon } from './dom.js';
import { cutWords } from './pieces.js';
import { state } from './state.js';

const LARGE = 4; // characters of a value that is written large
const LONG = 8; // characters of one that is a word or a number, in letters that leave it whole
const FEW = 4; // values that are written large
const MANY = 24; // values beyond which not all are shown at first
const WORD = 18; // characters of a word for which there may be no room

/** The values of a target that has no picture, under a picture in characters if there is one. */
export function valuesHtml(view) {
  const text = view.text ? `<pre class="picture">${esc(view.text)}</pre>` : '';
  const { rows } = view;
  if (!rows.length) return text;
  const isPlain = rows.length > FEW || rows.some((row) => sizeOf(row.value));
  if (rows.length <= MANY) return text + table(rows, isPlain ? 'plain' : '');
  const shown = state.inFull ? rows : someOf(rows);
  return `${text}${table(shown, 'small')}<button class="ghost unfold" data-act="inFull" data-k="inFull"
    aria-expanded="${state.inFull}">${icon('next', 'fillable')}${state.inFull ? 'Only some values' : `All ${rows.length} values`}</button>`;
}

/** Of very many values those that changed, and as many others as there is room for, in their order. */
function someOf(rows) {
  const room = Math.max(0, MANY - rows.filter((row) => row.changed).length);
  let others = 0;
  return rows.filter((row) => row.changed || others++ < room);
}

/** What a picture or a board leaves out: all values, if that is asked for. */
export function inFullHtml(view) {
  const rows = view.values ?? [];
  const said = new Set((view.rows_beside ?? []).map((row) => row.name));
  if (!rows.some((row) => !said.has(row.name))) return '';
  const shown = state.inFull ? table(rows, 'small') : '';
  return `<button class="ghost unfold" data-act="inFull" data-k="inFull" aria-expanded="${state.inFull}"
    aria-controls="in-full">${icon('next', 'fillable')}Values of the state</button><div id="in-full">${shown}</div>`;
}

function table(rows, kind = '') {
  const has = { changes: rows.some((row) => row.changed), sorts: rows.some((row) => row.sort) };
  const torn = rows.some((row) => [row.value, row.was, row.told, row.sort].some(hasLongWord)) ? 'torn' : '';
  return `<table class="state ${kind} ${torn}"><caption class="vh">Values of the present state</caption>
    <thead><tr><th scope="col">variable</th><th scope="col">value</th>
    ${has.changes ? '<th scope="col">change</th>' : ''}${has.sorts ? '<th scope="col" class="sort">sort</th>' : ''}</tr></thead>
    <tbody>${rows.map((row) => rowHtml(row, has)).join('')}</tbody></table>`;
}

const hasLongWord = (text) => text.split(/\s/).some((word) => word.length > WORD);

const rowHtml = (row, has) => `<tr class="${row.changed ? 'ch' : ''}"><th scope="row">${esc(row.name)}</th>
  <td class="val ${sizeOf(row.value)}">${esc(row.value)}</td>
  ${has.changes ? `<td>${changeHtml(row)}</td>` : ''}${has.sorts ? `<td class="sort">${esc(cutWords(row.sort))}</td>` : ''}</tr>`;

const sizeOf = (value) => (value.length > LONG ? 'long' : value.length > LARGE ? 'word' : '');

/** What was there before, or of a long value what is different in it. */
function changeHtml(row) {
  if (!row.changed) return '';
  return row.told === row.value ? `<s aria-label="was ${esc(row.was)}">${esc(row.was)}</s>` : `<code>${esc(row.told)}</code>`;
}
