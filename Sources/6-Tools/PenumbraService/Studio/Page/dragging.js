// Draws the outline and the handles of the chosen layer, and lets pointers and arrow keys move them.
import {make} from './controls.js';
import {currentHandles, inParent, isInside, isObject, layerAt, mapping, round, scaleCircle} from './handles.js';
import {isPinching, setScalingTarget, startPan, toCanvas, toView} from './picture.js';
import {assign, at, choose, edit, endGesture, node, on, resolved, same, state, tell} from './state.js';

let viewport, outlines, holder;
/** The name of the handle that was used last: pinches and the wheel change its circle. */
let inUse = null;
/** Counts pinches, so that drags of one finger end with the second. */
let pinches = 0;

const chosenLayer = () => state.chosen && node(state.chosen);
const named = (name) => currentHandles().find((handle) => handle.name === name);

// MARK: Drawing

function line(points, kind, isClosed = false) {
  const places = points.map((point) => toView(point).map((number) => number.toFixed(1)).join());
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  element.setAttribute('class', kind);
  element.setAttribute('d', `M${places.join('L')}${isClosed ? 'Z' : ''}`);
  outlines.append(element);
}

function ring({center: [x, y], radius}, map) {
  const points = Array.from({length: 64}, (_, index) => {
    const angle = index * Math.PI / 32;
    return map.out([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
  });
  line(points, 'ring-line', true);
}

function show() {
  const layer = chosenLayer();
  outlines.replaceChildren();
  if (!layer?.quad || state.fault) {
    holder.replaceChildren();
    return;
  }
  const map = mapping(layer);
  line([0, 2, 4, 6].map((index) => layer.quad.slice(index, index + 2)), 'frame-line', true);
  const list = currentHandles();
  for (const handle of list) {
    const kind = handle.kind === 'shadow' ? 'shadow-line' : 'gradient-line';
    if (handle.from) line([map.out(handle.from), map.out(handle.local)], kind);
    if (handle.ring) ring(handle.ring, map);
  }
  // Elements that stay keep the focus.
  const old = new Map([...holder.children].map((element) => [element.dataset.name, element]));
  const elements = list.map((handle) => {
    const element = old.get(handle.name) ?? button(handle.name);
    const [x, y] = toView(map.out(handle.local));
    element.style.transform = `translate(${x}px, ${y}px)`;
    element.className = `handle ${handle.kind}${handle.name === inUse ? ' is-chosen' : ''}`;
    element.style.setProperty('--color', handle.color ?? 'white');
    element.setAttribute('aria-label', `${handle.label}: ${handle.text()}`);
    element.title = handle.label;
    return element;
  });
  if (!same(elements.map(({dataset}) => dataset.name), [...old.keys()])) holder.replaceChildren(...elements);
}

function button(name) {
  const element = make('button', {class: 'handle', type: 'button'});
  element.dataset.name = name;
  element.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    element.focus({preventScroll: true});
    use(name);
    dragHandle(event, name);
  });
  element.addEventListener('focus', () => use(name));
  element.addEventListener('keydown', (event) => nudge(event, ([x, y]) => {
    const handle = named(name);
    if (handle) handle.drag(handle.start(), handle.kind === 'radius' ? [x || -y, 0] : mapping(chosenLayer()).back([x, y]));
  }));
  return element;
}

function use(name) {
  if (inUse === name) return;
  inUse = name;
  show();
}

// MARK: Dragging

/** Follows a pointer until it is lifted. `move` gets the distance on the canvas; `end` learns whether the pointer has moved. */
function follow(event, {begin, move, end}) {
  const from = [event.clientX, event.clientY];
  const origin = toCanvas(event);
  const pinchesBefore = pinches;
  const listeners = {pointermove: moved, pointerup: stop, pointercancel: stop};
  let isMoving = false;
  function moved(next) {
    if (next.pointerId !== event.pointerId) return;
    if (pinches !== pinchesBefore) {
      stop(next);
      return;
    }
    // A click may shake by a pixel or two.
    if (!isMoving && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < 3) return;
    if (!isMoving) begin?.();
    isMoving = true;
    const place = toCanvas(next);
    move?.([place[0] - origin[0], place[1] - origin[1]]);
  }
  function stop(next) {
    if (next.pointerId !== event.pointerId) return;
    for (const [name, run] of Object.entries(listeners)) window.removeEventListener(name, run);
    endGesture();
    // Two fingers neither choose nor drag.
    end?.(isMoving || pinches !== pinchesBefore);
  }
  for (const [name, run] of Object.entries(listeners)) window.addEventListener(name, run);
}

function dragHandle(event, name) {
  const handle = named(name);
  if (!handle) return;
  const start = handle.start();
  // The layer may change its size while it is dragged, so its map stays that of the start.
  const map = mapping(chosenLayer());
  follow(event, {move: (distance) => named(name)?.drag(start, map.back(distance))});
}

/** Moves a layer's frame by distances on the canvas. Null for a layer that a layout places. */
function mover(layer) {
  const path = [...layer.path, 'frame'];
  const isPlaced = Array.isArray(resolved(path));
  const parent = at(layer.path.slice(0, -2));
  const placing = Object.keys(at(layer.path) ?? {}).filter((key) => /^(inset|position|width|height)$/.test(key));
  const isLaidOut = (isObject(parent) && parent.layout) || placing.length > 0;
  if (!isPlaced && isLaidOut) {
    tell('notice', 'This layer is placed by its layout. Change its margins, its inset or the layout’s gap instead.');
    return null;
  }
  const frame = isPlaced ? resolved(path) : layer.frame;
  return (distance) => {
    const [x, y] = inParent(layer, distance);
    const next = [round(frame[0] + x), round(frame[1] + y), frame[2], frame[3]];
    if (isPlaced) assign(path, next, 'drag'); else edit(path, next, 'drag');
  };
}

/** The layer that a click chooses. With Alt it is the layer around the one at the place. */
function clicked(hit, event) {
  if (!hit) return null;
  const around = hit.path.slice(0, -2);
  return event.altKey && around.length > 0 ? around : hit.path;
}

function pressed(event) {
  if (event.button > 1 || isPinching()) return;
  viewport.focus({preventScroll: true});
  const place = toCanvas(event);
  const hit = layerAt(place);
  const chosen = chosenLayer();
  const end = (isMoving) => { if (!isMoving) choose(clicked(hit, event)); };
  if (!chosen?.quad || !isInside(chosen.quad, place) || event.button !== 0) {
    startPan(event);
    follow(event, {end});
    return;
  }
  let move = null;
  follow(event, {begin: () => { move = mover(chosen); }, move: (distance) => move?.(distance), end});
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

export function startDragging() {
  viewport = document.getElementById('viewport');
  outlines = document.getElementById('outlines');
  holder = document.getElementById('handles');
  viewport.addEventListener('pointerdown', pressed);
  viewport.addEventListener('keydown', (event) => nudge(event, (distance) => {
    const layer = chosenLayer();
    if (layer) mover(layer)?.(distance);
  }));
  setScalingTarget((factor) => scaleCircle(named(inUse), factor));
  on('view tree picture fault edits', show);
  on('pinch', () => { pinches += 1; });
  on('chosen', () => {
    inUse = null;
    show();
  });
}
