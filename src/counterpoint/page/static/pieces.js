// Pieces that several panels use: events, rules, pills, sentences, lines of code.

import { esc, icon } from './dom.js';

const MOST = 28; // characters of a name

/** A name that is not too long: of a longer one its beginning and its end. */
export function cut(name, most = MOST) {
  if (name.length <= most) return name;
  const end = Math.floor((most - 1) / 2);
  return `${name.slice(0, most - 1 - end)}…${name.slice(-end)}`;
}

/** A text whose words are not too long. */
export const cutWords = (text) => text.replace(/\S+/g, (word) => cut(word));

const whole = (name) => (cut(name) === name ? '' : `title="${esc(name)}"`);

/** An event as a chip. */
export const chip = (event) =>
  `<span class="ev ${event.voice} ${event.state || ''}" data-ev="${esc(event.ev)}" ${whole(event.ev)}>${esc(cut(event.ev))}</span>`;

/** Chips in a row, with how many more there are. */
export const chips = (events) =>
  events.listed.map(chip).join('') + (events.more ? `<span class="more">+${events.more}</span>` : '');

/** A sentence out of texts, events, rules and warnings. */
export const sentence = (parts, linked = false) =>
  parts.map((part) => {
    if (typeof part === 'string') return esc(cutWords(part));
    if (part.ev !== undefined) return chip(part);
    if (part.step !== undefined) return `<button class="ref" data-col="${part.step}">step ${(part.number ?? part.step) + 1}</button>`;
    if (part.warn !== undefined) return `<span class="warn">${esc(part.warn)}</span>`;
    const tag = linked ? `button class="ref ${part.voice}" data-act="why"` : `b class="${part.voice}"`;
    return `<${tag}>${esc(part.rule)}</${linked ? 'button' : 'b'}>`;
  }).join('');

const PILLS = {
  holds: icon('check'),
  fails: icon('x'),
  unknown: '<b>?</b>',
  vacuous: icon('ring'),
  checking: '<i class="spin"></i>',
};

/** An answer: sign, word and shape, never colour alone. */
export const pill = (answer) => `<span class="pill ${answer}">${PILLS[answer]}${answer}</span>`;

export const pillSign = (answer) => PILLS[answer];

const WORDS = {
  py: /(#.*$|"""(?:(?!""").)*$|"(?:"")?.*?"(?:"")?|'.*?')|\b(def|while|for|in|yield|True|False|None|import|from|return|if|else|not|and|or|assert|class)\b|(@\w+)|\b(\d+)\b/g,
  led: /(`\w+|".*?")|\b(iff|if|otherwise|where|some|all|in|mod)\b|(:=)|\b(\d+)\b/g,
  smv: /(--.*$|".*?")|\b(MODULE|I?VAR|FROZENVAR|DEFINE|CONSTANTS|ASSIGN|INIT|INVAR|TRANS|FAIRNESS|JUSTICE|COMPASSION|(?:CTL|LTL|INVAR)?SPEC|COMPUTE|M(?:IN|AX)|NAME|case|esac|init|next|in|union|mod|TRUE|FALSE|self)\b|(:=)|\b(\d+)\b/g,
  tla: /(\\\*.*$|".*?")|\b(VARIABLES?|CONSTANTS?|THEOREM|EXTENDS|MODULE|IF|THEN|ELSE|LET|IN|CHOOSE|UNCHANGED|ENABLED|DOMAIN|EXCEPT|SUBSET|TRUE|FALSE|LOCAL|ASSUME|INSTANCE)\b|(\\[A-Za-z]+|\[\])|\b(\d+)\b/g,
};

/** A text as HTML between tags, where quotes stand for themselves. */
const between = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

/** For each line of a literate text whether it is for the reader. */
function outsideCode(lines) {
  let code = false;
  return lines.map((line) => {
    const opens = /\/\$|\/-{4}/.test(line);
    const closes = /\$\/|-{4}\//.test(line);
    const inside = code || opens;
    code = (code || opens) && !closes;
    return !inside;
  });
}

/** For each line whether it begins inside of a text of several lines. */
export function insideText(lines, file) {
  if (/\.led$/.test(file)) return outsideCode(lines);
  if (!/\.py$/.test(file)) return lines.map(() => false);
  let inside = false;
  return lines.map((line) => {
    const before = inside;
    if ((line.match(/"""|\'\'\'/g) ?? []).length % 2) inside = !inside;
    return before;
  });
}

/** A line of source with its words in colour. */
export function code(line, file, inText = false) {
  if (inText) return `<span class="${/\.led$/.test(file) ? 'c' : 's'}">${esc(line)}</span>`;
  const words = WORDS[String(file).split('.').pop()] ?? WORDS.py;
  return between(line).replace(words, (whole, text, word, mark, number) => {
    const kind = text ? (text.startsWith('#') || text.startsWith('\\*') || text.startsWith('--') ? 'c' : 's') : word ? 'k' : mark ? 'd' : 'n';
    return `<span class="${kind}">${text || word || mark || number}</span>`;
  });
}

const LEAST_OF_HEAD = 18; // characters of a label, in two lines
const LETTER = 6.5; // px of a character there

/** A label in parts: what stands before the brackets, what in them, and which of several it is. */
export function partsOf(label) {
  const [, name, inside, number = ''] = /^([^(]+)\((.*)\)(#\d+)?$/.exec(label) ?? [null, label, ''];
  return { name, inside, number };
}

/** A label cut for the head of a column. */
export function short(label, width) {
  const most = Math.max(LEAST_OF_HEAD, 2 * Math.floor((width - 6) / LETTER) - 4);
  const { name, inside, number } = partsOf(label);
  const more = inside || number ? `<wbr><small>${esc(cut(inside, most))}${number}</small>` : '';
  return `${broken(cut(name, most))}${more}`;
}

/** The width in px of a label that stands in one line, in larger letters. */
export function widthOfHead(label) {
  const { name, inside, number } = partsOf(label);
  return Math.ceil(8 * name.length + 6.8 * (inside.length + number.length));
}

/** The width in px of what is never broken in a label. */
export function widthOfWords(label) {
  const { name, inside, number } = partsOf(label);
  const words = [...brokenUp(cut(name, LEAST_OF_HEAD)), ...`${inside}${number}`.split(/[\s,]+/).map((word) => cut(word, LEAST_OF_HEAD))];
  return Math.ceil(LETTER * Math.max(...words.map((word) => word.length)));
}

/** A long name, with places where a line may end. */
const broken = (name) => brokenUp(name).map(esc).join('<wbr>');

const brokenUp = (name) => name.split(/(?<=[a-z])(?=[A-Z])|(?<=_)/);

export const markX =
  '<svg viewBox="0 0 60 60" aria-hidden="true"><path class="mx" d="M16 16 44 44M44 16 16 44"/></svg>';
export const markO =
  '<svg viewBox="0 0 60 60" aria-hidden="true"><circle class="mo" cx="30" cy="30" r="15.5"/></svg>';

/** A mark on a board; other letters are written. */
export const mark = (text) =>
  text === 'X' ? markX : text === 'O' ? markO : `<span class="mark">${esc(text)}</span>`;

export const isEmpty = (text) => ['.', '_', '-', '·'].includes(text);
