'use strict';

// Objects of style as React and satori() have them, {fontSize: 20, WebkitTextStroke: '1px red'}, as declarations of CSS.

/** Properties whose numbers have no unit. The numbers of all others are pixels. */
const unitless = new Set(
  ('animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth boxFlex boxFlexGroup boxOrdinalGroup ' +
    'columnCount columns flex flexGrow flexPositive flexShrink flexNegative flexOrder gridArea gridRow gridRowEnd gridRowSpan ' +
    'gridRowStart gridColumn gridColumnEnd gridColumnSpan gridColumnStart fontWeight lineClamp lineHeight opacity order orphans ' +
    'scale tabSize widows zIndex zoom fillOpacity floodOpacity stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit ' +
    'strokeOpacity strokeWidth WebkitLineClamp WebkitBoxFlex fontSizeAdjust').split(' '),
);

/** Properties that only containers of flexible boxes have. */
const ofContainers = [
  'alignItems', 'alignContent', 'justifyContent', 'flexDirection', 'flexWrap', 'flexFlow', 'gap', 'rowGap', 'columnGap', 'placeItems',
  'placeContent',
];

function hasOwnLayout(style) {
  return ofContainers.some((name) => style[name] !== undefined && style[name] !== null);
}

/** The name of a property in CSS: `WebkitLineClamp` is `-webkit-line-clamp`, and custom properties keep their names. */
function property(key, fail) {
  if (key.startsWith('--')) {
    if (!/^--[\w-]+$/.test(key)) throw fail(`style.${JSON.stringify(key)}: this is no name of a custom property`);
    return key;
  }
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^(ms|webkit|moz)-/, '-$1-');
  if (!/^-?[a-z][a-z-]*$/.test(name)) throw fail(`style.${JSON.stringify(key)}: this is no name of a property`);
  return name;
}

/** A value that can't end its declaration: strings and brackets in it are closed, and a semicolon stands in a string. */
function checked(value, place, fail) {
  const open = [];
  let quote = '';
  for (let index = 0; index < value.length; index += 1) {
    const letter = value[index];
    if (letter === '\\') index += 1;
    else if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if ('([{'.includes(letter)) open.push({ '(': ')', '[': ']', '{': '}' }[letter]);
    else if (')]}'.includes(letter) && open.pop() !== letter) throw fail(`${place}: found ${letter}, which nothing opens`);
    else if (letter === ';' && open.length === 0) throw fail(`${place}: found a semicolon; give one value`);
  }
  if (quote !== '' || open.length > 0) throw fail(`${place}: ${quote || open.pop()} is missing at the end`);
  return value;
}

function value(key, given, fail) {
  const place = `style.${key}`;
  if (typeof given === 'number') {
    if (!Number.isFinite(given)) throw fail(`${place}: found ${given}, expected a number`);
    return given === 0 || unitless.has(key) || key.startsWith('--') ? `${given}` : `${given}px`;
  }
  if (typeof given !== 'string') throw fail(`${place}: found ${Array.isArray(given) ? 'a list' : `a ${typeof given}`}, expected a text or a number`);
  return checked(given.trim(), place, fail);
}

/** The value that Satori calls `lineClamp`: a number of lines, and perhaps the text at the end. */
function clamp(given, fail) {
  const lines = Number(String(given).trim().split(/\s/)[0]);
  if (!Number.isInteger(lines) || lines < 1) throw fail(`style.lineClamp: found ${given}, expected a number of lines`);
  return `display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:${lines};overflow:hidden;`;
}

/**
 * The declarations of a style.
 *
 * @param families the families that follow those of the style
 * @param fail makes an error of a message
 */
function declarations(style, families, fail) {
  if (typeof style === 'string') return style;
  if (typeof style !== 'object' || style === null || Array.isArray(style)) throw fail('style: expected an object of properties');
  let [result, clamped] = ['', ''];
  for (const [key, given] of Object.entries(style)) {
    if (given === null || given === undefined || given === false || given === '') continue;
    if (key === 'lineClamp') {
      clamped = clamp(given, fail);
      continue;
    }
    let text = value(key, given, fail);
    const isGlobal = /^(inherit|initial|unset|revert|revert-layer)$/.test(text);
    if (key === 'fontFamily' && !isGlobal) text = [text, ...families.map((name) => JSON.stringify(name))].join(',');
    result += `${property(key, fail)}:${text};`;
  }
  // The lines that are shown need a box of their own kind, whatever display is.
  return result + clamped;
}

module.exports = { declarations, hasOwnLayout };
