// The page: messages come in and are drawn, what is clicked goes out as commands.

import { drawAround } from './around.js';
import { drawBeside } from './beside.js';
import { showKeys, showRule } from './dialog.js';
import { $, esc, narrow, origin, put } from './dom.js';
import { listenToKeys } from './keys.js';
import { drawNotice } from './notice.js';
import { drawProperties } from './properties.js';
import { drawScore } from './score.js';
import { connect, send as tell } from './socket.js';
import { drawSource, openLine } from './source.js';
import { drawStage, focusSquare, lightSquare } from './stage.js';
import { eventNamed, named, receive, rowsById, state, targetName } from './state.js';
import { tellMove } from './told.js';
import { drawWhy } from './why.js';

const BEAT = 900; // ms a step, when a run is played

/* Drawing. */

const PANELS = [['score', 'Score'], ['why', 'Why'], ['props', 'Properties'], ['graph', 'Graph'], ['source', 'Source']];

const panels = () => (state.walk?.beside ? [['beside', 'Beside'], ...PANELS] : PANELS);

function draw() {
  drawNotice();
  if (!state.walk || !state.target) return;
  document.title = `${targetName()} – Counterpoint`;
  document.body.dataset.mode = state.walk.mode;
  put($('#target'), esc(targetName()));
  place();
  drawTabs();
  drawStage();
  drawBeside();
  drawScore();
  drawSource();
  drawWhy();
  drawAround();
  drawProperties();
  openGraph();
}

/** On a phone the transport is at the thumb; in two columns the reasons are under the score. */
function place() {
  const transport = narrow() ? document.body : $('.score > header');
  if ($('#transport').parentNode !== transport) transport.append($('#transport'));
  for (const [id] of panels()) $(`#panel-${id}`).setAttribute('role', narrow() ? 'tabpanel' : 'region');
  const why = $('#panel-why');
  if (innerWidth < 1200 && why.parentNode !== $('.mid')) $('.mid').insertBefore(why, $('#panel-source'));
  else if (innerWidth >= 1200 && why.parentNode !== $('.right')) $('.right').append(why);
}

function drawTabs() {
  const failing = state.properties?.rows.some((row) => row.answer === 'fails');
  put($('#tabs'), panels().map(([id, title]) => `<button role="tab" id="tab-${id}" data-tab="${id}" data-k="tab${id}"
    aria-selected="${state.tab === id}" aria-controls="panel-${id}" tabindex="${state.tab === id ? 0 : -1}">${title}${
      id === 'props' && failing ? '<i class="led bad"></i>' : ''}</button>`).join(''));
  document.body.dataset.tab = state.tab;
}

/** One node of the graph is in the order of tabs; arrows lead to the others. */
function openGraph() {
  const first = $('#graph .go[data-play]') ?? $('#graph .go');
  first?.setAttribute('tabindex', '0');
}

/* Messages. */

function take(message) {
  const before = state.walk?.mode;
  receive(message);
  if (message.type === 'walk' || message.type === 'target') {
    if (state.walk && state.target) link();
    draw();
    if (message.type === 'walk') {
      document.body.dataset.ready = '1';
      tellMove();
    }
    if (before === 'game' && state.walk.mode === 'trace') $('[data-act=play]').focus({ preventScroll: true });
  } else if (message.type === 'properties') {
    drawProperties();
    drawTabs();
  } else drawNotice();
}

/** The address of this very position, in the address bar. */
function link() {
  if (state.walk.link === undefined) return;
  const wanted = state.walk.link ? `#${state.walk.link}` : location.pathname;
  if (plain(location.hash) !== plain(wanted)) history.replaceState(null, '', wanted);
}

/** An address without escapes; one with a stray sign is as it is. */
function plain(address) {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

connect(take, (online) => {
  state.online = online;
  document.body.dataset.online = online ? '1' : '';
  draw();
});

addEventListener('hashchange', () => send('follow', { link: location.hash.slice(1) }));

/* Commands. */

/** Send a command; what an earlier one could not do is no longer said. */
function send(what, more) {
  if (state.notice?.kind === 'misuse') ACTS.dismiss();
  tell(what, more);
}

function play(name) {
  const event = name && eventNamed(name);
  if (event?.mine) send('step', { name: event.name });
}

const ACTS = {
  restore: () => send('restore'),
  restart: () => send('restart'),
  undo: () => state.walk.at && send('undo'),
  redo: () => state.walk.at < state.walk.length && send('redo'),
  first: () => send('jump', { at: 0 }),
  prev: () => state.walk.at && send('jump', { at: state.walk.at - 1 }),
  next: () => state.walk.at < state.walk.length && send('jump', { at: state.walk.at + 1 }),
  last: () => send('jump', { at: state.walk.length }),
  close: () => send('close'),
  values: () => state.target.values && send('values', { on: !state.walk.values.on }),
  fold: () => send('fold', { on: !state.walk.fold }),
  why: () => { show('why'); $('#panel-why').focus(); },
  inFull: () => { state.inFull = !state.inFull; drawStage(); },
  dismiss: () => { state.notice = null; drawNotice(); },
  play: playRun,
};

function playRun() {
  state.playing = !state.playing;
  if (state.playing && state.walk.at >= state.walk.length) ACTS.first();
  draw();
  if (state.playing) setTimeout(beat, BEAT / 2);
  else tellMove();
}

function beat() {
  if (!state.playing || state.walk.mode !== 'trace') return;
  ACTS.next();
  setTimeout(beat, BEAT);
}

function show(panel) {
  state.tab = panel;
  drawTabs();
  if (panel === 'source') drawSource();
}

/** What is done for a click, by the attribute that the clicked element has. */
const CLICKS = {
  name: (data, element) => {
    if (data.square !== undefined) focusSquare(Number(data.square));
    play(data.name || element.dataset.name);
  },
  act: (data) => ACTS[data.act](),
  rule: (data) => send('switch', { rules: [data.rule], on: !rowsById().get(data.rule).on }),
  group: (data) => switchGroup(data.group),
  foldGroup: (data) => { toggle(state.closed, data.foldGroup); drawScore(); },
  property: (data) => send('open', { property: named(state.properties.rows, data.property).name }),
  col: (data) => send('select', { step: Number(data.col) }),
  go: (data) => send('jump', { at: Number(data.go) }),
  play: (data) => play(data.play),
  tab: (data) => show(data.tab),
  line: (data) => {
    const file = data.file ?? rowsById().get(data.ruleLine)?.file ?? state.target.sources[0]?.path;
    const name = data.ruleLine ?? data.k?.slice(1) ?? '';
    if (narrow()) showRule(name, file, Number(data.line));
    else openLine(file, Number(data.line));
  },
};

function switchGroup(id) {
  const group = state.target.groups.find((each) => each.id === id);
  const on = group.rows.some((row) => !row.on);
  send('switch', { rules: group.rows.map((row) => row.id), on });
}

const toggle = (set, item) => (set.has(item) ? set.delete(item) : set.add(item));

document.addEventListener('click', (event) => {
  const element = origin(event).closest('button,[data-col],[data-play],[data-go],[data-property],.zone');
  if (!element || element.disabled || element.getAttribute('aria-disabled') === 'true') return;
  const kind = Object.keys(CLICKS).find((name) => element.dataset[name] !== undefined);
  if (kind) CLICKS[kind](element.dataset, element);
});

document.addEventListener('change', (event) => {
  const { by } = event.target.dataset;
  if (by !== undefined) send('by', { player: by, by: event.target.value });
});

document.addEventListener('pointerover', (event) => lightSquare(event.target.closest('[data-ev]')?.dataset.ev));

listenToKeys((name) => ACTS[name](), play);

addEventListener('resize', () => requestAnimationFrame(draw));

/* The top bar. */

$('#theme').onclick = () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
$('#help').onclick = showKeys;
$('#summary').onclick = () => {
  show('props');
  $('#panel-props').scrollIntoView({ block: 'nearest' });
};
$('#link').onclick = async () => {
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  put($('#copied'), copied ? 'Link to this position copied' : 'The address bar has the link');
  setTimeout(() => put($('#copied'), ''), 1800);
};

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem('theme', name);
}

document.documentElement.dataset.theme =
  localStorage.getItem('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
