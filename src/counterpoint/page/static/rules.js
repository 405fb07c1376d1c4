// The heads of the rows: switches, names, how many b-threads, and where each rule stands.

import { esc, plural } from './dom.js';
import { GROUP, ROW } from './layout.js';
import { state } from './state.js';

/** The left side of the score. */
export function namesHtml(laid) {
  const items = laid.rows.map(({ row, group }) => (row ? rowHtml(row, group) : groupHtml(group)));
  return `<div class="names">${corner()}<ul style="--row:${ROW}px;--group:${GROUP}px">${items.join('')}</ul></div>`;
}

function corner() {
  const { off, threads, groups } = state.target;
  const rules = groups.some((group) => group.kind === 'rules');
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const said = off.length && state.target.recorded ? `<span>${off.length} off</span>` : off.length
    ? `<button class="ref" data-act="restore" data-k="restore">${off.length} off, restore</button>`
    : `<span>${threads ? plural(threads, 'b-thread') : plural(rows, 'row')}</span>`;
  return `<div class="corner"><b>${rules ? 'Rules' : 'State'}</b>${said}</div>`;
}

function groupHtml(group) {
  const id = esc(group.id);
  const on = group.rows.filter((row) => row.on).length;
  const checked = on === group.rows.length ? 'true' : on ? 'mixed' : 'false';
  const toggle = group.switch
    ? `<button class="swb" role="checkbox" aria-checked="${checked}" data-group="${id}" data-k="g${id}"
        aria-label="All of: ${esc(group.title)}"><i class="sw"></i></button>` : '';
  const closed = state.closed.has(group.id);
  return `<li class="gh ${group.voice}">${toggle}<button class="gt" data-fold-group="${id}" data-k="fg${id}"
    aria-expanded="${!closed}">${esc(group.title)}${closed ? `<small>${group.rows.length}</small>` : ''}</button></li>`;
}

function rowHtml(row, group) {
  const name = esc(row.name);
  const id = esc(row.id);
  const doc = row.doc ? `: ${esc(row.doc)}` : '';
  const toggle = group.switch
    ? `<button class="swb" role="switch" aria-checked="${row.on}" data-rule="${id}" data-k="r${id}"
        aria-label="${name}${doc}"><i class="sw"></i></button>` : '';
  const source = row.line ? `data-file="${esc(row.file)}" data-line="${row.line}"` : '';
  const called = row.line
    ? `<button class="nm" ${source} data-k="n${id}">${name}</button>` : `<span class="nm">${name}</span>`;
  const threads = row.threads > 1 ? `<span class="n" aria-label="${row.threads} b-threads">×${row.threads}</span>` : '';
  const line = row.line
    ? `<button class="src" ${source} data-k="l${id}" aria-label="Source of ${name}, line ${row.line}">:${row.line}</button>` : '';
  return `<li class="rule ${group.voice} ${row.on ? '' : 'off'}" title="${esc(row.doc || row.name)}">${toggle}${called}${threads}${line}</li>`;
}
