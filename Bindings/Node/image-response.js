'use strict';

/** Options of next/og that have no meaning here, with what to do instead. */
const refused = {
  emoji: 'pictures of emoji are never fetched; give a font with emoji in fonts, or install one on the host',
  loadAdditionalAsset: 'nothing is fetched; give all fonts in fonts',
  graphemeImages: 'write <img> elements instead',
  module: 'there is no such module',
};

/**
 * The class `ImageResponse` of a package with these functions: a Response with a PNG of an element or of HTML, as `next/og` has it.
 */
function imageResponse({ Page, PenumbraError, checkOptions, render }) {
  const known = ['width', 'height', 'fonts', 'debug', 'status', 'statusText', 'headers', 'scale', 'folder', 'allowMissing', 'colorScheme'];
  return class ImageResponse extends Response {
    constructor(element, options = {}) {
      for (const [name, advice] of Object.entries(refused)) {
        if (options?.[name] !== undefined) throw new PenumbraError(`options.${name}: it isn't supported; ${advice}`);
      }
      checkOptions(options, known, 'ImageResponse');
      const { status = 200, statusText, headers, scale, width = 1200, height = 630, ...page } = options;
      // A mistake in the element is an error here, where its author sees it, and not a response that ends in the middle.
      const document = new Page(element, { width, height, ...page });
      const body = new ReadableStream({
        async start(controller) {
          try {
            controller.enqueue(new Uint8Array(await render(document, scale === undefined ? {} : { scale })));
            controller.close();
          } catch (error) {
            controller.error(error);
          }
        },
      });
      const all = new Headers(headers);
      if (!all.has('content-type')) all.set('content-type', 'image/png');
      if (!all.has('cache-control')) {
        const isBeingWritten = process.env.NODE_ENV === 'development';
        all.set('cache-control', isBeingWritten ? 'no-cache, no-store' : 'public, immutable, no-transform, max-age=31536000');
      }
      super(body, { status, headers: all, ...(statusText === undefined ? {} : { statusText }) });
    }
  };
}

module.exports = { imageResponse };
