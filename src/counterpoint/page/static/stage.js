// The stage: the sentence, the board or the values, what can be done, who plays.

import { $, $$, $$deep, esc, narrow, own, put, say } from './dom.js';
import { drawPicture } from './picture.js';
import { cut, cutWords, isEmpty, mark, sentence } from './pieces.js';
import { state } from './state.js';
import { inFullHtml, valuesHtml } from './values.js';

const KEYS = 9; // events that have a digit

export function drawStage() {
  drawSentence();
  drawView();
  drawTools();
}

function drawSentence() {
  const { say: said } = state.walk;
  say($('#say'), cutWords(said.title));
  put($('#hint'), sentence(said.parts, true));
}

function drawView() {
  const { view } = state.walk;
  const open = squaresOpen();
  const all = state.walk.events.filter((event) => event.enabled);
  const onBoard = view.kind === 'board' && open.size === all.length && !state.walk.more_events;
  if (view.kind === 'board') drawBoard(view, open);
  else drawOther(view);
  // on a phone what a picture marks may be too small for a finger
  const inPicture = view.kind === 'svg' && openPicture(view) && !narrow();
  put($('#events'), onBoard || inPicture ? '' : eventButtons());
  put($('#full'), inFullHtml(view));
}

function drawOther(view) {
  $('#board').dataset.shape = '';
  if (view.kind === 'svg') put($('#board'), view.svg, () => openPicture(view), drawPicture);
  else put($('#board'), valuesHtml(view));
}

/** The squares that an event marks, each with the event. */
function squaresOpen() {
  const found = new Map();
  for (const event of state.walk.events) {
    if (event.enabled && event.square !== null && !found.has(event.square)) found.set(event.square, event);
  }
  return found;
}

/* The board: buttons in a grid, of which one is in the order of tabs. */

function drawBoard(view, open) {
  const rows = view.rows.length;
  const columns = view.rows[0].length;
  const box = $('#board');
  if (box.dataset.shape !== `${rows}x${columns}`) {
    box.dataset.shape = `${rows}x${columns}`;
    box.shownHtml = undefined;
    put(box, emptyBoard(rows, columns));
    box.firstElementChild.style.setProperty('--rows', rows);
    box.firstElementChild.style.setProperty('--columns', columns);
  }
  const marks = view.rows.flat();
  const mayPlay = [...open.values()].some((event) => event.mine);
  box.classList.toggle('mayplay', mayPlay);
  $$('.sq', box).forEach((square, at) => drawSquare(square, at, marks[at], open.get(at), view, columns));
  $('.strike', box).innerHTML = view.line?.length ? strike(view.line, rows, columns, marks) : '';
  put($('.beside', box), [esc(view.said), ...view.rows_beside.map(valueBeside)].filter(Boolean).join(' · '));
}

const valueBeside = (row) => `${esc(row.name)} <code class="${row.changed ? 'ch' : ''}">${esc(row.value)}</code>`;

function emptyBoard(rows, columns) {
  const square = (row, column) =>
    `<div role="gridcell"><button class="sq" data-square="${row * columns + column}"
      tabindex="${row + column ? -1 : 0}"></button></div>`;
  const row = (at) => `<div role="row">${[...Array(columns).keys()].map((c) => square(at, c)).join('')}</div>`;
  const small = Math.max(rows, columns) > 4 ? 'small' : '';
  return `<div class="board ${small}" role="grid" aria-label="Board" aria-describedby="say">
    ${[...Array(rows).keys()].map(row).join('')}
    <svg class="strike" viewBox="0 0 ${columns * 100} ${rows * 100}" aria-hidden="true"></svg></div>
    <p class="beside meta" aria-hidden="true"></p>`;
}

function drawSquare(square, at, text, event, view, columns) {
  const mine = event?.mine;
  const worth = event && own(state.walk.values.moves, event.name);
  const has = !isEmpty(text);
  const voice = text === 'O' ? 'o' : text === 'X' ? 'x' : 'game';
  const classes = ['sq'];
  if (has) classes.push('has', voice);
  if (mine) classes.push('open', event.voice);
  else if (!has) classes.push('shut');
  if (view.last.includes(at) && !view.line?.length) classes.push('last');
  if (view.line?.length && !view.line.includes(at)) classes.push('dim');
  if (worth) classes.push(`v-${worth.value}`);
  square.className = classes.join(' ');
  square.dataset.name = mine ? event.name : '';
  square.dataset.label = event?.label ?? '';
  square.setAttribute('aria-disabled', String(!mine || !state.online));
  const place = `Row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1}`;
  const told = worth ? `. ${worthWords(worth)}` : '';
  const does = mine ? `. Enter plays ${event.label}` : has ? '' : ', not possible now';
  square.setAttribute('aria-label', `${place}: ${has ? text : 'empty'}${does}${told}`);
  put(square, (has ? mark(text) : ghost(mine && event)) + (worth ? worthHtml(worth) : ''));
}

const ghost = (event) =>
  event ? `<span class="gh">${mark(event.voice === 'o' ? 'O' : 'X')}</span>` : '';

/** How many steps follow after the move until the game is decided, as `advise` counts them. */
const inWords = (worth, before = '') => (worth.in === null ? '' : `${before}${worth.in ? `in ${worth.in}` : 'now'}`);

const worthWords = (worth) =>
  `${worth.value}${inWords(worth, ' ')}; ${worth.losing} of ${worth.replies} replies lose value`;

const PIPS = 12;

/** A dot for each reply, those filled that lose value. */
const pipsHtml = (worth) => (worth.replies > PIPS ? `${worth.losing}/${worth.replies}`
  : '<i class="on"></i>'.repeat(worth.losing) + '<i></i>'.repeat(worth.replies - worth.losing));

function worthHtml(worth) {
  return `<span class="val"><b>${worth.value}</b>${worth.in === null ? '' : `<small>${inWords(worth)}</small>`}</span>
    ${worth.replies ? `<span class="pips" title="${esc(worthWords(worth))}">${pipsHtml(worth)}</span>` : ''}`;
}

/** The line through a win. */
function strike(line, rows, columns, marks) {
  const centre = (at) => [50 + 100 * (at % columns), 50 + 100 * Math.floor(at / columns)];
  const [[ax, ay], [bx, by]] = [centre(line[0]), centre(line.at(-1))];
  const [dx, dy] = [(bx - ax) * 0.16, (by - ay) * 0.16];
  const voice = marks[line[0]] === 'O' ? 'o' : 'x';
  return `<line class="${voice}" x1="${ax - dx}" y1="${ay - dy}" x2="${bx + dx}" y2="${by + dy}"/>`;
}

/** The focus on a square of the board. */
export function focusSquare(at) {
  $$('.sq').forEach((square, number) => {
    square.tabIndex = number === at ? 0 : -1;
    if (number === at) square.focus();
  });
}

/** The square that an arrow key leads to. */
export function squareBeside(at, key) {
  const rows = state.walk.view.rows.length;
  const columns = state.walk.view.rows[0].length;
  const [row, column] = [Math.floor(at / columns), at % columns];
  const to = {
    ArrowLeft: [row, Math.max(0, column - 1)],
    ArrowRight: [row, Math.min(columns - 1, column + 1)],
    ArrowUp: [Math.max(0, row - 1), column],
    ArrowDown: [Math.min(rows - 1, row + 1), column],
  }[key];
  return to ? to[0] * columns + to[1] : at;
}

/* A picture of the program's own: what it marks by data-event is a button. */

/** Make them buttons; whether every event is one of them, with its value if values are shown. */
function openPicture(view) {
  const names = new Set();
  for (const part of $$deep('[data-event]', $('#board'))) {
    const event = state.walk.events.find((each) => each.enabled && each.label === part.dataset.event);
    const worth = event && own(state.walk.values.moves, event.name);
    const isTold = drawWorth(part, worth);
    part.classList.toggle('zone', Boolean(event?.mine));
    if (!event?.mine) continue;
    if (isTold || !state.walk.values.on) names.add(event.name);
    part.dataset.name = event.name;
    part.dataset.k = `z${event.name}`;
    part.dataset.says ??= part.getAttribute('aria-label') ?? event.label;
    asButton(part, part.dataset.says + (worth ? `. ${worthWords(worth)}` : ''));
  }
  for (const part of $$deep('[data-last]', $('#board'))) part.classList.toggle('last', part.dataset.last === view.last);
  openRestarts();
  return state.walk.events.every((event) => !event.enabled || names.has(event.name));
}

const LEAST = 20; // px of a part of a picture in which a value can be read

/**
 * The value of a move on the part of a picture that is its button; whether there is room.
 *
 * A group shows text that is in it; that of a shape follows the shape.
 */
function drawWorth(part, worth) {
  const inside = part.localName === 'g' || part.localName === 'svg';
  const before = inside ? part.querySelector(':scope > [data-worth]') : part.nextElementSibling;
  if (before?.dataset.worth) before.remove();
  const { width, height } = part.getBoundingClientRect();
  if (!worth || Math.min(width, height) < LEAST) return false;
  const box = part.getBBox();
  const size = Math.min(0.27 * box.height, 0.46 * box.width);
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  text.dataset.worth = worth.value;
  for (const [name, value] of Object.entries({ x: box.x + box.width / 2, y: box.y + box.height - 0.45 * size, 'font-size': size })) {
    text.setAttribute(name, value);
  }
  text.textContent = worth.in ?? { wins: '+', loses: '−' }[worth.value] ?? '=';
  if (inside) part.append(text);
  else {
    if (part.hasAttribute('transform')) text.setAttribute('transform', part.getAttribute('transform'));
    part.after(text);
  }
  return true;
}

/** Where the program's own picture has a button that begins anew. */
function openRestarts() {
  const canRestart = state.walk.mode === 'game' && !state.target.recorded;
  for (const part of canRestart ? $$deep('[data-restart]', $('#board')) : []) {
    part.classList.add('zone');
    part.dataset.act = 'restart';
    part.dataset.k = 'zrestart';
    asButton(part, part.getAttribute('aria-label') ?? 'New game');
  }
}

function asButton(part, label) {
  part.setAttribute('role', 'button');
  part.setAttribute('tabindex', '0');
  part.setAttribute('aria-label', label);
}

/* Buttons for events. */

function eventButtons() {
  const { events, values } = state.walk;
  const button = (event, at) => {
    const worth = own(values.moves, event.name);
    const told = worth ? `${worth.value}${inWords(worth, ' ')}` : event.enabled ? event.leads : 'not possible now';
    const pips = worth ? `<span class="pips" title="${esc(worthWords(worth))}">${pipsHtml(worth)}</span>` : '';
    return `<button class="evb ${event.voice ?? 'game'} ${worth ? `v-${worth.value}` : ''}"
      data-name="${event.mine ? esc(event.name) : ''}" data-k="e${esc(event.name)}"
      data-label="${esc(event.label)}" ${event.mine && state.online ? '' : 'aria-disabled="true"'}
      >${at < KEYS && event.mine ? `<kbd>${at + 1}</kbd>` : ''}<b title="${esc(event.name)}">${esc(cut(event.name))}</b><span>${esc(told)}${pips}</span></button>`;
  };
  if (!events.length) return '';
  const { more_events: more, more_shut: shut, is_listed: listed } = state.walk;
  const left = [more && `${more} more that are possible`, shut && `${shut} more that are not`].filter(Boolean).join(', and ');
  return `<div class="events" role="group" aria-label="Events">${events.map(button).join('')}${left ? `<p class="more">and ${left}</p>` : ''}${listed === false ? `<p class="more">${UNTRIED}</p>` : ''}</div>`;
}

const UNTRIED = 'There may be more: the inputs have too many values to try all of them.';

/** The name of the event, or of that of the square, that a digit means. */
export function nameOfDigit(digit) {
  const squares = $$('.sq');
  if (squares.length && squares.length <= KEYS && !$('.evb')) return squares[digit - 1]?.dataset.name;
  return state.walk.events.filter((event) => event.enabled)[digit - 1]?.name;
}

/* Below: who plays, values, a new game. */

function drawTools() {
  const { players, values, recorded } = state.target;
  if (recorded) {
    put($('#tools'), '');
    return;
  }
  const pick = (player) => `<label class="pick">${/^\d+$/.test(player.name) ? 'Player ' : ''}${esc(player.name)} plays
    <select data-by="${esc(player.name)}" data-k="by${esc(player.name)}">${player.ways.map((way) =>
      `<option value="${esc(way.id)}" ${way.id === player.by ? 'selected' : ''} ${way.why_not ? 'disabled' : ''}>${esc(way.title)}</option>`).join('')}
    </select></label>`;
  const { on, ready } = state.walk.values;
  const overlay = values ? `<button class="switchline" role="switch" aria-checked="${on}" data-act="values"
    data-k="values"><i class="sw"></i>Values${on && !ready ? '<i class="spin"></i>' : ''}</button>` : '';
  put($('#tools'), `${players.slice(1).map(pick).join('')}${overlay}
    <button class="ghost" data-act="restart" data-k="restart" title="New game (N)">New game</button>`);
}

/** Light the square of an event that the pointer is on, wherever that is. */
export function lightSquare(label) {
  for (const square of $$('.sq')) {
    square.classList.toggle('hov', Boolean(label) && square.dataset.label === label);
  }
}
