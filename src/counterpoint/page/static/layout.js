// Where the rows and columns of the score lie: the list of rules and the drawing share it.

import { $, narrow, own } from './dom.js';
import { widthOfHead, widthOfWords } from './pieces.js';
import { state } from './state.js';

export const ROW = 26;
export const GROUP = 30;
export const END = 8; // below the last row

const MANY_COLUMNS = 200; // of more, only those that can be seen are drawn
const BEYOND = 20; // columns that are drawn beyond what can be seen

/** The rows from the top down: groups, and of open groups their rows. */
export function rowsLaid() {
  const rows = [];
  let y = 0;
  for (const group of state.target.groups) {
    rows.push({ group, y });
    y += GROUP;
    if (state.closed.has(group.id)) continue;
    for (const row of group.rows) {
      rows.push({ row, group, y });
      y += ROW;
    }
  }
  return { rows, height: y + END };
}

/** For each row the middle of its stave; those of a closed group share that of its head. */
export function middles(laid) {
  const found = new Map();
  for (const { row, group, y } of laid.rows) {
    if (row) found.set(row.id, y + ROW / 2);
    else if (state.closed.has(group.id)) for (const each of group.rows) found.set(each.id, y + GROUP / 2);
  }
  return found;
}

export const hasCells = () => state.target.groups.some((group) => group.kind === 'values');

const ONE_LINE = 56; // px of a head that stands in one line

const labels = () => state.columns.slice(-MOST_LOOKED_AT).map((column) => column.label ?? '');

/** Whether the heads of columns are words, too long for one line. */
export const hasWords = () => hasCells() || labels().some((label) => widthOfHead(label) > ONE_LINE);

/** The least width in which no head runs into the next one. */
function leastForHeads() {
  if (hasWords()) return Math.min(WIDEST, Math.max(...labels().map(widthOfWords)) + 8);
  return Math.max(innerWidth < 700 ? 46 : 38, Math.max(...labels().map(widthOfHead)) + 6);
}

const WIDEST = 120;

/** What stands in a cell: the value, or what is different in it after the step before. */
export const cellText = (id, k) => own(state.columns[k - 1]?.changes, id) ?? state.columns[k].cells[id];

/** A width for which what is different can be read, and the values at first that are not too long. */
function leastForCells() {
  const told = state.columns.flatMap((column) => Object.values(column.changes ?? {})).slice(-MOST_LOOKED_AT);
  const first = narrow() ? [] : Object.values(state.columns[0]?.cells ?? {}).filter((text) => 7 * text.length + 18 < WIDEST);
  return Math.min(WIDEST, Math.max(64, ...[...told, ...first].map((text) => 7 * text.length + 18)));
}

const MOST_LOOKED_AT = 2000; // columns and cells whose text is measured

/** The width of a column: as much as there is room for. */
export function columnWidth(room) {
  const [least, most] = hasWords() ? [Math.max(leastForCells(), leastForHeads()), WIDEST] : [leastForHeads(), 76];
  const wanted = Math.floor((room - 24) / Math.max(state.columns.length, hasWords() ? 5 : 7));
  return Math.max(least, Math.min(most, wanted));
}

/** The room that the columns have. */
export const roomForColumns = () => ($('#sheet').clientWidth || 700) - namesWidth();

const namesWidth = () =>
  parseInt(getComputedStyle(document.documentElement).getPropertyValue('--names'), 10) || 278;

/** The columns that are drawn: the first, and the one after the last. */
export function drawnRange(width) {
  const columns = state.columns.length;
  if (columns <= MANY_COLUMNS) return [0, columns];
  const staves = $('.staves');
  const left = staves ? staves.scrollLeft : state.walk.at * width;
  const seen = (staves?.clientWidth ?? 800) / width;
  const first = Math.max(0, Math.floor(left / width) - BEYOND);
  return [first, Math.min(columns, Math.ceil(first + seen + 2 * BEYOND))];
}
