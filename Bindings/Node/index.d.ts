/// <reference types="node" />

/** A scene: its document as an object, as JSON in a string or bytes, or a path that ends in `.json`, or a `file:` URL. Or a page. */
export type Document = Scene | Page | Readonly<Record<string, unknown>> | string | Uint8Array | URL;

export type Format = 'png' | 'jpg' | 'jpeg' | 'webp' | 'avif';

export interface DrawOptions {
  /** Values of the scene's or template's parameters. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Pixels per point, instead of the canvas's own. */
  scale?: number;
  /** The time in an animated scene: seconds, or a text such as "250ms". */
  time?: number | string;
}

export interface EncodeOptions {
  /** 1 to 100, for all formats but PNG. */
  quality?: number;
  /** For PNG: "fast" (the default), "balanced" or "small". */
  effort?: 'fast' | 'balanced' | 'small';
  /** The best file within this number of bytes. */
  maxBytes?: number;
  /** The threads that write a PNG. */
  threads?: number;
}

export interface FileOptions extends EncodeOptions {
  /** Default: "png". */
  format?: Format;
}

export type RenderOptions = DrawOptions & FileOptions;

export interface RendererOptions {
  /** Default: "cpu", or "auto" with a device. */
  backend?: 'cpu' | 'gpu' | 'auto';
  /** A GPU: "egl:0", "cuda:1". */
  device?: string;
  /** The threads that draw one picture. Default: one per processor. */
  threads?: number;
  /** The folders whose files scenes may show. Default: each scene's folder. */
  roots?: Iterable<string | URL>;
  /** Files and folders whose fonts the process has from then on. */
  fonts?: Iterable<string | URL>;
  /** Makes missing fonts and glyphs errors. */
  strict?: boolean;
  /** The most bytes of a picture in progress. */
  maxMemory?: number;
}

export interface BatchOptions extends FileOptions {
  /** Pictures at the same time. Default: one per processor. Node has four threads for such work unless UV_THREADPOOL_SIZE is set. */
  workers?: number;
  roots?: Iterable<string | URL>;
  scale?: number;
  time?: number | string;
}

export type ErrorCode =
  | 'PENUMBRA_USAGE'
  | 'PENUMBRA_BAD_DATA'
  | 'PENUMBRA_INPUT_MISSING'
  | 'PENUMBRA_BACKEND_UNAVAILABLE'
  | 'PENUMBRA_INTERNAL_ERROR'
  | 'PENUMBRA_TEMPORARY';

/** Why a picture can't be drawn. `message` is one line with the place and the remedy. */
export class PenumbraError extends Error {
  constructor(message: string, details?: { place?: string | null; status?: number; cause?: unknown });
  readonly name: 'PenumbraError';
  /** The place in the scene: "layers[2].shadows[0].radius". */
  readonly place: string | null;
  readonly code: ErrorCode;
  /** The exit code of the command in this case. */
  readonly status: number;
}

/** A scene's document, read once for many pictures. */
export class Scene {
  constructor(document: Document, options?: { folder?: string | URL });
  /** The folder where relative paths in the scene start. undefined: the working directory. */
  get folder(): string | undefined;
}

/** An element as React and Satori have it: `<div style={{fontSize: 20}}>…</div>` without React. */
export interface ElementLike {
  type: unknown;
  props: unknown;
  key?: unknown;
}

/** HTML in a string or bytes, a path that ends in `.html`, a `file:` URL, an element, or a list of elements. */
export type PageDocument = Page | ElementLike | readonly unknown[] | string | Uint8Array | URL;

/** A font from the bytes of its file: TTF, OTF, TTC, WOFF or WOFF2. */
export interface Font {
  /** The family's name. */
  name: string;
  data: ArrayBuffer | ArrayBufferView;
  /** Default: 400. */
  weight?: number | 'normal' | 'bold';
  /** Default: "normal". */
  style?: 'normal' | 'italic';
  lang?: string;
}

export interface PageOptions {
  /** In CSS pixels. Default: that of `<meta name="viewport">`, or else 1200. */
  width?: number;
  /** "auto" is the height of the content. Default: that of `<meta name="viewport">`, or else 630. */
  height?: number | 'auto';
  /** Fonts besides those of the host and of the document's `@font-face` rules. */
  fonts?: readonly Font[];
  /** Where relative paths start. Default: the folder of the document's file, or else the working directory. */
  folder?: string | URL;
  /** Default: "light". */
  colorScheme?: 'light' | 'dark';
  /** Draws empty boxes for pictures that can't be read. */
  allowMissing?: boolean;
  /** Draws the outlines of all boxes. */
  debug?: boolean;
}

/**
 * An HTML document, or a tree of elements, for one or many pictures.
 *
 * A document is a template of Mustache where it declares parameters, and where a drawing gives values.
 */
export class Page {
  constructor(document: PageDocument, options?: PageOptions);
  /** The folder where relative paths in the document start. undefined: the working directory. */
  get folder(): string | undefined;
}

/** Draws HTML or a tree of elements with a shared renderer and returns the bytes of a file. */
export function html(document: PageDocument, options?: PageOptions & RenderOptions): Promise<Buffer>;

export interface ImageResponseOptions extends PageOptions {
  /** Pixels per CSS pixel. Default: 1. */
  scale?: number;
  /** Default: 200. */
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}

/**
 * A response with a PNG of an element or of HTML, as `next/og` has it. The page is 1200 by 630 by default.
 *
 * Nothing is fetched: give pictures as bytes or `data:` URLs, and fonts as bytes. Mistakes in the element are thrown by the constructor.
 */
export class ImageResponse extends Response {
  constructor(element: PageDocument, options?: ImageResponseOptions);
}

/** A drawn picture. */
export class Picture {
  private constructor();
  readonly width: number;
  readonly height: number;
  /** Warnings, one line each: replaced fonts and glyphs, missing axes of fonts, overlapping lines of text, clipped colours. */
  readonly notices: readonly string[];
  /**
   * A copy of the pixels: straight (not premultiplied) RGBA in the canvas's colour space, rows from the top. A channel is one byte. If the
   * scene's canvas has `depth` 16, a channel is two bytes, the high byte first: read it with `readUInt16BE`.
   */
  pixels(): Buffer;
  /** The bytes of a file, the same as the command's. */
  encode(format?: Format, options?: EncodeOptions): Promise<Buffer>;
}

/** Keeps fonts and working memory from picture to picture. Its drawings wait for each other. */
export class Renderer {
  constructor(options?: RendererOptions);
  draw(document: Document, options?: DrawOptions): Promise<Picture>;
  render(document: Document, options?: RenderOptions): Promise<Buffer>;
}

/** Draws a scene with a shared renderer and returns the bytes of a file. */
export function render(document: Document, options?: RenderOptions): Promise<Buffer>;

/** A finished picture of a batch, or why there is none. */
export type Result<Row> =
  | { readonly index: number; readonly row: Row; readonly data: Buffer; readonly error: null }
  | { readonly index: number; readonly row: Row; readonly data: null; readonly error: PenumbraError };

/**
 * Draws a scene once for each row of parameters, on several threads. Iterating gives a result per row, in order.
 *
 * A row that can't be drawn gives a result with an error, and the others go on. At most a few rows per thread are ahead of the reader.
 */
export class Batch<Row extends object = Record<string, unknown>> implements AsyncIterable<Result<Row>> {
  constructor(document: Document, rows: Iterable<Row> | AsyncIterable<Row>, options?: BatchOptions);
  [Symbol.asyncIterator](): AsyncGenerator<Result<Row>, void, undefined>;
}

/** The version of the library. */
export const version: string;
