// The keyboard: every command has a key; none with Ctrl or Meta, none while something is typed.

import { $, $$, $$deep, origin } from './dom.js';
import { showKeys } from './dialog.js';
import { focusSquare, nameOfDigit, squareBeside } from './stage.js';
import { state } from './state.js';

const ACTS = {
  ArrowLeft: 'prev', ArrowRight: 'next', Home: 'first', End: 'last',
  u: 'undo', U: 'redo', n: 'restart', v: 'values', f: 'fold', w: 'why',
};

/** Listen; `act` does what a button of that name does, `play` takes the step of a name. */
export function listenToKeys(act, play) {
  document.addEventListener('keydown', (event) => {
    const { key } = event;
    const target = origin(event);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('select,input') || $('#dialog').open) return;
    if (moveInside(target, key) || pressed(target, key, act, play)) event.preventDefault();
  });
}

/** Arrows inside of the board, the steps, the graph and the tabs; whether that is what was meant. */
function moveInside(target, key) {
  if (!key.startsWith('Arrow')) return false;
  if (target.dataset.square !== undefined) {
    focusSquare(squareBeside(Number(target.dataset.square), key));
    return true;
  }
  for (const [inside, items] of [['.steps', '.st'], ['#graph', '.go'], ['#tabs', '[role=tab]']]) {
    if (!target.closest(inside)) continue;
    const all = $$(`${inside} ${items}`);
    const way = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
    const next = all[all.indexOf(target.closest(items)) + way];
    if (inside === '.steps') return false;
    next?.focus();
    return true;
  }
  return false;
}

function pressed(target, key, act, play) {
  if (!state.walk) return false;
  if (ACTS[key]) act(ACTS[key]);
  else if (/^[1-9]$/.test(key)) play(nameOfDigit(Number(key)));
  else if (key === '?') showKeys();
  else if (key === 'Escape' && state.walk.mode === 'trace') act('close');
  else if (key === 'b') focusBoard();
  else if (key === ' ' && state.walk.mode === 'trace' && !target.matches('button,[role=button]')) act('play');
  else if ((key === 'Enter' || key === ' ') && target.matches('g.go,.zone')) target.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
  else return false;
  return true;
}

function focusBoard() {
  const squares = $$('.sq');
  if (squares.length) focusSquare(Math.max(0, squares.findIndex((square) => square.tabIndex === 0)));
  else ($$deep('.zone')[0] ?? $('.evb:not([aria-disabled])'))?.focus();
}
