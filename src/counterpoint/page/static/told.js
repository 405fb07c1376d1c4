// What is told to those who do not see the page: what a move led to, once, and the score as a table.

import { $, esc, own, plural, say } from './dom.js';
import { hasCells } from './layout.js';
import { leftOut, state, stepNumber, stepsBefore } from './state.js';

const CALM = 450; // ms without a further step, after which it is told what happened
const MOST = 3; // steps that are named
const BESIDE = 12; // columns of the table on each side of the selected one

let timer = 0;
let before = 0; // where the walk stood when it was last told

/** Tell where the walk stands now: after the answers of others, and not while a run is played. */
export function tellMove() {
  clearTimeout(timer);
  if (state.playing) return;
  timer = setTimeout(() => {
    say($('#told'), `${stepsTold()}${state.walk.say.title}`);
    before = state.walk.at;
  }, CALM);
}

/** The steps since it was last told, or where a step back leads. */
function stepsTold() {
  const { at, length } = state.walk;
  if (at < before) return `Step ${stepsBefore(at)} of ${stepsBefore(length)}. `;
  const columns = state.columns.slice(before, at);
  const steps = stepsBefore(at) - stepsBefore(before);
  const named = columns.slice(-MOST).map((column) => (column.gap ? 'some that are left out' : column.label)).join(', then ');
  return named && `${steps > columns.slice(-MOST).length ? `${plural(steps, 'step')}, at last ` : ''}${named}. `;
}

/** The score as a table that is heard: the columns beside the selected one. */
export function scoreTable(laid) {
  const { selected } = state.walk;
  const first = Math.max(0, selected - BESIDE);
  const columns = state.columns.slice(first, selected + BESIDE + 1);
  const kinds = hasCells() ? 'Values and actions' : 'What each rule said';
  const heads = columns.map((column, n) => `<th scope="col">${esc(headOf(column, first + n))}</th>`);
  const rows = laid.rows.filter(({ row }) => row).map(({ row }) => `<tr><th scope="row">${esc(row.name)}</th>${
    columns.map((column) => `<td>${esc(saidIn(column, row.id))}</td>`).join('')}</tr>`);
  return `<div class="vh"><table id="score-table"><caption>${kinds}, a column for each step</caption>
    <thead><tr><th scope="col">${hasCells() ? 'Row' : 'Rule'}</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

const headOf = (column, k) =>
  (column.label === null ? (k === state.walk.at ? 'Now' : 'The end')
    : column.gap ? leftOut(k) : `Step ${stepNumber(k)}: ${column.label}`);

const ASKED = { lead: 'requested, selected', also: 'requested too', can: 'requested', ask: 'requested', shut: 'requested, blocked' };
const ENABLED = { lead: 'taken', can: 'enabled' };

/** All that the marks of a row show at a step, in words; or the value there. */
function saidIn(column, id) {
  const value = own(column.cells, id);
  if (value !== undefined) return value;
  const said = own(column.marks, id);
  if (!said) return '';
  const blocked = Object.values(said.blk ?? {}).reduce((sum, number) => sum + number, 0);
  const asked = (hasCells() ? ENABLED : ASKED)[said.ask];
  return [asked, blocked && `blocks ${plural(blocked, 'event')}`, said.woke && !asked && 'resumed'].filter(Boolean).join(', ');
}
