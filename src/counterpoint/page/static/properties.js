// The properties: answers with reasons, runs that can be played, and how far a search is.

import { $, count, esc, icon, plural, put, say } from './dom.js';
import { pill, pillSign } from './pieces.js';
import { state } from './state.js';

export function drawProperties() {
  const { properties } = state;
  if (!properties) return;
  put($('#props-meta'), metaOf(properties));
  $('#progress').hidden = properties.done;
  const rows = properties.rows.map(rowHtml).join('');
  const error = properties.error ? `<li class="none">${esc(properties.error)}</li>` : '';
  const warnings = (properties.warnings ?? []).map((text) => `<li class="none">${esc(text)}</li>`).join('');
  put($('#props'), rows + error + warnings);
  drawSummary(properties);
}

function metaOf(properties) {
  if (properties.error) return 'not checked';
  const states = plural(properties.states, 'state');
  if (!properties.done) return `<b>${count(properties.states)}</b> states${rate(properties.rate)}${of(properties.workers)}`;
  const time = properties.seconds < 1 ? `${Math.round(properties.seconds * 1000)} ms` : `${properties.seconds.toFixed(1)} s`;
  return `${states}, ${properties.complete ? 'complete' : 'stopped'}, ${time}`;
}

const rate = (number) => (number ? `, ${number >= 1000 ? `${Math.round(number / 1000)}k` : number}/s` : '');

const of = (workers) => (workers ? `, ${workers} workers` : '');

function rowHtml(row) {
  const open = state.walk?.trace?.property === row.name ? 'open' : '';
  const kind = row.witness ? 'witness' : 'counterexample';
  const runs = row.steps !== null && row.steps !== undefined;
  const play = !runs ? '' : `<button class="ghost" data-property="${esc(row.name)}"
    data-k="p${esc(row.name)}" aria-label="Play the ${kind} of: ${esc(row.name)}">${icon('play', 'fillable')}${plural(row.steps, 'step')}</button>`;
  return `<li class="${row.answer} ${open}">${pill(row.answer)}<div><b ${runs ? titled(row, kind) : ''}>${esc(row.name)}</b>
    ${row.text ? `<code>${esc(row.text)}</code>` : ''}${row.was ? `<small class="was">was: ${esc(row.was)}</small>` : ''}
    ${row.reason && (row.answer !== 'holds' || row.is_number) ? `<small>${esc(row.reason)}</small>` : ''}</div>${play}</li>`;
}

/** A title does the same as the button beside it, which the keyboard and readers of the screen have. */
const titled = (row, kind) => `data-property="${esc(row.name)}" title="Play the ${kind}"`;

const ORDER = ['holds', 'fails', 'unknown', 'vacuous'];

/** The answers counted, top right. */
function drawSummary(properties) {
  const called = '<span class="vh">Properties: </span>';
  if (!properties.done) {
    put($('#summary'), `${called}<i class="spin"></i>Checking`);
    return;
  }
  const numbers = ORDER.map((answer) => [answer, properties.rows.filter((row) => row.answer === answer).length]);
  const verb = (answer, number) => (number > 1 && /s$/.test(answer) && answer !== 'vacuous' ? answer.slice(0, -1) : answer);
  put($('#summary'), called + (numbers.filter(([, number]) => number).map(([answer, number]) =>
    `<span class="${answer}">${pillSign(answer)}${number}<i>${verb(answer, number)}</i></span>`).join('') || 'Nothing checked'));
  say($('#checked'), $('#summary').textContent.replace(/(\d)(?=[a-z])/g, '$1 ').replace(/([a-z])(?=\d)/g, '$1, '));
}
