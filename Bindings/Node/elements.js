'use strict';

// Trees of elements as React and satori() have them, {type, props: {style, children, …}}, as HTML.

const { declarations, hasOwnLayout } = require('./styles.js');

const voids = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** The deepest nesting of elements, components and lists together, and the most of them. HTML allows fewer elements. */
const deepest = 1000;
const most = 1000000;

/** Elements whose standard display is `block`, and which are flexible boxes in Satori. */
const blocks = new Set([
  'address', 'article', 'aside', 'blockquote', 'center', 'div', 'dd', 'dl', 'dt', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2',
  'h3', 'h4', 'h5', 'h6', 'header', 'li', 'main', 'nav', 'ol', 'p', 'section', 'ul',
]);

/** Properties of React's elements that HTML names otherwise. */
const renamed = { className: 'class', htmlFor: 'for', acceptCharset: 'accept-charset', httpEquiv: 'http-equiv' };

/** Attributes of SVG that keep their capitals. Others are written with hyphens. */
const cased = new Set(
  ('attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits ' +
    'glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust ' +
    'limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits ' +
    'patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY ' +
    'repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset ' +
    'stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget ' +
    'xChannelSelector yChannelSelector zoomAndPan').split(' '),
);

/** Attributes of HTML that React writes with a capital and HTML without. */
const lowered = new Set('srcSet crossOrigin colSpan rowSpan cellPadding cellSpacing dateTime noWrap tabIndex'.split(' '));

function isElement(value) {
  return Array.isArray(value) || (typeof value === 'object' && value !== null && 'type' in value && 'props' in value);
}

function escaped(text) {
  return text.replace(/[&<>"\0]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\0': '\ufffd' })[letter]);
}

/**
 * The HTML of a tree.
 *
 * @param families the families of the given fonts, which all texts may use
 * @param isFitted whether the page is as high as its content
 * @param fail makes an error of a message
 */
function htmlOf(tree, { families, isFitted, fail }) {
  const parts = [];
  const context = { parts, families, fail, count: 0 };
  write(tree, context, '', 0);
  const fonts = [...families.map((name) => JSON.stringify(name)), 'sans-serif'];
  // Satori measures the border box, places absolute elements in their parent, and lets flexible boxes shrink below their content.
  const sheet =
    '*{box-sizing:border-box}body *{position:relative;min-width:0;min-height:0}svg *{position:static}' +
    'body{display:flex;flex-wrap:wrap;align-items:flex-start;align-content:flex-start;margin:0;width:100vw;' +
    `${isFitted ? '' : 'height:100vh;'}font-family:${escapedCSS(fonts.join(','))}}`;
  return `<!doctype html><meta charset="utf-8"><style>${sheet}</style><body>${parts.join('')}`;
}

/** A style sheet's text that can't end its element. */
function escapedCSS(text) {
  return text.replaceAll('<', '\\3c ');
}

function name(type) {
  return typeof type === 'function' ? `<${type.displayName || type.name || 'a component'}>` : `<${String(type)}>`;
}

function write(node, context, path, depth) {
  if (node === null || node === undefined || typeof node === 'boolean') return;
  if (depth > deepest) throw context.fail(`${path || 'the element'}: more than ${deepest} elements inside each other`);
  context.count += 1;
  if (context.count > most) throw context.fail(`${path || 'the element'}: more than ${most} elements and texts`);
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') {
    context.parts.push(escaped(String(node)));
    return;
  }
  if (typeof node === 'object' && typeof node[Symbol.iterator] === 'function') {
    let index = 0;
    for (const child of node) write(child, context, `${path}[${index++}]`, depth + 1);
    return;
  }
  if (typeof node !== 'object' || !('type' in node)) {
    const found = typeof node?.then === 'function' ? 'a promise; await components before' : `a ${typeof node}`;
    throw context.fail(`${path || 'the element'}: found ${found}, expected an element, a text or a list`);
  }
  writeElement(node, context, path, depth);
}

function writeElement({ type, props }, context, path, depth) {
  const given = props ?? {};
  const here = path === '' ? name(type) : `${path} > ${name(type)}`;
  if (typeof type === 'symbol') {
    // A fragment, or a part of React that only groups its children.
    const description = type.description ?? '';
    if (/fragment|strict_mode|suspense|profiler/.test(description)) return write(given.children, context, path, depth + 1);
    throw context.fail(`${here}: elements of this kind aren't drawn`);
  }
  if (typeof type === 'function') {
    if (type.prototype?.isReactComponent) throw context.fail(`${here}: components that are classes aren't called; write a function`);
    return write(called(type, given, context, here), context, here, depth + 1);
  }
  if (typeof type === 'object' && type !== null) {
    // What memo() and forwardRef() make.
    if (typeof type.render === 'function') return write(called(type.render, given, context, here), context, here, depth + 1);
    if (type.type !== undefined) return writeElement({ type: type.type, props }, context, path, depth + 1);
  }
  if (typeof type !== 'string' || !/^[A-Za-z][A-Za-z0-9-]*$/.test(type)) throw context.fail(`${here}: this is no name of an element`);
  if (type.toLowerCase() === 'script') return;
  context.parts.push(`<${type}${attributes(type, given, context, here)}>`);
  if (voids.has(type)) return;
  if (type === 'style') {
    const text = [given.children].flat(8).filter((child) => typeof child === 'string').join('');
    context.parts.push(escapedCSS(text));
  } else {
    write(given.children, context, here, depth + 1);
  }
  context.parts.push(`</${type}>`);
}

function called(component, props, context, here) {
  const result = component(props);
  if (typeof result?.then === 'function') throw context.fail(`${here}: the component returns a promise; await it before`);
  return result;
}

function attributes(type, props, context, here) {
  const fail = (message) => context.fail(`${here}: ${message}`);
  if (props.tw !== undefined) throw fail('tw isn\'t read; write style, or class names with a <style> element');
  if (props.dangerouslySetInnerHTML !== undefined) throw fail('dangerouslySetInnerHTML isn\'t read; give HTML as a text to html()');
  let result = '';
  for (const [key, value] of Object.entries(props)) {
    if (['children', 'style', 'key', 'ref'].includes(key) || value === null || value === undefined || value === false) continue;
    // Handlers of events do nothing in a picture.
    if (typeof value === 'function' || /^on[A-Z]/.test(key)) continue;
    const text = key === 'src' || key === 'href' || key === 'xlinkHref' ? address(value) : value === true ? '' : value;
    if (typeof text === 'object' || typeof text === 'symbol') throw fail(`${key}: found an object, expected a text or a number`);
    result += ` ${attribute(key, fail)}="${escaped(String(text))}"`;
  }
  const style = declarations(styled(type, props), context.families, fail);
  return style === '' ? result : `${result} style="${escaped(style)}"`;
}

function attribute(key, fail) {
  const name =
    renamed[key] ??
    (cased.has(key)
      ? key
      : lowered.has(key)
        ? key.toLowerCase()
        : key === 'xlinkHref'
          ? 'xlink:href'
          : key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  if (!/^[A-Za-z_][\w.:-]*$/.test(name)) throw fail(`${JSON.stringify(key)} is no name of an attribute`);
  return name;
}

/** The properties of an element, with Satori's display: a block is a flexible box unless it holds texts alone. */
function styled(type, props) {
  const style = props.style ?? {};
  if (typeof style !== 'object' || style.display !== undefined || !blocks.has(type)) return style;
  const children = [props.children].flat(8);
  const isText = children.every((child) => child === null || child === undefined || typeof child !== 'object');
  return isText && !hasOwnLayout(style) ? style : { display: 'flex', ...style };
}

/** An address, or the bytes of a picture as one. */
function address(value) {
  const bytes =
    value instanceof ArrayBuffer
      ? Buffer.from(value)
      : ArrayBuffer.isView(value)
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : null;
  // The library finds the format by the first bytes.
  return bytes === null ? (value instanceof URL ? value.href : value) : `data:${kind(bytes)};base64,${bytes.toString('base64')}`;
}

function kind(bytes) {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF')) return 'image/webp';
  if (start.slice(4, 8) === 'ftyp') return 'image/avif';
  return /^\s*</.test(start) ? 'image/svg+xml' : 'application/octet-stream';
}

module.exports = { htmlOf, isElement };
