// The state of the page: the file as the server has it, the changes made here, and the chosen layer.

export const state = {
  file: null,           // {name, version, document, error, place, set, gpu}
  document: null,       // the file's document with the edits
  edits: [],            // [{path, value}]; value undefined removes
  parameters: {},       // values that replace the file's defaults
  chosen: null,         // the path of the chosen layer
  tree: null,           // the server's tree of layers
  view: 'cpu',
  scale: null,          // pixels per point; null is the file's
  time: 0,
  fault: null,          // {error, place}
};

const target = new EventTarget();
export function on(names, run) {
  for (const name of names.split(' ')) target.addEventListener(name, (event) => run(event.detail));
}
export const tell = (name, detail) => target.dispatchEvent(new CustomEvent(name, {detail}));

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const starts = (path, prefix) => prefix.every((step, index) => path[index] === step);

/** The value at a path; undefined if there is none. */
export function at(path, document = state.document) {
  let value = document;
  for (const step of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = value[step];
  }
  return value;
}

/** A copy of a value with one change, as the server makes it. Undefined if the path leads nowhere. */
function changed(value, path, next) {
  if (path.length === 0) return next;
  if (value === null || typeof value !== 'object') return undefined;
  const [step, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : {...value};
  if (Array.isArray(value) && (typeof step !== 'number' || step > value.length)) return undefined;
  if (rest.length === 0) {
    if (next !== undefined) copy[step] = next;
    else if (Array.isArray(copy)) copy.splice(step, 1);
    else delete copy[step];
    return copy;
  }
  const inner = changed(value[step], rest, next);
  if (inner === undefined) return undefined;
  copy[step] = inner;
  return copy;
}

/** Puts the edits on the file's document. Edits whose place is gone are dropped. */
function rebuild() {
  let document = state.file?.document ?? null;
  const kept = [];
  for (const edit of state.edits) {
    const next = document && changed(document, edit.path, edit.value);
    if (next) { document = next; kept.push(edit); }
  }
  const dropped = state.file?.document ? state.edits.length - kept.length : 0;
  if (dropped) state.edits = kept;
  state.document = document;
  return dropped;
}

// MARK: Parameters

const reference = /^\$\{([^{}]+)\}$/;

/** The parameter that a value is, if the value is nothing else. */
export function boundTo(value) {
  const name = typeof value === 'string' ? reference.exec(value)?.[1] : undefined;
  return name !== undefined && name in (state.document?.parameters ?? {}) ? name : undefined;
}

export const parameter = (name) => (name in state.parameters ? state.parameters[name] : state.document?.parameters?.[name]);

/** The value at a path, with a parameter's value in place of its name. */
export function resolved(path) {
  const value = at(path);
  const name = boundTo(value);
  if (name !== undefined) return parameter(name);
  if (Array.isArray(value)) return value.map((_, index) => resolved([...path, index]));
  return value;
}

// MARK: History

const past = [];
const future = [];
let gesture = null;
const snapshot = () => ({edits: state.edits, parameters: state.parameters});

/** Notes the state before a change. Changes of one gesture, such as a drag, are undone together. */
function remember(name) {
  if (name && name === gesture) return;
  gesture = name;
  past.push(snapshot());
  if (past.length > 500) past.shift();
  future.length = 0;
}

export const endGesture = () => { gesture = null; };
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;
export const isChanged = () => state.edits.length > 0 || !same(state.parameters, state.file?.set ?? {});

function travel(from, to) {
  if (!from.length) return;
  to.push(snapshot());
  Object.assign(state, from.pop());
  gesture = null;
  rebuild();
  tell('edits');
}
export const undo = () => travel(past, future);
export const redo = () => travel(future, past);

export function reset() {
  remember(null);
  state.edits = [];
  state.parameters = {...(state.file?.set ?? {})};
  rebuild();
  tell('edits');
}

// MARK: Changes

/** Whether a path leads through layers whose places in the picture aren't those in the file: repeated or left out. */
const isRepeated = (path) => path.some((step, index) => {
  const list = typeof step === 'number' ? at(path.slice(0, index)) : undefined;
  const keys = (item) => Object.keys(item !== null && typeof item === 'object' ? item : {});
  return Array.isArray(list) && list.some((item) => keys(item).some((key) => ['forEach', 'if', 'unless'].includes(key)));
});

/** Sets the value at a path, or removes it. */
export function edit(path, value, name = null) {
  if (same(at(path), value)) return;
  if (isRepeated(path)) {
    tell('notice', 'Layers beside this one are repeated or left out by conditions. Change this layer in the file.');
    return;
  }
  remember(name && `${name} ${JSON.stringify(path)}`);
  state.edits = state.edits.filter((old) => !starts(old.path, path));
  const isBelow = state.edits.some((old) => starts(path, old.path));
  const isOriginal = value !== undefined && same(at(path, state.file?.document), value) && !isBelow;
  if (!isOriginal) state.edits = [...state.edits, {path, value}];
  rebuild();
  tell('edits');
}

/** Sets a parameter; undefined goes back to the file's default. */
export function setParameter(name, value, gestureName = null) {
  if (same(parameter(name), value)) return;
  remember(gestureName && `${gestureName} \${${name}}`);
  const next = {...state.parameters};
  if (value === undefined || same(value, state.document?.parameters?.[name])) delete next[name]; else next[name] = value;
  state.parameters = next;
  tell('edits');
}

/** Sets the value at a path, or the parameter that stands there. */
export function assign(path, value, name = null) {
  const old = at(path);
  const bound = boundTo(old);
  if (bound !== undefined) return setParameter(bound, value, name);
  const hasBound = Array.isArray(old) && old.some((item) => boundTo(item) !== undefined);
  if (hasBound && Array.isArray(value) && old.length === value.length) {
    value.forEach((item, index) => {
      if (!same(resolved([...path, index]), item)) assign([...path, index], item, name);
    });
    return;
  }
  edit(path, value, name);
}

export function choose(path) {
  if (same(state.chosen, path)) return;
  state.chosen = path;
  tell('chosen');
}

/** Takes the file as it is now. Returns how many edits no longer have a place. */
export function takeFile(file) {
  const isFirst = state.file === null;
  state.file = file;
  if (isFirst) state.parameters = {...file.set};
  let dropped = 0;
  if (file.document) {
    const declared = file.document.parameters ?? {};
    const kept = Object.entries(state.parameters).filter(([name]) => name in declared);
    dropped = Object.keys(state.parameters).length - kept.length;
    state.parameters = Object.fromEntries(kept);
    dropped += rebuild();
  }
  if (state.document && state.chosen && at(state.chosen) === undefined) state.chosen = null;
  tell('file');
  return dropped;
}

/** The layer of the server's tree at a path. */
export function node(path, layers = state.tree?.layers) {
  for (const layer of layers ?? []) {
    if (same(layer.path, path)) return layer;
    if (!starts(path, layer.path)) continue;
    return node(path, [...(layer.mask ? [layer.mask] : []), ...(layer.sublayers ?? [])]);
  }
  return undefined;
}
