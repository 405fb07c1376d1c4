// A second target beside the first: where the same steps lead it, and what it can do there.

import { $, esc, icon, put } from './dom.js';
import { drawPicture } from './picture.js';
import { cut, isEmpty, mark } from './pieces.js';
import { eventNamed, state, stepsBefore } from './state.js';
import { valuesHtml } from './values.js';

export function drawBeside() {
  const { beside } = state.walk;
  $('#panel-beside').hidden = !beside;
  if (!beside) return;
  put($('#h-beside'), `Beside: ${esc(cut(beside.name))}`);
  put($('#beside-meta'), beside.took.length ? esc(beside.took.map((label) => cut(label)).join(', ')) : '');
  drawSaid(beside);
  drawView(beside);
  put($('#beside-steps'), stepsHtml(beside));
}

function drawSaid(beside) {
  const apart = beside.matched < state.walk.at || !beside.view;
  $('#panel-beside').classList.toggle('apart', apart);
  put($('#beside-said'), apart ? `${icon('x')}<span>${differs(beside)}</span>` : lacking(beside));
}

/** Where the two part. */
function differs(beside) {
  if (!beside.view) return 'It looks different at the start.';
  const step = state.columns[beside.matched]?.name ?? '';
  const tried = beside.is_cut ? ' that was tried' : '';
  return `No step of it${tried} matches step ${stepsBefore(beside.matched) + 1}, <b>${esc(cut(step))}</b>. Below is the last position that matches.`;
}

/** What one can do and the other cannot. */
function lacking({ steps, lacks, is_cut: isCut }) {
  const alone = steps.filter((step) => step.name === null && !step.silent).map((step) => step.label);
  const parts = [lacks.length && `it has no match${isCut ? ' that was found' : ''} for ${listed(lacks)}`,
    alone.length && `it can also take ${listed(alone)}, which nothing here matches`].filter(Boolean);
  if (parts.length) return `${icon('dash')}<span>It looks the same, but ${parts.join('; ')}.</span>`;
  return `${icon('check')}<span>It looks the same${steps.length ? ', and so do all steps from here' : ''}.</span>`;
}

const MOST = 4;

const listed = (names) => names.slice(0, MOST).map((name) => `<b>${esc(cut(name))}</b>`).join(', ')
  + (names.length > MOST ? ` and ${names.length - MOST} more` : '');

function drawView({ view, steps }) {
  const box = $('#beside-view');
  if (view?.kind === 'svg') put(box, view.svg, () => {}, drawPicture);
  else put(box, !view ? '' : view.kind === 'board' ? boardHtml(view, steps) : valuesHtml(view));
}

/** The board; a square that a step marks is a button, if the first target can match that step. */
function boardHtml(view, steps) {
  const columns = view.rows[0].length;
  const square = (text, at) => {
    const step = steps.find((each) => each.square === at && mine(each));
    const has = isEmpty(text) ? '' : mark(text);
    const kind = `msq ${view.last.includes(at) ? 'last' : ''}`;
    if (!step) return `<div class="${kind}">${has}</div>`;
    return `<button class="${kind} open" data-play="${esc(step.name)}" data-k="bs${at}" aria-label="${esc(step.label)}">${has}</button>`;
  };
  return `<div class="mini" role="img" aria-label="Board of the second target" data-columns="${columns}">${
    view.rows.map((row, r) => `<div>${row.map((text, c) => square(text, r * columns + c)).join('')}</div>`).join('')}</div>`;
}

const mine = (step) => step.name !== null && eventNamed(step.name)?.mine;

/** Its steps: those that the first can match are buttons, which take both steps. */
function stepsHtml({ steps, view }) {
  const onBoard = view?.kind === 'board' && steps.every((step) => step.square !== null && mine(step));
  if (onBoard || !steps.length) return '';
  const button = (step) => (mine(step)
    ? `<button class="ghost" data-play="${esc(step.name)}" data-k="bb${esc(step.label)}">${esc(cut(step.label))}</button>`
    : `<span class="${step.silent ? 'silent' : step.name === null ? 'alone' : ''}" title="${why(step)}">${esc(cut(step.label))}</span>`);
  return `<div role="group" aria-label="Steps of the second target">${steps.map(button).join('')}</div>`;
}

const why = (step) => (step.silent ? 'changes nothing that is compared'
  : step.name === null ? 'no step of the first target matches it' : 'not yours to take');
