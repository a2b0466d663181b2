/// <reference types="node" />

/** A scene: its document as an object, as JSON in a string or bytes, or a path that ends in `.json`, or a `file:` URL. */
export type Document = Scene | Readonly<Record<string, unknown>> | string | Uint8Array | URL;

export type Format = 'png' | 'jpg' | 'jpeg' | 'webp' | 'avif';

export interface DrawOptions {
  /** Values of the scene's parameters. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Pixels per point, instead of the canvas's own. */
  scale?: number;
  /** The time in an animated scene: seconds, or a text such as "250ms". */
  time?: number | string;
}

export interface EncodeOptions {
  /** 1 to 100, for all formats but PNG. */
  quality?: number;
  /** For PNG: "fast" (the default) or "small". */
  effort?: 'fast' | 'small';
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
