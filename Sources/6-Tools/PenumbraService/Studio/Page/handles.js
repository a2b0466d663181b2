// What can be dragged in the picture: the chosen layer's frame, its shadows' offsets, and the points and circles of its gradients.
import {make} from './controls.js';
import {isPinching, setScalingTarget, startPan, toCanvas, toView} from './picture.js';
import {assign, at, choose, edit, endGesture, node, on, resolved, same, state, tell} from './state.js';

let viewport, outlines, holder;
/** The handle that was used last: pinches and the wheel change its circle. */
let chosenHandle = null;
/** Counts pinches, so that drags of one finger end with the second. */
let pinches = 0;

const round = (number) => Number(number.toFixed(Math.abs(number) < 4 && number !== 0 ? 3 : 1));
const tidy = (point) => point.map((number) => Number(number.toFixed(2)));
const isPoint = (value) => Array.isArray(value) && value.length === 2 && value.every((number) => typeof number === 'number');
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// MARK: Geometry

/** Points of a layer to points of the canvas, and back, as far as the layer's corners tell. */
function mapping(layer) {
  const [x0, y0, x1, y1, , , x3, y3] = layer.quad;
  const [, , width, height] = layer.frame;
  const [a, b, c, d] = [(x1 - x0) / (width || 1), (y1 - y0) / (width || 1), (x3 - x0) / (height || 1), (y3 - y0) / (height || 1)];
  const determinant = a * d - b * c || 1;
  return {
    out: ([x, y]) => [x0 + a * x + c * y, y0 + b * x + d * y],
    /** A distance on the canvas as a distance in the layer. */
    back: ([x, y]) => [(d * x - c * y) / determinant, (a * y - b * x) / determinant],
    width, height,
  };
}

/** A distance on the canvas as a distance in the coordinates of the layer's frame. */
function inParent(layer, distance) {
  const inside = layer.path.at(-1) === 'mask' ? layer.path.slice(0, -1) : layer.path.slice(0, -2);
  const parent = inside.length ? node(inside) : null;
  return parent?.quad ? mapping(parent).back(distance) : distance;
}

function isInside(quad, [x, y]) {
  let sign = 0;
  for (let index = 0; index < 4; index += 1) {
    const [x0, y0, x1, y1] = [quad[2 * index], quad[2 * index + 1], quad[(2 * index + 2) % 8], quad[(2 * index + 3) % 8]];
    const side = Math.sign((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0));
    if (side !== 0 && sign !== 0 && side !== sign) return false;
    if (side !== 0) sign = side;
  }
  return true;
}

/** The front-most layer at a place, innermost first. */
function layerAt(point, layers = state.tree?.layers ?? []) {
  for (const layer of [...layers].reverse()) {
    if (layer.hidden) continue;
    const inner = layerAt(point, layer.sublayers ?? []);
    if (inner) return inner;
    if (layer.quad && isInside(layer.quad, point)) return layer;
  }
  return null;
}

// MARK: Handles

/** All handles of a layer: where each is, in points of the layer, and what dragging it by a distance changes. */
function handles(layer, value) {
  const map = mapping(layer);
  const list = [];
  const point = (path, label, toLocal, fromLocal, extra = {}) => {
    const old = resolved(path);
    if (!isPoint(old)) return;
    list.push({
      name: JSON.stringify(path), label, local: toLocal(old), kind: 'point', ...extra,
      drag: (start, [x, y]) => { const step = fromLocal([x, y]); assign(path, tidy([start[0] + step[0], start[1] + step[1]]), 'drag'); },
      start: () => resolved(path), text: () => resolved(path).join(', '),
    });
  };
  const plain = (distance) => distance;
  const center = [map.width / 2, map.height / 2];
  for (const key of ['shadows', 'innerShadows']) {
    (Array.isArray(value[key]) ? value[key] : []).forEach((shadow, index) => {
      if (!isObject(shadow) || shadow.elevation !== undefined) return;
      const path = [...layer.path, key, index, 'offset'];
      const label = `${key === 'shadows' ? 'Shadow' : 'Inner shadow'} ${index + 1} offset`;
      if (shadow.offset === undefined) return;
      point(path, label, ([x, y]) => [center[0] + x, center[1] + y], plain, {kind: 'shadow', from: center});
    });
  }
  const unit = {to: ([x, y]) => [x * map.width, y * map.height], from: ([x, y]) => [x / (map.width || 1), y / (map.height || 1)]};
  const fine = (path, label, extra) => {
    const old = resolved(path);
    if (!isPoint(old)) return;
    list.push({
      name: JSON.stringify(path), label, local: unit.to(old), kind: 'point', ...extra,
      drag: (start, distance) => { const [x, y] = unit.from(distance); assign(path, [start[0] + x, start[1] + y].map((number) => Number(number.toFixed(4))), 'drag'); },
      start: () => resolved(path), text: () => resolved(path).join(', '),
    });
  };
  const gradient = (path, object, title) => {
    if (!isObject(object)) return;
    fine([...path, 'startPoint'], `${title} start`, {color: object.colors?.[0]});
    fine([...path, 'endPoint'], `${title} end`, {color: object.colors?.at(-1), fromPoint: resolved([...path, 'startPoint'])});
    for (const [key, words] of [['center', 'centre'], ['startCenter', 'start centre'], ['endCenter', 'end centre']]) {
      if (!isPoint(resolved([...path, key]))) continue;
      point([...path, key], `${title} ${words}`, plain, plain, {kind: 'center', circle: circle(path, key)});
      const own = circle(path, key);
      for (const radius of own.radii) list.push(radiusHandle(path, radius, resolved([...path, key]), `${title} ${radius === 'startRadius' ? 'inner' : 'outer'} radius`, own));
    }
  };
  gradient(layer.path, value.type === 'gradient' ? value : null, 'Gradient');
  for (const key of ['gradient', 'backgroundColor', 'fillColor', 'color']) gradient([...layer.path, key], value[key], 'Gradient');
  if (isObject(value.path?.circle)) {
    const path = [...layer.path, 'path', 'circle'];
    const own = {path, radii: ['radius']};
    point([...path, 'center'], 'Circle centre', plain, plain, {kind: 'center', circle: own});
    if (isPoint(resolved([...path, 'center']))) list.push(radiusHandle(path, 'radius', resolved([...path, 'center']), 'Circle radius', own));
  }
  if (Array.isArray(value.frame) && value.frame.length === 4) {
    const path = [...layer.path, 'frame'];
    list.push({
      name: 'size', label: 'Size', local: [map.width, map.height], kind: 'size', start: () => resolved(path), text: () => resolved(path).slice(2).join(' × '),
      drag: (start, [x, y]) => assign(path, [start[0], start[1], Math.max(0, start[2] + x), Math.max(0, start[3] + y)].map(round), 'drag'),
    });
  }
  return list;
}

function circle(path, key) {
  const names = key === 'center' ? ['startRadius', 'endRadius'] : [key.replace('Center', 'Radius')];
  return {path, radii: names.filter((name) => typeof resolved([...path, name]) === 'number')};
}

function radiusHandle(path, key, center, label, own) {
  const radius = resolved([...path, key]);
  return {
    name: JSON.stringify([...path, key]), label, local: [center[0] + radius, center[1]], kind: 'radius', circle: own, ring: {center, radius},
    start: () => resolved([...path, key]), text: () => `${round(resolved([...path, key]))}`,
    drag: (start, [x]) => setRadius(path, key, Math.max(0, round(start + x))),
  };
}

/** The radii of a soft edge keep their order, and the edge keeps its width when the inner radius changes. */
function setRadius(path, key, radius) {
  const other = resolved([...path, 'endRadius']);
  const inner = resolved([...path, 'startRadius']);
  if (key === 'startRadius' && typeof other === 'number' && inner > 0) assign([...path, 'endRadius'], round(Math.max(radius, other + radius - inner)), 'drag');
  assign([...path, key], key === 'endRadius' && typeof inner === 'number' && other >= inner ? Math.max(radius, inner) : radius, 'drag');
}

/** Makes the circle of the handle in use larger or smaller. */
function scaleCircle(factor) {
  const layer = state.chosen && node(state.chosen);
  const handle = layer && current().find((one) => one.name === chosenHandle);
  if (!handle?.circle?.radii.length) return false;
  const {path, radii} = handle.circle;
  const key = radii.find((name) => resolved([...path, name]) > 0) ?? radii[0];
  setRadius(path, key, round(Math.max(0.5, resolved([...path, key]) * factor)));
  return true;
}

function current() {
  const layer = state.chosen && node(state.chosen);
  const value = layer && at(layer.path);
  return layer?.quad && isObject(value) ? handles(layer, value) : [];
}

// MARK: Drawing them

const svg = (tag, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

function show() {
  const layer = state.chosen && node(state.chosen);
  outlines.replaceChildren();
  const isShown = layer?.quad && !state.fault;
  if (!isShown) { holder.replaceChildren(); return; }
  const map = mapping(layer);
  const line = (points, name, close = false) => outlines.append(svg('path', {class: name, d: `M${points.map((one) => toView(one).map((number) => number.toFixed(1)).join()).join('L')}${close ? 'Z' : ''}`}));
  const corners = [0, 2, 4, 6].map((index) => layer.quad.slice(index, index + 2));
  line(corners, 'frame-line', true);
  const list = current();
  for (const handle of list) {
    if (handle.from) line([map.out(handle.from), map.out(handle.local)], 'shadow-line');
    if (isPoint(handle.fromPoint)) line([map.out([handle.fromPoint[0] * map.width, handle.fromPoint[1] * map.height]), map.out(handle.local)], 'gradient-line');
    if (handle.ring) {
      const {center: [x, y], radius} = handle.ring;
      line(Array.from({length: 64}, (_, index) => { const angle = index * Math.PI / 32; return map.out([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]); }), 'ring-line', true);
    }
  }
  const old = new Map([...holder.children].map((element) => [element.dataset.name, element]));
  const kept = list.map((handle) => {
    const element = old.get(handle.name) ?? button(handle.name);
    const [x, y] = toView(map.out(handle.local));
    element.style.transform = `translate(${x}px, ${y}px)`;
    element.className = `handle ${handle.kind}${handle.name === chosenHandle ? ' is-chosen' : ''}`;
    element.style.setProperty('--color', handle.color ?? 'white');
    element.setAttribute('aria-label', `${handle.label}: ${handle.text()}`);
    element.title = handle.label;
    return element;
  });
  if (!same(kept.map((element) => element.dataset.name), [...holder.children].map((element) => element.dataset.name))) holder.replaceChildren(...kept);
}

function button(name) {
  const element = make('button', {class: 'handle', type: 'button'});
  element.dataset.name = name;
  element.addEventListener('pointerdown', (event) => { event.stopPropagation(); element.focus({preventScroll: true}); use(name); dragHandle(event, name); });
  element.addEventListener('focus', () => use(name));
  element.addEventListener('keydown', (event) => nudge(event, (distance) => {
    const handle = current().find((one) => one.name === name);
    if (!handle) return;
    const map = mapping(node(state.chosen));
    handle.drag(handle.start(), handle.kind === 'radius' ? [distance[0] || -distance[1], 0] : map.back(distance));
    show();
  }));
  return element;
}

function use(name) {
  if (chosenHandle === name) return;
  chosenHandle = name;
  show();
}

// MARK: Dragging

function follow(event, begin, move, end) {
  const from = [event.clientX, event.clientY];
  const origin = toCanvas(event);
  const pinchesBefore = pinches;
  let isMoving = false;
  const moved = (next) => {
    if (next.pointerId !== event.pointerId) return;
    if (pinches !== pinchesBefore) { stop(next); return; }
    if (!isMoving && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < 3) return;
    if (!isMoving) { isMoving = true; begin?.(); }
    const place = toCanvas(next);
    move([place[0] - origin[0], place[1] - origin[1]], next);
  };
  const stop = (next) => {
    if (next.pointerId !== event.pointerId) return;
    for (const [name, run] of [['pointermove', moved], ['pointerup', stop], ['pointercancel', stop]]) window.removeEventListener(name, run);
    endGesture();
    // Two fingers neither choose nor drag.
    end?.(isMoving || pinches !== pinchesBefore, next);
  };
  for (const [name, run] of [['pointermove', moved], ['pointerup', stop], ['pointercancel', stop]]) window.addEventListener(name, run);
}

function dragHandle(event, name) {
  const handle = current().find((one) => one.name === name);
  if (!handle) return;
  const start = handle.start();
  const map = mapping(node(state.chosen));
  follow(event, null, (distance) => {
    const step = map.back(distance);
    // The layer's own size changes while it is dragged, so its map stays that of the start.
    current().find((one) => one.name === name)?.drag(start, step);
    show();
  });
}

const isPlaced = (layer) => Array.isArray(resolved([...layer.path, 'frame']));

/** Moves a layer's frame. A layer that a layout places can't be moved. */
function mover(layer) {
  const path = [...layer.path, 'frame'];
  const frame = isPlaced(layer) ? resolved(path) : layer.frame;
  const parent = at(layer.path.slice(0, -2));
  const value = at(layer.path);
  if (!isPlaced(layer) && (isObject(parent) && parent.layout || ['inset', 'position', 'width', 'height'].some((key) => key in (value ?? {})))) {
    tell('notice', 'This layer is placed by its layout. Change its margins, its inset or the layout’s gap instead.');
    return null;
  }
  return (distance) => {
    const [x, y] = inParent(layer, distance);
    const next = [round(frame[0] + x), round(frame[1] + y), frame[2], frame[3]];
    if (isPlaced(layer)) assign(path, next, 'drag'); else edit(path, next, 'drag');
    // The outline follows at once, and the server's tree comes later.
    show();
  };
}

function pressed(event) {
  if (event.button > 1 || isPinching()) return;
  viewport.focus({preventScroll: true});
  const hit = layerAt(toCanvas(event));
  const chosen = state.chosen && node(state.chosen);
  const isOnChosen = chosen?.quad && isInside(chosen.quad, toCanvas(event)) && event.button === 0;
  if (!isOnChosen || event.altKey) {
    startPan(event);
    follow(event, null, () => {}, (isMoving) => { if (!isMoving) choose(event.altKey && hit ? hit.path.slice(0, -2).length > 1 ? hit.path.slice(0, -2) : hit.path : hit?.path ?? null); });
    return;
  }
  let move = null;
  follow(event, () => { move = mover(chosen); }, (distance) => move?.(distance), (isMoving) => { if (!isMoving) choose(hit?.path ?? null); });
}

/** Arrow keys move by a point, with Shift by ten. */
function nudge(event, move) {
  const step = event.shiftKey ? 10 : 1;
  const distance = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]}[event.key];
  if (!distance) return;
  event.preventDefault();
  event.stopPropagation();
  move(distance);
}

export function startHandles() {
  viewport = document.getElementById('viewport');
  outlines = document.getElementById('outlines');
  holder = document.getElementById('handles');
  viewport.addEventListener('pointerdown', pressed);
  viewport.addEventListener('keydown', (event) => nudge(event, (distance) => {
    const layer = state.chosen && node(state.chosen);
    if (layer) mover(layer)?.(distance);
  }));
  setScalingTarget(scaleCircle);
  on('view tree picture fault edits', show);
  on('pinch', () => { pinches += 1; });
  on('chosen', () => { chosenHandle = null; show(); });
}
