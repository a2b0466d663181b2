'use strict';

// HTML, trees of elements and ImageResponse. The other tests of the package have the environment's description.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

const penumbra = require('..');
const { htmlOf } = require('../elements.js');

const root = path.resolve(__dirname, '../../..');
const command = process.env.PENUMBRA_COMMAND || path.join(root, '.build/release/penumbra');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'penumbra-html-'));
test.after(() => fs.rmSync(folder, { recursive: true }));

const card = `<!doctype html><script type="application/json" id="parameters">{"title": "Untitled"}</script>
<style>body { margin: 0; background: #eef } h1 { margin: 20px; font: 30px "DejaVu Sans"; color: navy }</style><h1>{{title}}</h1>`;

function element(type, props, ...children) {
  return { type, props: { ...props, children: children.length === 1 ? children[0] : children } };
}

/** The markup of a tree without what every page has. */
function markup(tree, families = []) {
  const text = htmlOf(tree, { families, isFitted: false, fail: (message) => new penumbra.PenumbraError(message) });
  return text.slice(text.indexOf('<body>') + 6);
}

function expected(file, ...options) {
  const output = path.join(folder, 'expected.png');
  execFileSync(command, ['render', path.join(folder, file), '--backend', 'cpu', ...options, '-o', output]);
  return fs.readFileSync(output);
}

async function refused(promise, status, message, place = null) {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof penumbra.PenumbraError, String(error));
    assert.deepEqual([error.status, error.place], [status, place], error.message);
    assert.ok(error.message.includes(message), error.message);
    assert.ok(!error.message.includes('\n'), error.message);
    return true;
  });
}

test('HTML has the command\'s bytes', async () => {
  fs.writeFileSync(path.join(folder, 'card.html'), card);
  const size = { width: 300, height: 90 };
  const given = ['--width', '300', '--height', '90'];
  assert.deepEqual(await penumbra.html(card, size), expected('card.html', ...given));
  const filled = { ...size, parameters: { title: 'A < B' }, scale: 2 };
  assert.deepEqual(await penumbra.html(card, filled), expected('card.html', ...given, '--set', 'title=A < B', '--scale', '2'));
  for (const document of [Buffer.from(card), path.join(folder, 'card.html'), new penumbra.Page(card), new penumbra.Page(card, size)]) {
    assert.deepEqual(await penumbra.html(document, size), expected('card.html', ...given));
  }
});

test('pages are as high as their content if asked, and warn', async () => {
  const page = new penumbra.Page('<body style="margin:0"><p style="colr:red;height:70px;margin:0">x', { width: 50, height: 'auto' });
  const picture = await new penumbra.Renderer().draw(page);
  assert.deepEqual([picture.width, picture.height], [50, 70]);
  assert.match(picture.notices[0], /^line 1, column 34: colr: /);
  await refused(new penumbra.Renderer({ strict: true }).draw(page), 65, 'colr', 'line 1, column 34');
});

test('rows fill pages in a batch', async () => {
  const page = new penumbra.Page(card, { width: 200, height: 80 });
  const rows = [{ title: 'One' }, {}, { titel: 'x' }];
  const results = [];
  for await (const result of new penumbra.Batch(page, rows)) results.push(result);
  assert.deepEqual(results[0].data, await penumbra.html(page, { parameters: rows[0] }));
  assert.deepEqual(results[1].data, await penumbra.html(page));
  assert.notDeepEqual(results[0].data, results[1].data);
  assert.match(results[2].error.message, /did you mean "title"/);
});

test('elements become escaped markup', () => {
  const tree = element('div', { className: 'a"b', style: { fontSize: 20, lineHeight: 1.5, WebkitTextStroke: '1px red', '--gap': 3, flex: 1 } },
    'x < y & z', 3, null, undefined, true, false, element('br', {}), ['a', [element('b', { key: 'k' }, 0)]]);
  assert.equal(markup(tree),
    '<div class="a&quot;b" style="display:flex;font-size:20px;line-height:1.5;-webkit-text-stroke:1px red;--gap:3;flex:1;">' +
    'x &lt; y &amp; z3<br>a<b>0</b></div>');
  assert.equal(markup(element('style', {}, 'p { color: red } </style><script>')), '<style>p { color: red } \\3c /style>\\3c script></style>');
  assert.equal(markup(element('script', {}, 'alert(1)')), '');
  const drawing = element('svg', { viewBox: '0 0 9 9', strokeWidth: 2 }, element('path', { d: 'M0 0', fillOpacity: 0.5, onClick() {} }));
  assert.equal(markup(drawing), '<svg viewBox="0 0 9 9" stroke-width="2"><path d="M0 0" fill-opacity="0.5"></path></svg>');
});

test('components, fragments, memos and lists are read', () => {
  const Title = ({ text, children }) => [element('h1', { style: { color: 'red' } }, text), children];
  const fragment = { type: Symbol.for('react.fragment'), props: { children: ['a', element(Title, { text: 'b' }, 'c')] } };
  assert.equal(markup(fragment), 'a<h1 style="color:red;">b</h1>c');
  assert.equal(markup({ type: { $$typeof: Symbol.for('react.memo'), type: Title }, props: { text: 'd' } }), '<h1 style="color:red;">d</h1>');
  const forwarded = { $$typeof: Symbol.for('react.forward_ref'), render: () => 'e' };
  assert.equal(markup([{ type: forwarded, props: {} }, new Set(['f'])]), 'ef');
});

test('blocks are flexible boxes unless they hold texts alone', () => {
  assert.equal(markup(element('div', {}, 'a', 'b')), '<div>ab</div>');
  assert.equal(markup(element('div', {}, element('i', {}))), '<div style="display:flex;"><i></i></div>');
  assert.equal(markup(element('p', { style: { justifyContent: 'center' } }, 'a')), '<p style="display:flex;justify-content:center;">a</p>');
  assert.equal(markup(element('div', { style: { display: 'block' } }, element('i', {}))), '<div style="display:block;"><i></i></div>');
  assert.equal(markup(element('span', {}, element('i', {}))), '<span><i></i></span>');
});

test('given fonts follow an element\'s own', () => {
  assert.equal(markup(element('p', { style: { fontFamily: 'Inter' } }), ['A', 'B"']), '<p style="font-family:Inter,&quot;A&quot;,&quot;B\\&quot;&quot;;"></p>');
});

test('mistakes in elements are named with their place', async () => {
  await refused(penumbra.html(element('div', {}, element('p', { tw: 'p-4' }))), 65, '<div> > <p>: tw isn\'t read');
  await refused(penumbra.html(element('p', { dangerouslySetInnerHTML: { __html: '' } })), 65, 'dangerouslySetInnerHTML');
  for (const value of ['red; --x: 1', 'url(a', '"a', 'a)', '{']) {
    await refused(penumbra.html(element('p', { style: { color: value } })), 65, '<p>: style.color: ');
  }
  await refused(penumbra.html(element('p', { style: { 'color:red;width': 3 } })), 65, 'this is no name of a property');
  await refused(penumbra.html(element('p', { style: { width: NaN } })), 65, 'style.width: found NaN');
  await refused(penumbra.html(element('p', { 'a>b': 'c' })), 65, 'is no name of an attribute');
  await refused(penumbra.html(element('p><b', {})), 65, 'no name of an element');
  await refused(penumbra.html(element(async () => 'a', {})), 65, 'returns a promise');
  await refused(penumbra.html(element('p', {}, { a: 1 })), 65, '<p>: found a object');
  class Old {
    render() {}
  }
  Old.prototype.isReactComponent = {};
  await refused(penumbra.html(element(Old, {})), 65, 'components that are classes');
  const endless = () => element(endless, {});
  await refused(penumbra.html(element(endless, {})), 65, 'inside each other');
  const wide = [];
  wide.push(wide, wide);
  await refused(penumbra.html(wide), 65, 'inside each other');
  await refused(penumbra.html(3), 64, 'html: expected HTML');
  await refused(penumbra.html('<img src="https://a.b/c.png">'), 65, 'nothing is fetched', 'line 1, column 1');
  await refused(penumbra.html('<p>', { heigth: 3 }), 64, 'options.heigth');
});

test('a tree of elements draws what its HTML draws', async () => {
  const tree = element('div', { style: { width: '100%', height: '100%', background: '#fed', padding: 20, alignItems: 'center' } },
    element('div', { style: { position: 'absolute', right: 0, top: 0, width: 30, height: 30, background: 'red' } }),
    element('span', { style: { fontSize: 24 } }, 'Hello'));
  const same = `<!doctype html><style>*{box-sizing:border-box}body{margin:0;font:16px sans-serif}</style><body>
    <div style="width:100vw;height:100vh;background:#fed;padding:20px;display:flex;align-items:center">
    <div style="position:absolute;right:0;top:0;width:30px;height:30px;background:red"></div><span style="font-size:24px">Hello</span></div>`;
  const size = { width: 200, height: 100 };
  assert.deepEqual(await penumbra.html(tree, size), await penumbra.html(same, size));
});

test('fonts are taken as bytes', async () => {
  const data = fs.readFileSync(path.join(root, 'Tests/Corpus/fonts/axes.ttf'));
  const text = element('p', { style: { fontFamily: 'Mine', fontSize: 40 } }, 'Hamburg');
  const size = { width: 300, height: 90 };
  const without = await penumbra.html(text, size);
  const drawn = await penumbra.html(text, { ...size, fonts: [{ name: 'Mine', data, weight: 400, style: 'normal' }] });
  assert.notDeepEqual(drawn, without);
  const copy = new Uint8Array(data).buffer;
  assert.deepEqual(await penumbra.html(text, { ...size, fonts: [{ name: 'Mine', data: copy }] }), drawn);
  fs.writeFileSync(path.join(folder, 'face.html'), `<style>@font-face{font-family:Mine;src:url(mine.ttf)}body{margin:0}</style>
    <p style="font:40px Mine;margin:40px 0 0">Hamburg`);
  fs.writeFileSync(path.join(folder, 'mine.ttf'), data);
  const page = '<body style="margin:0"><p style="font:40px Mine;margin:40px 0 0">Hamburg';
  assert.deepEqual(await penumbra.html(page, { ...size, fonts: [{ name: 'Mine', data }] }), expected('face.html', '--width', '300', '--height', '90'));
  await refused(penumbra.html(text, { fonts: [{ name: 'Mine', data: Buffer.from('no font') }] }), 65, '"Mine" is no font');
  await refused(penumbra.html(text, { fonts: [{ name: 'Mine', data: 'a.ttf' }] }), 64, 'options.fonts[0].data');
  await refused(penumbra.html(text, { fonts: [{ name: 'Mine', data, wieght: 3 }] }), 64, 'wieght');
  await refused(penumbra.html(text, { fonts: [{ name: 'Mine', data, weight: 3000 }] }), 64, 'from 1 to 1000');
});

test('pictures in elements may be bytes', async () => {
  const png = await penumbra.html('<body style="margin:0;background:red">', { width: 10, height: 10 });
  const size = { width: 20, height: 20 };
  const image = (src) => penumbra.html(element('img', { src, width: 20, height: 20 }), size);
  const drawn = await image(png);
  assert.deepEqual(await image(`data:image/png;base64,${png.toString('base64')}`), drawn);
  assert.deepEqual(await image(new Uint8Array(png).buffer), drawn);
});

test('an ImageResponse answers with a PNG', async () => {
  const tree = element('div', { style: { width: '100%', height: '100%', background: '#abc' } });
  const response = new penumbra.ImageResponse(tree, { width: 60, height: 30, status: 201, headers: { 'x-card': 'yes' } });
  assert.ok(response instanceof Response);
  assert.deepEqual([response.status, response.headers.get('content-type'), response.headers.get('x-card')], [201, 'image/png', 'yes']);
  assert.match(response.headers.get('cache-control'), /max-age=31536000/);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), await penumbra.html(tree, { width: 60, height: 30 }));
  const whole = Buffer.from(await new penumbra.ImageResponse(tree, { headers: new Headers({ 'cache-control': 'no-store' }) }).arrayBuffer());
  assert.deepEqual([whole.readUInt32BE(16), whole.readUInt32BE(20)], [1200, 630]);
  const outlined = await new penumbra.ImageResponse(tree, { width: 60, height: 30, debug: true }).arrayBuffer();
  assert.notDeepEqual(Buffer.from(outlined), await penumbra.html(tree, { width: 60, height: 30 }));
});

test('an ImageResponse refuses what it can\'t do, and fails while it is read', async () => {
  const tree = element('p', {}, 'a');
  for (const name of ['emoji', 'loadAdditionalAsset', 'graphemeImages']) {
    assert.throws(() => new penumbra.ImageResponse(tree, { [name]: 'twemoji' }), { name: 'PenumbraError', message: new RegExp(`options.${name}: it isn't supported`) });
  }
  assert.throws(() => new penumbra.ImageResponse(tree, { widht: 3 }), { message: /options.widht/ });
  assert.throws(() => new penumbra.ImageResponse(element('p', { tw: 'a' })), { message: /tw isn't read/ });
  await assert.rejects(new penumbra.ImageResponse(element('img', { src: 'https://a.b/c.png' })).arrayBuffer(), /nothing is fetched/);
});
