'use strict';

const path = require('node:path');

const { htmlOf, isElement } = require('./elements.js');

/** The options of a page besides its fonts and its folder. */
const paging = ['width', 'height', 'colorScheme', 'allowMissing'];

// What `debug` adds to a page: the outlines of all boxes.
const outlines = Buffer.from('<style>*{outline:1px solid rgb(255 0 0/.7)!important;outline-offset:-1px!important}</style>');

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text is HTML rather than JSON or a path. */
function isHTML(text) {
  return /^\s*</.test(text.slice(0, 1000));
}

/** The class `Page` of a package with these functions. */
function pages({ PenumbraError, checkOptions, documents, filePath, json, native, ours, pick, read }) {
  // The objects of fonts by their bytes, so that a font is read once for many pages.
  const knownFonts = new WeakMap();

  /** Fonts as satori() takes them: {name, data, weight, style}. */
  function fontList(fonts) {
    if (fonts === undefined || fonts === null) return [];
    if (!Array.isArray(fonts)) throw new PenumbraError('options.fonts: expected a list of {name, data, weight, style}');
    return fonts.map((font, index) => {
      const place = `options.fonts[${index}]`;
      if (!isObject(font)) throw new PenumbraError(`${place}: expected {name, data, weight, style}`);
      checkOptions(font, ['name', 'data', 'weight', 'style', 'lang'], place);
      if (typeof font.name !== 'string' || font.name === '') throw new PenumbraError(`${place}.name: expected the family's name`);
      let { data } = font;
      if (data instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && data instanceof SharedArrayBuffer)) {
        data = Buffer.from(data);
      } else if (ArrayBuffer.isView(data)) {
        data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      } else {
        throw new PenumbraError(`${place}.data: expected the font's bytes, as a Buffer or an ArrayBuffer`);
      }
      const weight = font.weight === 'normal' ? 400 : font.weight === 'bold' ? 700 : font.weight ?? 400;
      const options = json({ family: font.name, weight, style: font.style ?? 'normal' }, place);
      const made = knownFonts.get(font.data) ?? new Map();
      if (!made.has(options)) {
        try {
          made.set(options, native.font(data, options));
        } catch (error) {
          throw ours(error);
        }
        knownFonts.set(font.data, made);
      }
      return { name: font.name, ...made.get(options) };
    });
  }

  /** An HTML document, or a tree of elements, for one or many pictures. */
  return class Page {
    constructor(document, options = {}) {
      checkOptions(options, ['folder', 'fonts', 'debug', ...paging], 'Page');
      let folder = options.folder === undefined ? undefined : filePath(options.folder, 'options.folder');
      const fonts = fontList(options.fonts);
      const size = pick(options, paging);
      let bytes;
      if (document instanceof Page) {
        const known = documents.get(document);
        bytes = known.bytes;
        folder ??= document.folder;
        if (options.fonts === undefined) fonts.push(...known.fonts);
        for (const [name, value] of Object.entries(known.page)) size[name] ??= value;
      } else if (document instanceof URL || (typeof document === 'string' && /\.x?html?$/i.test(document) && !isHTML(document))) {
        const file = filePath(document, 'html');
        bytes = read(file);
        folder ??= path.dirname(file);
      } else if (typeof document === 'string') {
        // A byte order mark, so that no encoding counts that the text declares.
        bytes = Buffer.from(`\ufeff${document}`);
      } else if (document instanceof Uint8Array) {
        bytes = Buffer.from(document);
      } else if (isElement(document)) {
        // As Satori does, all given fonts are asked for characters that an element's own fonts lack.
        const families = [...new Set(fonts.map((font) => font.name))];
        const fail = (message) => new PenumbraError(message, { status: 65 });
        bytes = Buffer.from(`\ufeff${htmlOf(document, { families, isFitted: size.height === 'auto', fail })}`);
      } else {
        throw new PenumbraError('html: expected HTML, an element, a path that ends in .html, or a file: URL');
      }
      if (options.debug) bytes = Buffer.concat([bytes, outlines]);
      documents.set(this, { bytes, folder, page: size, fonts });
    }

    /** The folder where relative paths in the document start. */
    get folder() {
      return documents.get(this).folder;
    }
  };
}

module.exports = { pages, paging };
