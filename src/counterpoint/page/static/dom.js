// Small helpers for the document: finding elements, writing HTML without losing the focus, icons.

export const $ = (query, root = document) => root.querySelector(query);
export const $$ = (query, root = document) => [...root.querySelectorAll(query)];

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML; all that comes from the server goes through here. */
export const esc = (text) => String(text ?? '').replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

/** HTML into an element, if it differs; the element that has the focus keeps it, by its `data-k`. */
export function put(element, html) {
  if (element.shownHtml === html) return;
  const held = document.activeElement;
  const key = held && element.contains(held) ? held.dataset.k : undefined;
  element.innerHTML = element.shownHtml = html;
  if (key) $(`[data-k="${CSS.escape(key)}"]`, element)?.focus({ preventScroll: true });
}

/** A text into an element, if it differs: what is the same is not announced again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const narrow = () => innerWidth < 700;

export const count = (number) => Number(number).toLocaleString('en');

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
