// The two dialogs: the list of keys, and on a phone the source of a rule.

import { $, esc, icon } from './dom.js';
import { excerpt, fileName } from './source.js';

const KEYS = [
  ['← →', 'one step back, on'],
  ['Home End', 'to the start, to the end'],
  ['U Shift_U', 'undo, redo your own choice'],
  ['B', 'to the board, then arrows and Enter'],
  ['1 … 9', 'choose an event, or a square'],
  ['N', 'new game'],
  ['V', 'values of the moves'],
  ['F', 'fold symmetric states'],
  ['W', 'to the explanation'],
  ['Space', 'play or pause a run'],
  ['Esc', 'back to my game'],
  ['?', 'this list'],
];

function open(title, meta, body) {
  const dialog = $('#dialog');
  dialog.innerHTML = `<form method="dialog"><header><h2 id="dialog-title">${title}</h2><span class="meta">${meta}</span>
    <button class="ghost icon" aria-label="Close">${icon('x')}</button></header>${body}</form>`;
  dialog.showModal();
}

export function showKeys() {
  const rows = KEYS.map(([keys, does]) => `<div><dt>${keys.split(' ').map((key) =>
    `<kbd>${key.replace('_', ' ')}</kbd>`).join(' ')}</dt><dd>${does}</dd></div>`);
  open('Keys', '', `<dl>${rows.join('')}</dl>`);
}

export function showRule(name, file, line) {
  open(esc(name), `${esc(fileName(file))}:${line}`, excerpt(file, line));
}
