// The dialog that shows the scene, the layer, its CSS and the command, to copy.
import {make} from './controls.js';
import {post} from './server.js';
import {state} from './state.js';
import {tabs} from './views.js';

const id = (name) => document.getElementById(name);
let copies = null;
let shown = 'tab-json';
let select;

function show(name) {
  shown = name;
  const entry = {
    'tab-json': [copies?.json, [], 'The file with your changes. The studio never writes it: paste the text into the file.'],
    'tab-layer-json': [copies?.layer, [], 'The chosen layer with your changes.'],
    'tab-css': [copies?.css, copies?.missing ?? [], 'The chosen layer’s box in CSS.'],
    'tab-command': [copies?.command, copies?.notes ?? [], 'The command that draws this picture.'],
  }[name];
  const [text, notes, about] = entry;
  const isMissing = text === undefined || text === null;
  id('copy-text').value = isMissing ? '' : text;
  const hint = copies?.error ?? 'Choose a layer first: click it in the picture or in the tree.';
  id('copy-text').placeholder = isMissing ? hint : '';
  id('copy-now').disabled = isMissing;
  id('copy-now').textContent = 'Copy';
  id('copy-about').textContent = about;
  id('copy-notes').replaceChildren(...notes.map((note) => make('li', {}, note)));
}

async function open() {
  copies = null;
  try {
    copies = await (await post('copy')).json();
  } catch (error) {
    copies = {error: error.message};
  }
  id('copying').showModal();
  select(state.chosen && shown === 'tab-css' ? 'tab-css' : shown);
}

async function copy() {
  const field = id('copy-text');
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Pages that aren't local may not write the clipboard, but may copy a selection.
    field.select();
    document.execCommand('copy');
  }
  id('copy-now').textContent = 'Copied';
  id('announcer').textContent = 'Copied';
}

export function startCopying() {
  select = tabs(document.querySelector('#copying [role="tablist"]'), show);
  id('copy').addEventListener('click', open);
  id('copy-now').addEventListener('click', copy);
  id('copying-close').addEventListener('click', () => id('copying').close());
  id('copying').addEventListener('click', (event) => { if (event.target === id('copying')) id('copying').close(); });
}
