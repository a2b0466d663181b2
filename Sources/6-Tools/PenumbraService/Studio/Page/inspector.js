// The panels on the right: a control for each parameter, and for each value of the chosen layer.
import {
  boolControl, choiceControl, colorControl, jsonControl, make, notationControls, numberControl, numbersControl, parseColor,
  textControl,
} from './controls.js';
import {about, missingKeys, range} from './schema.js';
import {
  assign, at, boundTo, choose, edit, endGesture, node, on, parameter, resolved, setParameter, state, tell,
} from './state.js';

const panels = {};
/** Functions that bring the controls of each panel up to date. */
const shown = {parameters: [], layer: []};
/** Texts that change whenever a panel needs other controls. */
const shape = {parameters: '', layer: ''};

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isColorName = (key) => /colou?r|accent|tint|background|ink|fill|stroke|shade/i.test(key);

/** A key as a label: `cornerRadius` is "Corner radius". */
function words(key) {
  const text = String(key).replace(/([a-z])([A-Z])/g, '$1 $2');
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/ [A-Z](?=[a-z])/g, (letters) => letters.toLowerCase());
}
const singular = (key) => words(key).replace(/ies$/, 'y').replace(/s$/, '');

// MARK: Choosing controls

/** The kind of control for a value. */
function kind(key, value, known) {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') {
    if (known.isWords) return 'text';
    if (known.values?.includes(value)) return 'choice';
    const isWritten = /^#|^(rgb|hsl|hwb|ok|lab|lch|color)/i.test(value);
    return parseColor(value) && (known.isColor || isWritten || isColorName(key)) ? 'color' : 'text';
  }
  const isNumbers = Array.isArray(value) && value.length > 0 && value.length <= 8;
  return isNumbers && value.every((item) => typeof item === 'number') ? 'numbers' : 'json';
}

/** The names of the numbers of an array. */
function partNames(key, length) {
  if (/locations|keyTimes|dash|values/i.test(key)) return undefined;
  const isBox = /padding|margin|inset/i.test(key);
  if (length === 2 && /gap/i.test(key)) return ['↕ row', '↔ column'];
  if (length === 2) return isBox ? ['↕ vertical', '↔ horizontal'] : ['x', 'y'];
  if (length !== 4) return undefined;
  if (isBox) return ['↑ top', '→ right', '↓ bottom', '← left'];
  return /cornerRadius/i.test(key)
    ? ['↖ top left', '↗ top right', '↘ bottom right', '↙ bottom left'] : ['x', 'y', 'w width', 'h height'];
}

const plainTexts = /^(string|title|subtitle|name|text|font|contents|path|language)$/i;

/** The controls of one value: one, and for CSS texts one for each number and colour in them. */
function controls({key, value, known, path, ...options}) {
  const all = {...options, value};
  switch (kind(key, value, known)) {
    case 'bool': return [boolControl(all)];
    case 'number': return [numberControl({...all, bounds: range(path, value, known)})];
    case 'numbers': return [numbersControl({...all, names: partNames(key, value.length)})];
    case 'choice': return [choiceControl({...all, values: known.values})];
    case 'color': return [colorControl(all)];
    case 'text': {
      const main = textControl({...all, isLong: key === 'string' || value.length > 40});
      return known.isWords || plainTexts.test(key) || !/\(|px|#/.test(value) ? [main] : [main, ...notationControls(all)];
    }
    default: return [jsonControl(all)];
  }
}

// MARK: Parameters

const isColorKey = (key) => /color$|^colors$|^background$|^tint$/i.test(key);
/** What the keys are that take files, languages and words, which no other control suits. */
const uses = {contents: 'a picture’s file', language: 'a language such as “de”', font: 'a font', string: 'a text', name: 'a name'};

/** The keys of the document whose whole value is a parameter. */
function keysOf(name) {
  const whole = `\${${name}}`;
  const keys = new Set();
  const visit = (value, key) => {
    if (value === whole) keys.add(key);
    else if (Array.isArray(value)) value.forEach((item) => visit(item, key));
    else if (isObject(value)) Object.entries(value).forEach(([inner, item]) => visit(item, inner));
  };
  visit({...state.document, parameters: undefined}, '');
  return [...keys];
}

function parameterRow([name, standard]) {
  const change = (value, isFinal) => {
    setParameter(name, value, 'control');
    if (isFinal) endGesture();
  };
  const standardText = typeof standard === 'string' ? standard : JSON.stringify(standard);
  const keys = keysOf(name);
  const use = keys.some(isColorKey) ? undefined : keys.map((key) => uses[key]).find((text) => text);
  const own = controls({
    key: name, label: name, value: parameter(name), path: [name], change, prefix: 'Parameter ',
    known: {isColor: keys.some(isColorKey) || (!use && isColorName(name)), isWords: use !== undefined},
    note: `${use ? `This is ${use}. ` : ''}Default: ${standardText}`,
  });
  const back = make('button', {
    class: 'icon revert', title: `Back to the file’s ${standardText}`, 'aria-label': `Reset ${name}`,
    onclick: () => setParameter(name, undefined),
  }, '↺');
  own[0].element.append(back);
  const update = () => {
    back.hidden = !(name in state.parameters);
    for (const one of own) one.show(parameter(name));
  };
  update();
  shown.parameters.push(update);
  return make('div', {class: 'value'}, ...own.map((one) => one.element));
}

function noParameters() {
  return make(
    'p', {class: 'empty'}, 'This scene declares no parameters. Values that change from picture to picture become parameters: ',
    make('code', {}, '"parameters": {"title": "Hello"}'), ' and ', make('code', {}, '"string": "${title}"'), '.');
}

function fillParameters() {
  shown.parameters = [];
  const rows = Object.entries(state.document?.parameters ?? {}).map(parameterRow);
  panels.parameters.replaceChildren(...(rows.length ? rows : [noParameters()]));
}

// MARK: The chosen layer

const leftOut = ['sublayers', 'mask', 'type', '$schema', 'proves', 'parameters'];

/** Controls for all values below a path: first those of its own keys, then groups. */
function values(path, object, prefix) {
  const rows = [];
  const groups = [];
  for (const [key, raw] of Object.entries(object)) {
    if (leftOut.includes(key)) continue;
    const place = [...path, key];
    const value = resolved(place);
    if (isObject(value)) {
      groups.push(group(place, words(key), value, prefix));
    } else if (Array.isArray(raw) && raw.some(isObject)) {
      raw.forEach((item, index) => {
        const title = raw.length > 1 ? `${singular(key)} ${index + 1}` : singular(key);
        if (isObject(item)) groups.push(group([...place, index], title, item, prefix));
      });
    } else if (Array.isArray(value) && value.length <= 16 && value.every((item) => parseColor(item) !== undefined)) {
      const known = about(path, key, object);
      value.forEach((_, index) => rows.push(single([...place, index], `${singular(key)} ${index + 1}`, known, prefix)));
    } else if (value !== null && value !== undefined) {
      rows.push(single(place, words(key), about(path, key, object), prefix));
    }
  }
  return [...rows, ...groups];
}

function single(path, label, known, prefix) {
  const key = path.findLast((step) => typeof step === 'string');
  const change = (value, isFinal) => {
    assign(path, value, 'control');
    if (isFinal) endGesture();
  };
  const isElement = typeof path.at(-1) === 'number';
  const own = controls({
    key, label, note: known.description, value: resolved(path), known: isElement ? {...known, isColor: true} : known, path,
    change, prefix,
  });
  const bound = boundTo(at(path));
  if (bound !== undefined) {
    const pill = make('span', {class: 'bound', title: `The value of the parameter ${bound}`}, bound);
    own[0].element.querySelector('.label').append(' ', pill);
  }
  shown.layer.push(() => {
    const value = resolved(path);
    if (value !== undefined) for (const one of own) one.show(value);
  });
  return make('div', {class: 'value'}, ...own.map((one) => one.element));
}

/** The groups that were closed, by their names in the layer. */
const closed = new Set();

function group(path, title, object, prefix) {
  const name = path.slice(state.chosen?.length ?? 0).join('.');
  const what = `Remove ${title.toLowerCase()}`;
  const remove = make('button', {class: 'icon', title: what, 'aria-label': what, onclick: (event) => {
    event.preventDefault();
    removeValue(path);
  }}, '×');
  const details = make(
    'details', {open: !closed.has(name), class: 'group-box'}, make('summary', {}, make('span', {}, title), remove),
    ...values(path, object, `${prefix}${title} `), adder(path, object, title));
  details.addEventListener('toggle', () => {
    if (details.open) closed.delete(name); else closed.add(name);
  });
  return details;
}

/** Removes a key. An element goes with a new array, so that edits of its neighbours keep their places. */
function removeValue(path) {
  const index = path.at(-1);
  if (typeof index !== 'number') return edit(path, undefined);
  return edit(path.slice(0, -1), at(path.slice(0, -1)).filter((_, place) => place !== index));
}

/** A list of the keys that can be added. */
function adder(path, object, title) {
  const missing = missingKeys(path, object);
  if (missing.length === 0) return '';
  const options = missing.map(([key, , description]) => make('option', {value: key, title: description}, words(key)));
  const list = make(
    'select', {class: 'adder', 'aria-label': `Add a property to ${title}`}, make('option', {value: ''}, 'Add a property…'),
    ...options);
  list.addEventListener('change', () => {
    const entry = missing.find(([key]) => key === list.value);
    if (entry) edit([...path, entry[0]], entry[1]);
  });
  return list;
}

/** A button that adds a shadow like the last. */
function shadowAdder(key) {
  const path = [...state.chosen, key];
  const list = at(path);
  const next = list.at(-1) ?? {radius: 8, offset: [0, 4], opacity: 0.3};
  return make('button', {class: 'add', onclick: () => edit(path, [...list, {...next}])}, `Add ${singular(key).toLowerCase()}`);
}

function fillLayer() {
  const panel = panels.layer;
  shown.layer = [];
  const layer = state.chosen && at(state.chosen);
  if (!isObject(layer)) {
    const hint = 'Click a layer in the picture or in the tree. Its numbers, colours and points appear here.';
    panel.replaceChildren(make('p', {class: 'empty'}, hint), ...canvasRows());
    return;
  }
  const type = layer.type ?? 'layer';
  const title = make('h2');
  const showTitle = () => { title.textContent = at([...state.chosen, 'name']) ?? words(type); };
  showTitle();
  shown.layer.push(showTitle);
  const icon = make('span', {class: `kind ${type}`, 'aria-hidden': 'true'});
  const head = make('div', {class: 'layer-head'}, icon, title, make('span', {class: 'soft'}, type));
  const parts = [head, make('p', {class: 'soft place'}, pathText(state.chosen))];
  const placed = node(state.chosen);
  if (placed && !('frame' in layer)) parts.push(make('p', {class: 'soft'}, frameText(placed.frame, state.chosen)));
  parts.push(...values(state.chosen, layer, ''));
  parts.push(...['shadows', 'innerShadows'].filter((key) => Array.isArray(layer[key])).map(shadowAdder));
  parts.push(adder(state.chosen, layer, 'the layer'));
  if (isObject(layer.mask)) {
    const path = [...state.chosen, 'mask'];
    parts.push(make('button', {class: 'add', onclick: () => choose(path)}, 'Choose the mask'));
  }
  panel.replaceChildren(...parts);
}

/** The canvas, while no layer is chosen. */
function canvasRows() {
  const canvas = state.document?.canvas;
  return isObject(canvas) ? [make('h3', {}, 'Canvas'), ...values(['canvas'], canvas, 'Canvas ')] : [];
}

function frameText(frame, path) {
  const parent = at(path.slice(0, -2));
  const reason = isObject(parent) && parent.layout ? 'placed by the layout around it' : 'as large as its parent';
  return `Frame ${frame.map((number) => Number(number.toFixed(2))).join(', ')}: ${reason}`;
}

/** A path as errors write it: `layers[0].shadows[1]`. */
function pathText(path) {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${step}`)).join('');
}

// MARK: Keeping up

/** Keys, kinds and lengths of a value, without the values: the controls stay as long as these are the same. */
function outline(value) {
  if (Array.isArray(value)) return `[${value.map(outline).join()}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([key]) => !['sublayers', 'mask'].includes(key));
    return `{${entries.map(([key, item]) => `${key}:${outline(item)}`).join()}}`;
  }
  if (typeof value !== 'string') return typeof value;
  return boundTo(value) !== undefined ? value : parseColor(value) !== undefined ? 'c' : 's';
}

/** Brings a panel up to date, with other controls only where the kinds of values have changed. */
function refill(name, next, fill) {
  if (shape[name] === next) {
    for (const update of shown[name]) update();
    return;
  }
  shape[name] = next;
  const panel = panels[name];
  const focused = panel.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
  const top = panel.scrollTop;
  fill();
  panel.scrollTop = top;
  if (focused) panel.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
}

function update() {
  refill('parameters', outline(state.document?.parameters ?? null), fillParameters);
  const layer = state.chosen ? at(state.chosen) : state.document?.canvas;
  const placed = state.chosen && !Array.isArray(layer?.frame) ? node(state.chosen)?.frame ?? '' : '';
  refill('layer', `${JSON.stringify(state.chosen)} ${outline(layer)} ${placed}`, fillLayer);
}

export function startInspector() {
  panels.parameters = document.getElementById('panel-parameters');
  panels.layer = document.getElementById('panel-layer');
  on('file edits chosen tree', update);
  on('chosen', () => { if (state.chosen) tell('show-panel', 'layer'); });
  for (const panel of Object.values(panels)) panel.addEventListener('focusout', endGesture);
}
