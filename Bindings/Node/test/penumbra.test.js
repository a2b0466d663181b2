'use strict';

// PENUMBRA_ADDON and PENUMBRA_LIBRARY name the addon and the library, and PENUMBRA_COMMAND the command to compare with:
// scripts/release/test-node sets them.
const assert = require('node:assert/strict');
const { execFile, execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { promisify } = require('node:util');
const { Worker } = require('node:worker_threads');
const test = require('node:test');

const penumbra = require('..');

const root = path.resolve(__dirname, '../../..');
const corpus = path.join(root, 'Tests/Corpus');
const command = process.env.PENUMBRA_COMMAND || path.join(root, '.build/release/penumbra');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'penumbra-node-'));
test.after(() => fs.rmSync(folder, { recursive: true }));

const scene = {
  version: 1,
  canvas: { width: 40, height: 30, background: '#336699' },
  parameters: { radius: 2, title: '' },
  layers: [{ frame: [8, 6, 20, 14], backgroundColor: 'white', shadows: [{ radius: '${radius}' }] }],
};

function expected(...options) {
  const [input, output] = [path.join(folder, 'scene.json'), path.join(folder, `out.${options[0]}`)];
  fs.writeFileSync(input, JSON.stringify(scene));
  execFileSync(command, ['render', input, ...options.slice(1), '-o', output]);
  return fs.readFileSync(output);
}

async function refused(promise, status, message, place = null) {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof penumbra.PenumbraError, String(error));
    assert.equal(error.name, 'PenumbraError');
    assert.equal(error.status, status, error.message);
    assert.equal(error.place, place);
    assert.ok(error.message.includes(message), error.message);
    assert.ok(!error.message.includes('\n'), error.message);
    return true;
  });
}

for (const format of ['png', 'jpg', 'webp']) {
  test(`${format} files are the command's own`, async () => {
    const options = { parameters: { radius: 3 }, scale: 2, format };
    assert.deepEqual(await penumbra.render(scene, options), expected(format, '--set', 'radius=3', '--scale', '2'));
  });
}

test('options of files are the command\'s', async () => {
  assert.deepEqual(await penumbra.render(scene, { effort: 'small' }), expected('png', '--effort', 'small'));
  assert.deepEqual(await penumbra.render(scene, { format: 'jpg', quality: 40 }), expected('jpg', '--quality', '40'));
  const budget = await penumbra.render(scene, { format: 'webp', maxBytes: 800, scale: 2 });
  assert.deepEqual(budget, expected('webp', '--max-bytes', '800', '--scale', '2'));
});

test('scenes of the corpus have the command\'s bytes', async () => {
  // Every fortieth scene, and all scenes with pictures of their own folder.
  const files = fs.readdirSync(corpus, { recursive: true }).filter((name) => name.endsWith('.json') && !name.includes('pictures'));
  const chosen = files.sort().filter((_, index) => index % 40 === 0).map((name) => path.join(corpus, name));
  assert.ok(chosen.length >= 10);
  const renderer = new penumbra.Renderer({ roots: [corpus] });
  for (const file of chosen) {
    const output = path.join(folder, 'corpus.png');
    execFileSync(command, ['render', file, '--root', corpus, '-o', output]);
    assert.deepEqual(await renderer.render(pathToFileURL(file)), fs.readFileSync(output), file);
  }
});

test('a document may be an object, JSON, bytes, a path, a URL or a Scene', async () => {
  const file = path.join(folder, 'document.json');
  fs.writeFileSync(file, JSON.stringify(scene));
  const json = JSON.stringify(scene);
  const first = await penumbra.render(scene);
  for (const document of [json, Buffer.from(json), new TextEncoder().encode(json), file, pathToFileURL(file), new penumbra.Scene(scene)]) {
    assert.deepEqual(await penumbra.render(document), first);
  }
  assert.equal(new penumbra.Scene(file).folder, folder);
  assert.equal(new penumbra.Scene(scene).folder, undefined);
  assert.equal(new penumbra.Scene(scene, { folder }).folder, folder);
});

test('a scene is read once', async () => {
  const bytes = Buffer.from(JSON.stringify(scene));
  const read = new penumbra.Scene(bytes);
  bytes.fill(0);
  assert.deepEqual(await penumbra.render(read), await penumbra.render(scene));
});

test('relative paths start in the folder of the scene', async () => {
  fs.copyFileSync(path.join(corpus, 'pictures/waves.jpg'), path.join(folder, 'photo.jpg'));
  const photo = { canvas: { width: 9, height: 9 }, layers: [{ type: 'image', contents: 'photo.jpg', frame: [0, 0, 9, 9] }] };
  fs.writeFileSync(path.join(folder, 'photo.json'), JSON.stringify(photo));
  const file = await penumbra.render(path.join(folder, 'photo.json'));
  assert.deepEqual(await penumbra.render(new penumbra.Scene(photo, { folder })), file);
  const elsewhere = new penumbra.Renderer({ roots: [corpus] });
  await refused(elsewhere.render(path.join(folder, 'photo.json')), 66, 'photo.jpg', 'layers[0].contents');
});

test('pictures have pixels and encode to files', async () => {
  const picture = await new penumbra.Renderer().draw(scene, { scale: 2 });
  assert.deepEqual([picture.width, picture.height, picture.notices], [80, 60, []]);
  const pixels = picture.pixels();
  assert.equal(pixels.length, 80 * 60 * 4);
  assert.deepEqual([...pixels.subarray(0, 4)], [0x33, 0x66, 0x99, 255]);
  const deep = await new penumbra.Renderer().draw({ canvas: { width: 3, height: 2, depth: 16, background: '#808080' } });
  assert.equal(deep.pixels().length, 3 * 2 * 8);
  assert.equal(deep.pixels().readUInt16BE(0) >> 8, 0x80);
  // The pixels are a copy.
  pixels.fill(0);
  assert.deepEqual(await picture.encode('webp', { quality: 50 }), await penumbra.render(scene, { scale: 2, format: 'webp', quality: 50 }));
  assert.deepEqual(await picture.encode(), await penumbra.render(scene, { scale: 2 }));
});

test('replaced fonts are notices, and errors where strict', async () => {
  const text = { canvas: { width: 60, height: 30 }, layers: [{ type: 'text', string: 'a', font: 'No Such Font' }] };
  const picture = await new penumbra.Renderer().draw(text);
  assert.equal(picture.notices.length, 1);
  assert.match(picture.notices[0], /No Such Font/);
  await refused(new penumbra.Renderer({ strict: true }).draw(text), 65, 'No Such Font', 'layers[0].font');
});

test('the main thread is free while pictures are drawn', async () => {
  const large = { ...scene, canvas: { width: 3000, height: 2000, background: '#336699' } };
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await new penumbra.Renderer().render(large, { effort: 'small' });
  clearInterval(timer);
  assert.ok(turns > 5, `${turns} turns`);
});

test('drawings of one renderer wait for each other and not on threads', async () => {
  const renderer = new penumbra.Renderer({ threads: 1 });
  const first = await renderer.render(scene);
  const all = Promise.all(Array.from({ length: 50 }, () => renderer.render(scene)));
  // Reading a file needs one of the threads.
  await fs.promises.readFile(path.join(corpus, 'pictures/waves.jpg'));
  for (const data of await all) assert.deepEqual(data, first);
});

test('mistakes are errors with a place', async () => {
  const renderer = new penumbra.Renderer();
  const canvas = { width: 9, height: 9 };
  await refused(renderer.draw({ canvas, layers: [{ lft: 1 }] }), 65, 'unknown key', 'layers[0].lft');
  await refused(renderer.draw({ canvas, layers: [{ type: 'image', contents: 'none.png' }] }), 66, 'no such file', 'layers[0].contents');
  await refused(renderer.draw('{'), 65, 'line 1', 'line 1, column 2');
  await refused(renderer.draw(''), 65, '', 'line 1, column 1');
  await refused(renderer.draw(Buffer.alloc(0)), 65, '', 'line 1, column 1');
  await refused(renderer.draw(path.join(folder, 'missing.json')), 66, 'no such file');
  await refused(renderer.draw(scene, { parameters: { radus: 1 } }), 65, 'radus', 'parameters.radus');
  await refused(renderer.draw(scene, { scale: 'big' }), 64, 'options.scale');
  await refused(renderer.draw(scene, { scale: NaN }), 64, 'scale is NaN');
  await refused(renderer.draw(scene, { parameters: { radius: Infinity } }), 64, 'radius is Infinity');
  await refused(renderer.draw(scene, { parameters: 3 }), 64, 'options.parameters');
  await refused(renderer.draw(scene, { parameters: { radius: 3n } }), 64, 'BigInt');
  await refused(renderer.draw(scene, { sclae: 2 }), 64, 'options.sclae: unknown option of draw');
  await refused(renderer.draw(scene, null), 64, 'options must be an object');
  await refused(renderer.render(scene, { format: 'bmp' }), 64, '"png", "jpg"');
  await refused(renderer.render(scene, { quality: 0, format: 'jpg' }), 64, 'from 1 to 100');
  for (const document of [undefined, null, 3, true, [], Symbol('a'), () => {}]) await refused(renderer.draw(document), 64, 'scene: expected');
  const cyclic = { canvas };
  cyclic.layers = [cyclic];
  await refused(renderer.draw(cyclic), 64, 'scene: Converting circular structure');
  await refused(renderer.draw({ canvas, layers: [{ name: '\ud800' }] }), 65, '', 'line 1, column 53');
  const picture = await renderer.draw(scene);
  await refused(picture.encode('png', { format: 'jpg' }), 64, 'options.format: unknown option of encode');
  await refused(picture.encode(7), 64, 'options.format');
  // The next drawing works.
  assert.deepEqual(await renderer.render(scene), await penumbra.render(scene));
});

test('wrong constructions are errors', async () => {
  const wrong = (make, message) =>
    assert.throws(make, (error) => error instanceof penumbra.PenumbraError && error.message.includes(message));
  wrong(() => new penumbra.Renderer({ thraeds: 1 }), 'options.thraeds');
  wrong(() => new penumbra.Renderer({ threads: 0 }), 'from 1 to 1024');
  wrong(() => new penumbra.Renderer({ threads: 1.5 }), 'options.threads');
  wrong(() => new penumbra.Renderer({ backend: 'vulkan' }), 'options.backend');
  wrong(() => new penumbra.Renderer({ roots: ['/none/at/all'] }), 'none');
  wrong(() => new penumbra.Renderer({ roots: [new URL('http://a.b/')] }), 'options.roots');
  wrong(() => new penumbra.Renderer(3), 'options must be an object');
  wrong(() => new penumbra.Scene(new URL('http://a.b/')), 'file: URL');
  wrong(() => new penumbra.Scene(path.join(folder, 'missing.json')), 'no such file');
  wrong(() => new penumbra.Picture(), 'Renderer.draw');
  wrong(() => new penumbra.Batch(scene, 3), 'rows');
  wrong(() => new penumbra.Batch(scene, [], { workers: 0 }), 'options.workers');
  wrong(() => new penumbra.Batch(scene, [], { parameters: {} }), 'options.parameters');
  // Methods of one class refuse objects of another.
  await assert.rejects(penumbra.Renderer.prototype.draw.call({}, scene), TypeError);
  assert.throws(() => penumbra.Picture.prototype.pixels.call(new penumbra.Renderer()), TypeError);
});

test('the addon refuses values that index.js never passes', async () => {
  const native = require(process.env.PENUMBRA_ADDON || '../penumbra.node');
  const renderer = native.open('{}');
  const { picture } = await native.draw(renderer, Buffer.from(JSON.stringify(scene)), '{}');
  for (const call of [
    () => native.load(),
    () => native.open(),
    () => native.open(3),
    () => native.draw(),
    () => native.draw(renderer, 'text', '{}'),
    () => native.draw({}, Buffer.from('{}'), '{}'),
    () => native.draw(renderer, Buffer.from('{}'), 3),
    () => native.draw(renderer, Buffer.from('{}'), '{}', 3),
    () => native.encode(3, '{}'),
    () => native.encode(picture),
    () => native.pixels(),
    () => native.pixels(undefined),
  ]) {
    assert.throws(call, { status: 64 });
  }
  // An object of the wrong kind is refused by the library.
  await assert.rejects(native.draw(picture, Buffer.from('{}'), '{}'), { status: 64 });
  await assert.rejects(native.encode(renderer, '{}'), { status: 64 });
  assert.equal(native.pixels(renderer).length, 0);
});

test('a batch gives a result per row, in order', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ radius: index % 7 === 3 ? 'wide' : index / 10 }));
  const results = [];
  for await (const result of new penumbra.Batch(scene, rows, { workers: 3, format: 'webp', scale: 2 })) results.push(result);
  assert.equal(results.length, 60);
  for (const [index, result] of results.entries()) {
    assert.equal(result.index, index);
    assert.equal(result.row, rows[index]);
    if (index % 7 === 3) {
      assert.equal(result.data, null);
      assert.equal(result.error.status, 65);
    } else {
      assert.equal(result.error, null);
      assert.deepEqual(result.data, await penumbra.render(scene, { parameters: rows[index], format: 'webp', scale: 2 }));
    }
  }
});

test('a batch takes asynchronous rows, stays close to its reader, and ends early', async () => {
  let [taken, isClosed] = [0, false];
  async function* rows() {
    try {
      for (;;) {
        taken += 1;
        yield { radius: taken % 5 };
      }
    } finally {
      isClosed = true;
    }
  }
  let count = 0;
  for await (const result of new penumbra.Batch(scene, rows(), { workers: 2 })) {
    assert.equal(result.error, null);
    count += 1;
    assert.ok(taken <= count + 9, `${taken} rows taken for ${count} results`);
    if (count === 40) break;
  }
  assert.ok(isClosed);
});

test('rows that fail end a batch, and rows of the wrong kind are results', async () => {
  function* rows() {
    yield { radius: 1 };
    throw new RangeError('the table ends here');
  }
  await assert.rejects(async () => {
    for await (const _ of new penumbra.Batch(scene, rows())) void _;
  }, RangeError);
  const results = [];
  for await (const result of new penumbra.Batch(scene, [3, null, { radius: 1 }])) results.push(result.error?.message ?? 'drawn');
  assert.deepEqual(results, ['row 0: expected an object', 'row 1: expected an object', 'drawn']);
  const refusals = [];
  for await (const result of new penumbra.Batch(scene, Array(30).fill({}), { roots: ['/none/at/all'] })) refusals.push(result.error.status);
  assert.deepEqual(refusals, Array(30).fill(66));
});

test('worker threads draw the same bytes', async () => {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const penumbra = require(workerData.module);
    penumbra.render(workerData.scene).then((data) => parentPort.postMessage(data));`;
  const first = await penumbra.render(scene);
  const drawn = await Promise.all(
    Array.from({ length: 4 }, () => {
      const worker = new Worker(source, { eval: true, workerData: { module: path.resolve(__dirname, '..'), scene } });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  for (const data of drawn) assert.deepEqual(Buffer.from(data), first);
  // A worker that ends in the middle of its drawings takes nothing with it.
  const busy = new Worker(`
    const { workerData } = require('node:worker_threads');
    const penumbra = require(workerData.module);
    for (let i = 0; i < 100; i++) penumbra.render(workerData.scene);`,
    { eval: true, workerData: { module: path.resolve(__dirname, '..'), scene } });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await busy.terminate();
  assert.deepEqual(await penumbra.render(scene), first);
});

test('a process may end in the middle of drawings', async () => {
  const program = `
    const penumbra = require(${JSON.stringify(path.resolve(__dirname, '..'))});
    const scene = ${JSON.stringify({ ...scene, canvas: { width: 2000, height: 2000 } })};
    for (let i = 0; i < 8; i++) new penumbra.Renderer({ threads: 1 }).render(scene);
    setTimeout(() => process.exit(7), 50);`;
  await assert.rejects(promisify(execFile)(process.execPath, ['-e', program]), (error) => {
    assert.deepEqual([error.code, error.signal ?? null, error.stderr], [7, null, '']);
    return true;
  });
});

test('pictures that JavaScript forgets are released', async () => {
  const program = `
    const penumbra = require(${JSON.stringify(path.resolve(__dirname, '..'))});
    const scene = ${JSON.stringify({ ...scene, canvas: { width: 1000, height: 1000 } })};
    (async () => {
      const renderer = new penumbra.Renderer({ threads: 1 });
      // Each picture has 4 MB: without releases, 300 would take 1.2 GB.
      for (let i = 0; i < 300; i++) await renderer.draw(scene);
      console.log(process.memoryUsage().rss / 1e6);
    })();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  assert.ok(Number(stdout) < 500, `${stdout} MB`);
});

test('modules import it, and the version is the command\'s', async () => {
  const program = `import { render, Batch, version } from ${JSON.stringify(pathToFileURL(path.resolve(__dirname, '../index.js')).href)};
    console.log(typeof render, typeof Batch, version);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const version = execFileSync(command, ['--version'], { encoding: 'utf8' }).trim();
  assert.equal(stdout, `function function ${version}\n`);
  assert.equal(penumbra.version, version);
});
