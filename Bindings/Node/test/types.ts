// The declarations' own test: tsc compiles this file and runs nothing. A line after @ts-expect-error must be an error.
import { Batch, ImageResponse, Page, PenumbraError, Picture, Renderer, Scene, html, render, version } from '..';

export async function use(rows: AsyncIterable<{ sku: string }>): Promise<string> {
  const scene = new Scene('card.json', { folder: new URL('file:///cards') });
  const renderer = new Renderer({ backend: 'cpu', threads: 2, roots: ['/photos'], strict: true, maxMemory: 1e9 });
  const picture: Picture = await renderer.draw(scene, { parameters: { title: 'Hello' }, scale: 2, time: '250ms' });
  const size: number = picture.width * picture.height + picture.pixels().length;
  const file: Uint8Array = await picture.encode('webp', { quality: 85, maxBytes: 1 << 16 });
  const png: Uint8Array = await render({ canvas: { width: 9, height: 9 } }, { effort: 'small' });
  for await (const result of new Batch(scene, rows, { workers: 2, format: 'jpg', quality: 80 })) {
    const sku: string = result.row.sku;
    if (result.error === null) {
      const data: Uint8Array = result.data;
      console.log(sku, data.length);
    } else {
      const nothing: null = result.data;
      console.log(sku, nothing, result.error.code === 'PENUMBRA_BAD_DATA', result.error.place?.length);
    }
  }
  for await (const { row } of new Batch(scene, [{ title: 'Hello' }])) console.log(row.title.length);
  const element = { type: 'div', props: { style: { fontSize: 20 }, children: 'Hello' } };
  const fonts = [{ name: 'Inter', data: new ArrayBuffer(8), weight: 700, style: 'italic' as const }];
  const page = new Page('<h1>{{title}}</h1>', { width: 400, height: 'auto', colorScheme: 'dark', allowMissing: true });
  const card: Uint8Array = await html(element, { width: 1200, fonts, scale: 2, format: 'webp' });
  const drawn: Picture = await renderer.draw(page, { parameters: { title: 'Hello' } });
  const response: Response = new ImageResponse([element], { fonts, status: 404, headers: { 'x-card': 'yes' }, debug: true });
  // @ts-expect-error: nothing is fetched
  new ImageResponse(element, { emoji: 'twemoji' });
  console.log(card.length, drawn.width, response.status);
  const error = new PenumbraError('wrong', { place: 'layers[0]', status: 65 });
  // @ts-expect-error: no such format
  await render(scene, { format: 'bmp' });
  // @ts-expect-error: no such option
  await render(scene, { qualty: 3 });
  // @ts-expect-error: renderers make pictures
  new Picture();
  // @ts-expect-error: a number is no document
  new Scene(3);
  // @ts-expect-error: the width is read-only
  picture.width = 3;
  return `${version} ${size} ${file.length} ${png.length} ${error.status}`;
}
