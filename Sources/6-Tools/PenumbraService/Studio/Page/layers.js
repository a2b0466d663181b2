// The tree of layers, by the pattern of a tree view: arrow keys move, Enter chooses.
import {make} from './controls.js';
import {choose, edit, at, on, same, state} from './state.js';

let tree;
const folded = new Set();
let focused = null;

const key = (path) => JSON.stringify(path);

function rows(layers, level, role) {
  return layers.flatMap((layer) => {
    const children = [...(layer.mask ? [{...layer.mask, isMask: true}] : []), ...(layer.sublayers ?? [])];
    const isFolded = folded.has(key(layer.path));
    return [{layer, level, role, children, isFolded}, ...(isFolded ? [] : rows(children, level + 1))];
  });
}

function fill() {
  const all = rows(state.tree?.layers ?? [], 1);
  const hadFocus = tree.contains(document.activeElement);
  if (!all.some((row) => same(row.layer.path, focused))) focused = state.chosen ?? all[0]?.layer.path ?? null;
  tree.replaceChildren(...all.map((row) => item(row)));
  if (all.length === 0 && state.tree) {
    tree.replaceChildren(make('li', {class: 'empty', role: 'none'}, 'This scene has no layers.'));
  }
  if (hadFocus) tree.querySelector('[tabindex="0"]')?.focus({preventScroll: true});
}

function item({layer, level, children, isFolded}) {
  const isChosen = same(layer.path, state.chosen);
  const name = layer.name ?? (layer.isMask ? 'mask' : layer.type);
  const label = `${name}, ${layer.isMask ? 'mask, ' : ''}${layer.type}${layer.hidden ? ', hidden' : ''}`;
  const kinds = ['layer-row', layer.hidden && 'is-hidden', layer.isMask && 'is-mask'].filter(Boolean).join(' ');
  const element = make('li', {
    role: 'treeitem', class: kinds, tabIndex: same(layer.path, focused) ? 0 : -1, 'aria-level': level,
    'aria-selected': String(isChosen), 'aria-label': label, 'aria-expanded': children.length ? String(!isFolded) : undefined,
    onclick: () => {
      focused = layer.path;
      choose(layer.path);
      fill();
    },
  });
  element.style.setProperty('--level', level - 1);
  element.dataset.path = key(layer.path);
  const arrow = make('span', {class: 'arrow', 'aria-hidden': 'true', onclick: (event) => {
    event.stopPropagation();
    fold(layer.path, !isFolded);
  }}, children.length ? (isFolded ? '▸' : '▾') : '');
  const action = layer.hidden ? 'Show' : 'Hide';
  const eye = make('button', {class: 'icon eye', tabIndex: -1, title: action, 'aria-label': `${action} ${name}`});
  eye.textContent = layer.hidden ? '○' : '●';
  eye.addEventListener('click', (event) => {
    event.stopPropagation();
    toggle(layer);
  });
  const icon = make('span', {class: `kind ${layer.type}`, 'aria-hidden': 'true'});
  element.append(arrow, icon, make('span', {class: 'name'}, name), eye);
  return element;
}

function fold(path, isFolded) {
  if (isFolded) folded.add(key(path)); else folded.delete(key(path));
  fill();
}

function toggle(layer) {
  const path = [...layer.path, 'hidden'];
  edit(path, layer.hidden ? (at(path, state.file.document) === undefined ? undefined : false) : true);
}

function move(event) {
  const all = rows(state.tree?.layers ?? [], 1);
  const index = all.findIndex((row) => same(row.layer.path, focused));
  const row = all[index];
  if (!row) return;
  const go = (next) => {
    if (!all[next]) return;
    focused = all[next].layer.path;
    fill();
    tree.querySelector('[tabindex="0"]')?.focus();
  };
  switch (event.key) {
    case 'ArrowDown': go(index + 1); break;
    case 'ArrowUp': go(index - 1); break;
    case 'Home': go(0); break;
    case 'End': go(all.length - 1); break;
    case 'ArrowRight': if (row.isFolded) fold(row.layer.path, false); else if (row.children.length) go(index + 1); break;
    case 'ArrowLeft':
      if (row.children.length && !row.isFolded) fold(row.layer.path, true);
      else go(all.findLastIndex((other, at) => at < index && other.level < row.level));
      break;
    case 'Enter': case ' ': choose(row.layer.path); break;
    case 'h': toggle(row.layer); break;
    default: return;
  }
  event.preventDefault();
  event.stopPropagation();
}

export function startLayers() {
  tree = document.getElementById('layer-tree');
  tree.addEventListener('keydown', move);
  on('tree file', fill);
  on('chosen', () => {
    focused = state.chosen ?? focused;
    fill();
    tree.querySelector('[aria-selected="true"]')?.scrollIntoView({block: 'nearest'});
  });
}
