'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

const { pages, paging } = require('./pages.js');

const native = require(process.env.PENUMBRA_ADDON || './penumbra.node');
native.load(process.env.PENUMBRA_LIBRARY || path.join(__dirname, 'libpenumbra-c.so'));

const codes = {
  64: 'PENUMBRA_USAGE',
  65: 'PENUMBRA_BAD_DATA',
  66: 'PENUMBRA_INPUT_MISSING',
  69: 'PENUMBRA_BACKEND_UNAVAILABLE',
  70: 'PENUMBRA_INTERNAL_ERROR',
  75: 'PENUMBRA_TEMPORARY',
};

/** Why a picture can't be drawn. */
class PenumbraError extends Error {
  constructor(message, { place = null, status = 64, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.place = place || null;
    this.status = status;
    this.code = codes[status] || codes[70];
  }
}
Object.defineProperty(PenumbraError.prototype, 'name', { value: 'PenumbraError', configurable: true, writable: true });

/** An error of the addon as a PenumbraError with a stack of its own. */
function ours(error) {
  if (error instanceof PenumbraError || !(error instanceof Error) || typeof error.status !== 'number') return error;
  return new PenumbraError(error.message, { place: error.place, status: error.status });
}

/** The text of a JSON document. JSON.stringify would turn NaN into null, and null is a missing option. */
function json(value, name) {
  const finite = (key, item) => {
    if (typeof item === 'number' && !Number.isFinite(item)) throw new PenumbraError(`${name}: ${key} is ${item}`);
    return item;
  };
  try {
    return JSON.stringify(value, finite);
  } catch (error) {
    if (error instanceof PenumbraError) throw error;
    throw new PenumbraError(`${name}: ${error.message.split('\n')[0]}`, { cause: error });
  }
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkOptions(options, known, what) {
  if (!isObject(options)) throw new PenumbraError(`${what}: options must be an object`);
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new PenumbraError(`options.${name}: unknown option of ${what}`);
  }
}

function filePath(value, name) {
  try {
    return value instanceof URL ? fileURLToPath(value) : path.resolve(value);
  } catch (error) {
    throw new PenumbraError(`${name}: expected a path or a file: URL`, { cause: error });
  }
}

const opening = ['backend', 'device', 'threads', 'roots', 'fonts', 'strict', 'maxMemory'];
const drawing = ['parameters', 'scale', 'time'];
const encoding = ['format', 'quality', 'effort', 'maxBytes', 'threads'];

function pick(options, names) {
  return Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
}

// The bytes and the folder of each scene and page.
const documents = new WeakMap();

function read(file) {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    const reason = error.code === 'ENOENT' ? 'no such file' : error.code;
    throw new PenumbraError(`${file}: ${reason}`, { status: 66, cause: error });
  }
}

const Page = pages({ PenumbraError, checkOptions, documents, filePath, json, native, ours, pick, read });

/** A scene's document, read once for many pictures. */
class Scene {
  constructor(document, options = {}) {
    checkOptions(options, ['folder'], 'Scene');
    let folder = options.folder === undefined ? undefined : filePath(options.folder, 'options.folder');
    let bytes;
    if (document instanceof Scene) {
      bytes = documents.get(document).bytes;
      folder ??= document.folder;
    } else if (document instanceof URL || (typeof document === 'string' && document.endsWith('.json'))) {
      const file = filePath(document, 'scene');
      bytes = read(file);
      folder ??= path.dirname(file);
    } else if (typeof document === 'string') {
      bytes = Buffer.from(document);
    } else if (document instanceof Uint8Array) {
      // A copy, so that nobody changes the bytes while a thread reads them.
      bytes = Buffer.from(document);
    } else if (isObject(document)) {
      bytes = Buffer.from(json(document, 'scene'));
    } else {
      throw new PenumbraError('scene: expected an object, JSON, a path that ends in .json, or a file: URL');
    }
    documents.set(this, { bytes, folder });
  }

  /** The folder where relative paths in the scene start. */
  get folder() {
    return documents.get(this).folder;
  }
}

function asDocument(document) {
  return document instanceof Scene || document instanceof Page ? document : new Scene(document);
}

function notices(text) {
  return text.split('\n').filter((line) => line !== '');
}

/** A drawn picture. */
class Picture {
  #picture;

  constructor(secret, result) {
    if (secret !== native) throw new PenumbraError('pictures are made by Renderer.draw');
    this.#picture = result.picture;
    this.width = result.width;
    this.height = result.height;
    this.notices = notices(result.notices);
    Object.freeze(this);
  }

  /** A copy of the pixels: straight RGBA, rows from the top, one byte per channel, or two with `canvas.depth` 16. */
  pixels() {
    return native.pixels(this.#picture);
  }

  async encode(format = 'png', options = {}) {
    checkOptions(options, encoding.slice(1), 'encode');
    try {
      return (await native.encode(this.#picture, json({ ...pick(options, encoding), format }, 'options'))).data;
    } catch (error) {
      throw ours(error);
    }
  }
}

/** Keeps fonts and working memory from picture to picture. */
class Renderer {
  #renderer;
  // Drawings of one renderer wait for each other here, and not on Node's threads.
  #last = Promise.resolve();

  constructor(options = {}) {
    checkOptions(options, opening, 'Renderer');
    const roots = options.roots === undefined ? undefined : Array.from(options.roots, (root) => filePath(root, 'options.roots'));
    const fonts = options.fonts === undefined ? undefined : Array.from(options.fonts, (path) => filePath(path, 'options.fonts'));
    try {
      this.#renderer = native.open(json({ ...pick(options, opening), roots, fonts }, 'options'));
    } catch (error) {
      throw ours(error);
    }
  }

  async #run(document, options, ...file) {
    const { bytes, folder, page, fonts } = documents.get(asDocument(document));
    const given = page === undefined ? undefined : fonts.map((font) => font.number);
    const text = json({ ...pick(options, drawing), folder, ...page, fonts: given }, 'options');
    const draw = page === undefined ? native.draw : native.html;
    const result = this.#last.then(() => draw(this.#renderer, bytes, text, ...file));
    this.#last = result.catch(() => {});
    try {
      return await result;
    } catch (error) {
      throw ours(error);
    }
  }

  async draw(document, options = {}) {
    checkOptions(options, drawing, 'draw');
    return new Picture(native, await this.#run(document, options));
  }

  async render(document, options = {}) {
    checkOptions(options, [...drawing, ...encoding], 'render');
    return (await this.#run(document, options, json(pick(options, encoding), 'options'))).data;
  }
}

let shared;

/** Draws a scene and returns the bytes of a file. */
async function render(document, options = {}) {
  shared ??= new Renderer();
  return shared.render(document, options);
}

/** Draws HTML or a tree of elements and returns the bytes of a file. */
async function html(document, options = {}) {
  const page = ['folder', 'fonts', 'debug', ...paging];
  checkOptions(options, [...page, ...drawing, ...encoding], 'html');
  return render(new Page(document, pick(options, page)), pick(options, [...drawing, ...encoding]));
}

/** Draws a scene or a page once for each row of parameters, on several threads. */
class Batch {
  #scene;
  #rows;
  #workers;
  #roots;
  #options;

  constructor(document, rows, options = {}) {
    checkOptions(options, ['workers', 'roots', 'scale', 'time', ...encoding], 'Batch');
    const { workers = os.availableParallelism(), roots, ...rest } = options;
    if (!Number.isInteger(workers) || workers < 1 || workers > 1024) {
      throw new PenumbraError(`options.workers: found ${String(workers)}, expected a whole number from 1 to 1024`);
    }
    if (rows == null || (typeof rows[Symbol.iterator] !== 'function' && typeof rows[Symbol.asyncIterator] !== 'function')) {
      throw new PenumbraError('rows: expected an iterable of objects');
    }
    this.#scene = asDocument(document);
    this.#rows = rows;
    this.#workers = workers;
    this.#roots = roots;
    this.#options = { threads: 1, ...rest };
  }

  async *[Symbol.asyncIterator]() {
    // Each renderer draws one picture at a time. Pictures wait for a renderer in the order of their rows.
    const [idle, waiting] = [[], []];
    let made = 0;
    const take = async () => {
      if (idle.length > 0) return idle.pop();
      if (made === this.#workers) return new Promise((resolve) => waiting.push(resolve));
      const renderer = new Renderer({ threads: 1, roots: this.#roots });
      made += 1;
      return renderer;
    };
    const give = (renderer) => (waiting.length > 0 ? waiting.shift()(renderer) : idle.push(renderer));
    const work = async (index, row) => {
      let renderer;
      try {
        if (!isObject(row)) throw new PenumbraError(`row ${index}: expected an object`);
        renderer = await take();
        return { index, row, data: await renderer.render(this.#scene, { ...this.#options, parameters: row }), error: null };
      } catch (error) {
        if (error instanceof PenumbraError) return { index, row, data: null, error };
        throw error;
      } finally {
        if (renderer !== undefined) give(renderer);
      }
    };
    const ahead = [];
    let index = 0;
    for await (const row of this.#rows) {
      ahead.push(work(index++, row));
      if (ahead.length > 4 * this.#workers) yield await ahead.shift();
    }
    while (ahead.length > 0) yield await ahead.shift();
  }
}

const version = native.version();

module.exports = { Batch, PenumbraError, Page, Picture, Renderer, Scene, html, render, version };
module.exports.ImageResponse = require('./image-response.js').imageResponse({ Page, PenumbraError, checkOptions, render });
