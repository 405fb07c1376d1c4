// What is said above and over the page: a run that is played, an error of the file, a reload.

import { $, esc, icon, plural, put } from './dom.js';
import { pill } from './pieces.js';
import { state } from './state.js';

export function drawNotice() {
  put($('#strip'), strip());
  put($('#notice'), toast());
  drawWatch();
}

/** While a counterexample or a witness is played. */
function strip() {
  const trace = state.walk?.trace;
  if (!trace) return '';
  const witness = trace.answer === 'holds';
  const what = witness ? 'A witness' : 'A counterexample';
  const loop = trace.loop === null ? '' : ', then it repeats for ever';
  const off = trace.off.length ? ` · without ${trace.off.join(', ')}` : '';
  const again = trace.off.length && !witness && !state.target.recorded
    ? '<button class="ghost" data-act="restore">Switch on and check again</button>' : '';
  return `<div class="strip ${witness ? 'wit' : ''}" role="region" aria-label="${what}">${pill(trace.answer)}
    <b>${esc(trace.property)}</b><span>${what}, ${plural(trace.steps, 'step')}${loop}, replayed${esc(off)}${trace.left_out ? `. ${esc(trace.left_out)}` : ''}</span>
    <span class="grow"></span>${again}<button class="ghost" data-act="close" data-k="close">${state.target.recorded ? 'Back to the start' : 'Back to my game'}<kbd>Esc</kbd></button></div>`;
}

function toast() {
  if (!state.online) {
    return `<div class="toast" role="status"><div class="hd"><i class="spin"></i><b>Connection lost</b>
      <span>Your position is safe. Trying again every two seconds.</span></div></div>`;
  }
  const { notice } = state;
  return notice ? TOASTS[notice.kind](notice) : '';
}

const hide = `<button class="ghost icon" data-act="dismiss" aria-label="Hide">${icon('x')}</button>`;

const TOASTS = {
  error: (notice) => `<div class="toast err" role="alert"><div class="hd">${icon('x')}<b>${esc(notice.file)} does not load</b>
    <span>${notice.line ? `Line ${notice.line}: ` : ''}<q>${esc(notice.text)}</q>. You are still playing the version of ${esc(notice.since)}.</span>${hide}</div>
    ${excerpt(notice)}</div>`,
  reloaded: (notice) => `<div class="toast ok" role="status"><div class="hd">${icon('check')}
    <b>Reloaded, position ${notice.kept ? 'kept' : 'cut short'}</b><span>${notice.kept ? '' : `${esc(notice.lost)}. `}${changes(notice)}</span>${hide}</div></div>`,
  link: (notice) => plain(notice),
  misuse: (notice) => plain(notice),
};

const plain = (notice) => `<div class="toast" role="status"><div class="hd">${icon('dash')}<b>Not done</b>
  <span>${esc(notice.text)}</span>${hide}</div>${excerpt(notice)}</div>`;

function changes(notice) {
  const names = (list) => list.map((name) => `<code>${esc(name)}</code>`).join(', ');
  const told = ['changed', 'new', 'gone'].filter((kind) => notice[kind].length)
    .map((kind) => `${kind[0].toUpperCase()}${kind.slice(1)}: ${names(notice[kind])}.`);
  return told.join(' ') || 'No rule is different.';
}

function excerpt(notice) {
  if (!notice.lines?.length) return '';
  const rows = notice.lines.map((line) => {
    const hit = line.number === notice.line;
    const caret = hit && notice.column ? `<span class="caret"><i></i>${' '.repeat(notice.column - 1)}^</span>` : '';
    return `<span class="${hit ? 'hit' : ''}"><i>${line.number}</i>${esc(line.text) || ' '}</span>${caret}`;
  });
  return `<pre class="code">${rows.join('')}</pre>`;
}

function drawWatch() {
  if (state.target?.recorded) {
    put($('#watch'), '<span>a report, without a server</span>');
    return;
  }
  const { broken } = state;
  const name = state.target?.sources[0]?.name ?? '';
  const [led, said] = !state.online ? ['off', 'reconnecting']
    : broken ? ['bad', `error in ${broken.file}`]
    : state.watching && name ? ['', `watching ${name}`] : ['', 'connected'];
  put($('#watch'), `<i class="led ${led}"></i><span>${esc(said)}</span>`);
}
