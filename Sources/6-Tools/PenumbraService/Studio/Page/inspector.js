// The panels on the right: a control for each parameter, and for each value of the chosen layer.
import {
  boolControl, choiceControl, colorControl, jsonControl, make, notationControls, numberControl, numbersControl, parseColor, textControl,
} from './controls.js';
import {about, isLayer, missingKeys, range} from './schema.js';
import {assign, at, boundTo, choose, edit, endGesture, node, on, parameter, resolved, same, setParameter, state, tell} from './state.js';

const panels = {};
/** The controls that are shown, each with the function that gives its value. */
let shown = {parameters: [], layer: []};
let shape = {parameters: '', layer: ''};

const words = (key) => String(key).replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (letter) => letter.toUpperCase()).replace(/(?<=. )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
const singular = (key) => words(key).replace(/ies$/, 'y').replace(/s$/, '');
const isColorName = (key) => /colou?r|accent|tint|background|ink|fill|stroke|shade/i.test(key);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** The kind of control for a value. */
function kind(key, value, known) {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') {
    if (known.values?.includes(value)) return 'choice';
    const isColor = parseColor(value) !== undefined;
    if (isColor && (known.isColor || /^#|^(rgb|hsl|hwb|ok|lab|lch|color)/i.test(value) || isColorName(key))) return 'color';
    return 'text';
  }
  if (Array.isArray(value)) return value.length > 0 && value.length <= 8 && value.every((item) => typeof item === 'number') ? 'numbers' : 'json';
  return 'json';
}

const partNames = (key, length) => {
  if (/locations|keyTimes|dash|values/i.test(key)) return undefined;
  if (length === 2) return /gap/i.test(key) ? ['↕ row', '↔ column'] : /padding|margin/i.test(key) ? ['↕ vertical', '↔ horizontal'] : ['x', 'y'];
  if (length === 4) return /padding|margin|inset/i.test(key) ? ['↑ top', '→ right', '↓ bottom', '← left'] : /cornerRadius/i.test(key) ? ['↖ top left', '↗ top right', '↘ bottom right', '↙ bottom left'] : ['x', 'y', 'w width', 'h height'];
  return undefined;
};

function control({key, label, note, value, known, path, change, prefix}) {
  const options = {label, note, value, change, prefix};
  switch (kind(key, value, known)) {
    case 'bool': return [boolControl(options)];
    case 'number': return [numberControl({...options, bounds: range(path, value, known)})];
    case 'numbers': return [numbersControl({...options, names: partNames(key, value.length)})];
    case 'choice': return [choiceControl({...options, values: known.values})];
    case 'color': return [colorControl(options)];
    case 'text': {
      const isWords = /^(string|title|subtitle|name|text|font|contents|path)$/i.test(key);
      const main = textControl({...options, isLong: key === 'string' || value.length > 40});
      return [main, ...notationControls({...options, isPlain: isWords || !/\(|px|#/.test(value)})];
    }
    default: return [jsonControl(options)];
  }
}

// MARK: Parameters

function fillParameters() {
  const panel = panels.parameters;
  const declared = Object.entries(state.document?.parameters ?? {});
  shown.parameters = [];
  const rows = declared.map(([name, standard]) => {
    const change = (value, isFinal) => { setParameter(name, value, 'control'); if (isFinal) endGesture(); };
    const controls = control({
      key: name, label: name, value: parameter(name), known: {values: undefined, isColor: isColorName(name)}, path: [name], change,
      note: `Default: ${typeof standard === 'string' ? standard : JSON.stringify(standard)}`, prefix: 'Parameter ',
    });
    const back = make('button', {class: 'icon revert', title: `Back to the file's ${JSON.stringify(standard)}`, 'aria-label': `Reset ${name}`, onclick: () => { setParameter(name, undefined); }}, '↺');
    controls[0].element.append(back);
    const update = () => {
      back.hidden = !(name in state.parameters);
      for (const one of controls) one.show(parameter(name));
    };
    back.hidden = !(name in state.parameters);
    shown.parameters.push(update);
    return make('div', {class: 'value'}, ...controls.map((one) => one.element));
  });
  panel.replaceChildren(
    ...(rows.length ? rows : [make('p', {class: 'empty'}, 'This scene declares no parameters. Values that should change from picture to picture become parameters: ', make('code', {}, '"parameters": {"title": "Hello"}'), ' and ', make('code', {}, '"string": "${title}"'), '.')]));
}

// MARK: The chosen layer

/** Controls for all values below a path. */
function values(path, object, prefix) {
  const rows = [];
  const groups = [];
  for (const [key, raw] of Object.entries(object)) {
    if (['sublayers', 'mask', 'type', '$schema', 'proves'].includes(key) || key === 'parameters') continue;
    const place = [...path, key];
    const value = resolved(place);
    if (isObject(value)) groups.push(group(place, words(key), value, prefix));
    else if (Array.isArray(raw) && raw.some((item) => isObject(item))) {
      raw.forEach((item, index) => { if (isObject(item)) groups.push(group([...place, index], `${singular(key)} ${raw.length > 1 ? index + 1 : ''}`.trim(), item, prefix)); });
    } else if (Array.isArray(value) && value.length <= 16 && value.every((item) => parseColor(item) !== undefined)) {
      value.forEach((item, index) => rows.push(single([...place, index], `${singular(key)} ${index + 1}`, about(path, key, object), prefix)));
    } else if (value !== null && value !== undefined) rows.push(single(place, words(key), about(path, key, object), prefix));
  }
  return [...rows, ...groups];
}

function single(path, label, known, prefix) {
  const key = path.findLast((step) => typeof step === 'string');
  const bound = boundTo(at(path));
  const change = (value, isFinal) => { assign(path, value, 'control'); if (isFinal) endGesture(); };
  const isElement = typeof path.at(-1) === 'number';
  const controls = control({
    key, label, note: known.description, value: resolved(path), known: isElement ? {...known, isColor: true} : known, path, change, prefix,
  });
  if (bound !== undefined) controls[0].element.querySelector('.label').append(make('span', {class: 'bound', title: `The value of the parameter ${bound}`}, bound));
  shown.layer.push(() => { const value = resolved(path); if (value !== undefined) for (const one of controls) one.show(value); });
  return make('div', {class: 'value'}, ...controls.map((one) => one.element));
}

const closed = new Set();

function group(path, title, object, prefix) {
  const name = path.slice(state.chosen?.length ?? 0).join('.');
  const remove = make('button', {class: 'icon', title: `Remove ${title.toLowerCase()}`, 'aria-label': `Remove ${title.toLowerCase()}`, onclick: (event) => { event.preventDefault(); edit(path, undefined); }}, '×');
  const details = make('details', {open: !closed.has(name), class: 'group-box'}, make('summary', {}, make('span', {}, title), remove), ...values(path, object, `${prefix}${title} `), adder(path, object, title));
  details.addEventListener('toggle', () => { if (details.open) closed.delete(name); else closed.add(name); });
  return details;
}

/** A list of the keys that can be added. */
function adder(path, object, title) {
  const missing = missingKeys(path, object);
  if (missing.length === 0) return '';
  const list = make('select', {class: 'adder', 'aria-label': `Add a property to ${title}`}, make('option', {value: ''}, 'Add a property…'), ...missing.map(([key, , description]) => make('option', {value: key, title: description}, words(key))));
  list.addEventListener('change', () => {
    const entry = missing.find(([key]) => key === list.value);
    if (entry) edit([...path, entry[0]], entry[1]);
  });
  return list;
}

const addable = ['shadows', 'innerShadows'];

function fillLayer() {
  const panel = panels.layer;
  shown.layer = [];
  const layer = state.chosen && at(state.chosen);
  if (!isObject(layer)) {
    panel.replaceChildren(make('p', {class: 'empty'}, 'Click a layer in the picture or in the tree. Its numbers, colours and points appear here.'), ...canvasRows());
    return;
  }
  const about = node(state.chosen);
  const head = make('div', {class: 'layer-head'}, make('span', {class: `kind ${layer.type ?? 'layer'}`, 'aria-hidden': 'true'}), make('h2', {}, layer.name ?? words(layer.type ?? 'layer')), make('span', {class: 'soft'}, layer.type ?? 'layer'));
  const place = make('p', {class: 'soft place'}, pathText(state.chosen));
  const parts = [head, place];
  if (about && !('frame' in layer)) parts.push(make('p', {class: 'soft'}, frameText(about.frame, state.chosen)));
  const more = addable.filter((key) => Array.isArray(layer[key])).map((key) => make('button', {class: 'add', onclick: () => edit([...state.chosen, key, layer[key].length], {...(layer[key].at(-1) ?? {radius: 8, offset: [0, 4], opacity: 0.3})})}, `Add ${singular(key).toLowerCase()}`));
  panel.replaceChildren(...parts, ...values(state.chosen, layer, ''), ...more, adder(state.chosen, layer, 'the layer'), ...(isObject(layer.mask) ? [make('button', {class: 'add', onclick: () => choose([...state.chosen, 'mask'])}, 'Choose the mask')] : []));
}

/** The canvas, while no layer is chosen. */
function canvasRows() {
  const canvas = state.document?.canvas;
  return isObject(canvas) ? [make('h3', {}, 'Canvas'), ...values(['canvas'], canvas, 'Canvas ')] : [];
}

const frameText = (frame, path) => {
  const numbers = frame.map((number) => Number(number.toFixed(2)));
  const parent = at(path.slice(0, -2));
  const reason = isObject(parent) && parent.layout ? 'placed by the layout around it' : 'as large as its parent';
  return `Frame ${numbers.join(', ')}: ${reason}`;
};

export const pathText = (path) => path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${step}`)).join('');

// MARK: Keeping up

/** Keys, kinds and lengths of a value, without the values: the controls stay as long as these are the same. */
function outline(value, path = []) {
  if (Array.isArray(value)) return `[${value.map((item, index) => outline(item, [...path, index])).join()}]`;
  if (isObject(value)) return `{${Object.entries(value).filter(([key]) => !['sublayers', 'mask'].includes(key)).map(([key, item]) => `${key}:${outline(item, [...path, key])}`).join()}}`;
  if (typeof value === 'string') return boundTo(value) !== undefined ? value : parseColor(value) !== undefined ? 'c' : 's';
  return typeof value;
}

const focusedName = () => document.activeElement?.getAttribute?.('aria-label');

function refill(name, next, fill) {
  if (shape[name] === next) {
    for (const update of shown[name]) update();
    return;
  }
  shape[name] = next;
  const focused = panels[name].contains(document.activeElement) ? focusedName() : null;
  const top = panels[name].scrollTop;
  fill();
  panels[name].scrollTop = top;
  if (focused) panels[name].querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
}

function update() {
  const parameters = outline(state.document?.parameters ?? null);
  refill('parameters', `${parameters}`, fillParameters);
  const layer = state.chosen ? at(state.chosen) : state.document?.canvas;
  const name = state.chosen ? at([...state.chosen, 'name']) : '';
  const placed = state.chosen && node(state.chosen) && !isObject(at([...state.chosen, 'frame'])) ? node(state.chosen).frame : '';
  refill('layer', `${JSON.stringify(state.chosen)} ${name} ${outline(layer)} ${Array.isArray(layer?.frame) ? '' : placed}`, fillLayer);
}

export function startInspector() {
  panels.parameters = document.getElementById('panel-parameters');
  panels.layer = document.getElementById('panel-layer');
  on('file edits chosen tree', update);
  on('chosen', () => { if (state.chosen) tell('show-panel', 'layer'); });
  for (const panel of Object.values(panels)) {
    panel.addEventListener('pointerup', endGesture);
    panel.addEventListener('focusout', endGesture);
  }
}

export {isLayer, same};
