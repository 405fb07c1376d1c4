// Undo and redo, to one's own choices; and the arrows, step by step.

import { $, icon, put } from './dom.js';
import { state, stepsBefore } from './state.js';

const arrow = (act, name, key, off) =>
  `<button class="ghost icon" data-act="${act}" data-k="t${act}" aria-label="${name}" title="${name} (${key})"
    ${off ? 'aria-disabled="true"' : ''}>${icon(act, 'fillable')}</button>`;

export function drawTransport() {
  const { at, length, mode } = state.walk;
  const start = at === 0;
  const end = at >= length;
  const before = mode === 'trace' ? player() : state.target.recorded ? '' : choices(start, end);
  put($('#transport'), `${before}${before ? '<span class="sep"></span>' : ''}
    ${arrow('first', 'To the start', 'Home', start)}${arrow('prev', 'One step back', '←', start)}
    <span class="pos"><b>${stepsBefore(at)}</b> / ${stepsBefore(length)}</span>
    ${arrow('next', 'One step on', '→', end)}${arrow('last', 'To the end', 'End', end)}`);
}

const player = () => `<button class="solid" data-act="play" data-k="play">
  ${icon(state.playing ? 'pause' : 'play', 'fillable')}${state.playing ? 'Pause' : 'Play'}</button>`;

const choices = (start, end) =>
  `<button class="ghost" data-act="undo" data-k="undo" title="Back to your last choice (U)" ${start ? 'aria-disabled="true"' : ''}>
    ${icon('undo')}Undo</button>
  <button class="ghost" data-act="redo" data-k="redo" title="On to your next choice (Shift U)" ${end ? 'aria-disabled="true"' : ''}>
    ${icon('redo')}Redo</button>`;
