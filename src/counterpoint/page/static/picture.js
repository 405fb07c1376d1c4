// Pictures that a program draws. Of its SVG only what a picture is made of is copied, element by
// element, into a shadow tree: so no script of it runs, nothing of it is loaded from elsewhere, and
// its styles end at its frame. What is left out is named below it.

import { esc } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg';

const words = (...lines) => new Set(lines.join(' ').split(' '));

const ELEMENTS = words(
  'svg g defs symbol use switch title desc rect circle ellipse line polyline polygon path image',
  'text tspan textPath marker linearGradient radialGradient stop pattern clipPath mask filter',
  'animate animateMotion animateTransform mpath set',
  'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting',
  'feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR',
  'feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting',
  'feSpotLight feTile feTurbulence',
);

/** What may be animated, too: nothing that says where an address leads, or what a click does. */
const PAINT = words(
  'x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points width height viewBox transform',
  'transform-origin offset rotate',
  'pathLength preserveAspectRatio gradientUnits gradientTransform spreadMethod patternUnits',
  'patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits',
  'markerWidth markerHeight refX refY orient textLength lengthAdjust startOffset method spacing side',
  'alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation',
  'color-interpolation-filters color-rendering cursor direction display dominant-baseline fill',
  'fill-opacity fill-rule filter flood-color flood-opacity font-family font-size font-size-adjust',
  'font-stretch font-style font-variant font-weight image-rendering letter-spacing lighting-color',
  'marker-end marker-mid marker-start mask mask-type opacity overflow paint-order pointer-events',
  'shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap',
  'stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration',
  'text-rendering unicode-bidi vector-effect visibility word-spacing writing-mode',
  'filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 stdDeviation',
  'edgeMode order kernelMatrix divisor bias targetX targetY preserveAlpha surfaceScale',
  'diffuseConstant specularConstant specularExponent kernelUnitLength scale xChannelSelector',
  'yChannelSelector azimuth elevation pointsAtX pointsAtY pointsAtZ limitingConeAngle z radius',
  'baseFrequency numOctaves seed stitchTiles tableValues slope intercept amplitude exponent',
);

const OTHERS = words(
  'id class role lang systemLanguage requiredFeatures requiredExtensions xml:space xml:lang tabindex',
  'aria-label aria-hidden focusable attributeType',
  'aria-labelledby aria-describedby data-event data-restart data-last',
  'begin dur end min max repeatCount repeatDur restart calcMode keyTimes keySplines keyPoints path',
  'from to by additive accumulate',
);

/** What editors note for themselves: that it is left out changes nothing. */
const NOTES = /^(xmlns|version|baseProfile|metadata|data-.*|(?!xlink:href).*:.*)$/;

/** What would be loaded, also where its name is written by escapes; what has a # is in the picture. */
const OUTSIDE = /url\((?!\s*["']?#)|image-set|image\(|src\(|\\/i;

const IMAGE = /^data:image\/(png|jpeg|gif|webp);base64,/;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  * { box-sizing: border-box; }
  :host { font-family: sans-serif; }
  :host > svg { display: block; width: 100%; background: #fff; border: 1px solid var(--stave); border-radius: var(--r-m); }
  /* what a program draws keeps its own paint; places without any show where the pointer is */
  [data-last]:not(.last) { display: none; }
  [data-worth] { font-weight: 640; text-anchor: middle; pointer-events: none; paint-order: stroke; stroke: #fff; stroke-width: .22em; stroke-linejoin: round; fill: #444; }
  [data-worth=wins] { fill: #14713d; }
  [data-worth=loses] { fill: #b3261e; }
  .zone { cursor: pointer; }
  .zone[fill=transparent]:hover { fill: rgb(36 88 198 / .1); }
  .zone:focus-visible { outline: 0; stroke: #2458c6; stroke-width: 3px; vector-effect: non-scaling-stroke; }
  g.zone:focus-visible { outline: 6px solid #2458c6; stroke: none; }
`);

/** The picture of an SVG text in an element. */
export function drawPicture(element, text) {
  element.innerHTML = '<div class="easel"><div data-picture></div></div>';
  const shadow = element.querySelector('[data-picture]').attachShadow({ mode: 'open' });
  const made = { sheets: [], left: new Set() };
  shadow.append(...copies(parsed(text), made));
  shadow.adoptedStyleSheets = [...made.sheets, STYLE];
  if (made.left.size) element.insertAdjacentHTML('beforeend', leftOut([...made.left]));
}

const MOST = 6; // names of what is left out

function leftOut(names) {
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : '';
  return `<p class="meta beside">Left out of the picture: ${esc(names.slice(0, MOST).join(', '))}${more}</p>`;
}

/** What a text says, in a tree that runs nothing, loads nothing and shows nothing. */
function parsed(text) {
  const template = document.createElement('template');
  template.innerHTML = text;
  return template.content;
}

/** The copies of what stands in an element. */
const copies = (parent, made) => [...parent.childNodes].flatMap((node) => copied(node, made));

function copied(node, made) {
  if (node.nodeType === Node.TEXT_NODE) return node.parentNode.namespaceURI === SVG ? [document.createTextNode(node.data)] : [];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  if (node.namespaceURI === SVG && node.localName === 'style') {
    made.sheets.push(sheet(node, made));
    return [];
  }
  const name = node.localName === 'a' ? 'g' : node.localName; // a link leads nowhere
  if (node.namespaceURI !== SVG || !ELEMENTS.has(name)) {
    leave(node.localName, made);
    return [];
  }
  const copy = document.createElementNS(SVG, name);
  for (const attribute of node.attributes) copyAttribute(copy, attribute, made);
  copy.append(...copies(node, made));
  return [copy];
}

function copyAttribute(copy, { name, value, namespaceURI }, made) {
  if (name === 'style') {
    copy.style.cssText = value;
    keepInside(copy.style, made);
  } else if (isKept(copy, name, value)) copy.setAttributeNS(namespaceURI, name, value);
  else leave(name, made);
}

/** Note that something is left out, if that can be seen. */
function leave(name, made) {
  if (!NOTES.test(name)) made.left.add(name);
}

function isKept(copy, name, value) {
  if (name === 'href' || name === 'xlink:href') return copy.localName === 'image' ? IMAGE.test(value) : copy.localName !== 'g' && value.startsWith('#');
  if (name === 'attributeName') return PAINT.has(value);
  return (PAINT.has(name) || OTHERS.has(name)) && !OUTSIDE.test(value);
}

/** The rules of a style sheet that load nothing. */
function sheet(node, made) {
  const found = new CSSStyleSheet({ media: node.getAttribute('media') ?? '' });
  found.replaceSync(node.textContent);
  keepRules(found, made);
  return found;
}

function keepRules(owner, made) {
  for (let n = owner.cssRules.length - 1; n >= 0; n--) {
    const rule = owner.cssRules[n];
    if (rule instanceof CSSKeyframesRule ? OUTSIDE.test(rule.cssText) : rule instanceof CSSFontFaceRule || !(rule.style || rule.cssRules)) {
      made.left.add(rule.cssText.split(/[\s{("]/)[0]);
      owner.deleteRule(n);
    } else if (!(rule instanceof CSSKeyframesRule)) {
      if (rule.style) keepInside(rule.style, made);
      if (rule.cssRules) keepRules(rule, made);
    }
  }
}

/** Of declarations those that load nothing. */
function keepInside(style, made) {
  for (const name of [...style]) {
    if (!OUTSIDE.test(style.getPropertyValue(name))) continue;
    style.removeProperty(name);
    made.left.add(name);
  }
}
