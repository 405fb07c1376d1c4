// What the marks of the score mean, as far as they can occur.

import { bands } from './bands.js';
import { $, put } from './dom.js';
import { hasCells } from './layout.js';
import { state } from './state.js';

const small = (drawn) => `<svg class="game" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${drawn}</svg>`;
const band = (blocked) => bands(blocked, 0, -0.5, 16);
const note = (kind) => `<circle class="note ${kind}" cx="8" cy="8" r="4.8"/>`;

const BLOCKS = 'These events could not be selected; the more events, the thicker the band';

export function drawLegend() {
  const entries = hasCells() ? ofValues() : ofRules();
  if (state.walk.loop !== null) entries.push([REPEAT, 'repeats for ever']);
  put($('#legend'), entries.map(([drawn, said, tip]) => `<span${tip ? ` title="${tip}"` : ''}>${small(drawn)}${said}</span>`).join(''));
}

const REPEAT = `<g class="rep"><rect x="3" y="0" width="3" height="16"/><rect x="8" y="0" width="1" height="16"/>
  <circle cx="12" cy="5.5" r="1.5"/><circle cx="12" cy="10.5" r="1.5"/></g>`;

function ofRules() {
  const players = state.target.players.map((player) => player.name);
  const blocks = players.length === 2
    ? [band({ x: 1, o: 1 }), `blocks events of ${players.join(', of ')}`, BLOCKS]
    : [band({ game: 1 }), 'blocks events', BLOCKS];
  return [
    [note('won'), 'requested, selected', 'It requested this event, and the event was selected'],
    [note('ask'), 'requested', 'It requested another event'],
    ['<path class="note shut" d="M4.8 4.8l6.4 6.4m0 -6.4l-6.4 6.4"/>', 'requested, blocked', 'All that it requested was blocked'],
    blocks,
    ['<line class="chord" x1="8" x2="8" y1="0" y2="16"/><circle class="woke" cx="8" cy="8" r="2.8"/>', 'resumed', 'It waited for the event, and went on to its next statement'],
  ];
}

const ofValues = () => [
  [note('won'), 'taken'],
  [note('ask'), 'enabled'],
  ['<g class="vl ch x"><rect x="0" y="1" width="16" height="14" rx="4"/></g>', 'value changed'],
];
