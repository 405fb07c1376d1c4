// Small helpers for the document: finding elements, writing HTML without losing the focus, icons.

export const $ = (query, root = document) => root.querySelector(query);
export const $$ = (query, root = document) => [...root.querySelectorAll(query)];

/** What stands in an element and in the pictures in it, which are trees of their own. */
export const $$deep = (query, root = document) =>
  [...$$(query, root), ...$$('[data-picture]', root).flatMap((picture) => $$(query, picture.shadowRoot))];

/** The element that an event began at, also inside of a picture. */
export const origin = (event) => event.composedPath()[0];

/** What an object has of its own under a name that comes from outside. */
export const own = (object, name) => (object && Object.hasOwn(object, name) ? object[name] : undefined);

// A bare carriage return would be read as a new line, a NUL as nothing or as this sign.
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\r': '&#13;', '\0': '\ufffd' };

/** A text as HTML; all that comes from the server goes through here. */
export const esc = (text) => String(text ?? '').replace(/[&<>"'\r\0]/g, (sign) => ENTITIES[sign]);

let lost = null; // where the focus was that the sentence has now, as there was nothing in its place

/**
 * HTML into an element, if it differs, and `finish` it; a picture is not HTML, and has a `write` of
 * its own. The focus is never lost: what had it keeps it, by its `data-k`; if that is gone, what
 * stands in its place has it, at once or when there is something again.
 */
export function put(element, html, finish = () => {}, write = asHtml) {
  if (element.shownHtml === html) return;
  const focus = focusIn(element);
  element.shownHtml = html;
  write(element, html);
  finish();
  if (focus) giveFocus(element, focus);
}

const asHtml = (element, html) => { element.innerHTML = html; };

/** The key of what has the focus in an element, and its place among what can be pressed. */
function focusIn(element) {
  const outer = document.activeElement;
  const held = outer?.shadowRoot?.activeElement ?? outer;
  if (lost && held === $('#say')) return lost.element === element ? lost.focus : null;
  lost = null;
  if (!held?.dataset.k || !element.contains(outer)) return null;
  return { key: held.dataset.k, place: pressable(element).indexOf(held) };
}

function giveFocus(element, focus) {
  const there = pressable(element);
  const found = $$deep(`[data-k="${CSS.escape(focus.key)}"]`, element)[0] ?? there[Math.min(Math.max(focus.place, 0), there.length - 1)];
  lost = found ? null : { element, focus };
  (found ?? $('#say')).focus({ preventScroll: true });
}

/** A restart is not among them: whoever goes on pressing does not mean it. */
const pressable = (element) => $$deep('[data-k]:not([aria-disabled=true],[data-act=restart])', element);

/** A text into an element, if it differs: what is the same is not announced again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const narrow = () => innerWidth < 700;

const LARGEST = 1e9; // that is written with all its digits

/** A number with its digits in groups; of a very large one the first two, and the power of ten. */
export function count(number) {
  if (Number(number) < LARGEST) return Number(number).toLocaleString('en');
  const [digits, power] = Number(number).toExponential(1).split('e+');
  return `${digits}·10${[...power].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('')}`;
}

export const plural = (number, noun) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

const SHAPES = {
  first: 'M4 3v10M12.5 3.5 6.5 8l6 4.5z',
  prev: 'M10.5 3.5 4.5 8l6 4.5z',
  next: 'M5.5 3.5l6 4.5-6 4.5z',
  last: 'M12 3v10M3.5 3.5l6 4.5-6 4.5z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5 3.5v9M11 3.5v9',
  undo: 'M6 3 3 6l3 3M3.2 6H10a3.3 3.3 0 0 1 0 6.6H6.5',
  redo: 'M10 3l3 3-3 3M12.8 6H6a3.3 3.3 0 0 0 0 6.6h3.5',
  x: 'M4 4l8 8M12 4l-8 8',
  check: 'M3.5 8.5l3 3 6-7',
  dash: 'M4 8h8',
  ring: 'M8 4.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6',
};

export const icon = (name, more = '') =>
  `<svg class="ic ${more}" viewBox="0 0 16 16" aria-hidden="true"><path d="${SHAPES[name]}"/></svg>`;
