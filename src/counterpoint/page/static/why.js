// Why: one sentence, then who requested, was blocked, blocked, and resumed, and what others need.

import { thickness } from './bands.js';
import { $, esc, put } from './dom.js';
import { hasCells } from './layout.js';
import { chips, cut, sentence } from './pieces.js';
import { state, stepNumber, stepsBefore } from './state.js';

export function drawWhy() {
  const { why, selected, length } = state.walk;
  const ends = selected >= length;
  put($('#h-why'), `Why <span class="moment">${ends ? 'now' : momentOf(selected)}</span>`);
  put($('#why-meta'), ends ? '' : `step ${stepNumber(selected)} of ${stepsBefore(length)}`);
  const bad = why.bad ? ` <span class="warn">${esc(why.bad)}.</span>` : '';
  put($('#why'), `<p class="lead">${sentence(why.lead)}${bad}</p>${why.sections.map(section).join('')}`);
}

/** Which moment the reasons are about: that before the step, while board and graph show what comes after it. */
function momentOf(k) {
  const { gap, label } = state.columns[k];
  const step = `step ${stepNumber(k)}${gap ? '' : `, <b>${esc(cut(label))}</b>`}`;
  return hasCells() ? step : `before ${step}`;
}

const section = (part) =>
  `<h3>${esc(part.title)}${part.note ? ` <small>${esc(part.note)}</small>` : ''}</h3>${SECTIONS[part.kind](part.rows)}${part.more ? `<p class="more">and ${part.more} more</p>` : ''}`;

const times = (row) => (row.threads > 1 ? `<small>×${row.threads}</small>` : '');

const line = (row) => (row.line ? `<button class="src" data-rule-line="${esc(row.rule)}" data-line="${row.line}"
  data-k="y${esc(row.rule)}${row.line}" aria-label="Source of ${esc(row.rule)}, line ${row.line}">:${row.line}</button>` : '');

const who = (row) => `<span class="who ${row.voice}">${esc(row.rule)}${times(row)}${line(row)}</span>`;

const FATES = {
  selectable: 'It could be selected as well',
  outranked: 'Another request has a higher priority, or comes first',
};

const SECTIONS = {
  asked: (rows) => `<ul class="ask">${rows.map((row) => `<li class="${row.fate}">
    <span class="pr">${esc(row.priority ?? '')}</span>${who(row)}<span class="fate" title="${FATES[row.fate] ?? ''}">${row.fate}</span>
    <span class="evs">${chips(row.events)}</span></li>`).join('')}</ul>`,

  vain: (rows) => `<ul class="vain">${rows.map((group) => `<li><span class="plain">blocked by ${esc(group.by)}</span>
    <span>${group.rows.map((row) => `<span class="who ${row.voice}">${esc(row.rule)}<small>${esc(row.priority ?? '')}</small></span>`).join('')}
    </span></li>`).join('')}</ul>`,

  forbade: (rows) => `<ul class="ask blk">${rows.map((row) => `<li><span class="pr">${barsOf(row.bands)}</span>${who(row)}
    <span class="fate"></span><span class="evs">${chips(row.events)}</span></li>`).join('')}</ul>`,

  woke: (rows) => `<p class="wk">${rows.map((row) =>
    `<span class="who ${row.voice}">${esc(row.rule)}${times(row)}${row.said ? ` <small>${esc(row.said)}</small>` : ''}</span>`).join('')}</p>`,

  needs: (rows) => `<ul class="need">${rows.map((row) =>
    `<li><span class="evs">${chips(row.events)}</span><span>${esc(row.said)}</span></li>`).join('')}</ul>`,

  changed: (rows) => `<table class="changed"><tbody>${rows.map((row) => `<tr><th scope="row" title="${esc(row.name)}">${esc(cut(row.name, 18))}</th>
    ${changeHtml(row)}</tr>`).join('')}</tbody></table>`,

  enabled: (rows) => `<ul class="need">${rows.map((row) =>
    `<li>${row.name ? `<span class="who game">${esc(row.name)}</span>` : ''}<span class="evs">${chips(row.events)}</span></li>`).join('')}</ul>`,

  guards: (rows) => `<ul class="guards">${rows.map((row) =>
    `<li class="${row.holds ? 'yes' : 'no'}"><b>${row.holds ? 'true' : 'false'}</b><code>${esc(row.text)}</code></li>`).join('')}</ul>`,

  tree: (rows) => `<pre class="code eval">${rows.map((row) => `<span>${esc(row.text)}</span>`).join('')}</pre>`,
};

/** The value before and after; of a long one what is different, and both of them on demand. */
const changeHtml = (row) => (row.told === row.now ? `<td><s>${esc(row.was)}</s></td><td>${esc(row.now)}</td>`
  : `<td colspan="2"><b>${esc(row.told)}</b><details data-k="full${esc(row.name)}"><summary data-k="sum${esc(row.name)}">in full</summary>
    <s>${esc(row.was)}</s> ${esc(row.now)}</details></td>`);

const barsOf = (bands) => Object.entries(bands).map(([voice, number]) =>
  `<i class="bar ${voice}" style="height:${thickness(number)}px"></i>`).join('');
