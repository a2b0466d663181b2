// The picture: painting it, zooming, panning, pinching, and reading single pixels.
import {make} from './controls.js';
import {on, state, tell} from './state.js';

let viewport, paper, canvas, context;

/** CSS pixels per picture pixel, and the place of the picture's top left corner in the viewport. */
export const view = {zoom: 1, x: 0, y: 0, isFitted: true, width: 0, height: 0, scale: 1};

const least = 0.02;
const most = 64;

/** Asks the one who listens whether a pinch or a turn of the wheel is for a handle. */
let takeScaling = () => false;
export const setScalingTarget = (take) => { takeScaling = take; };

// MARK: Coordinates

/** Points of the canvas to CSS pixels of the viewport. */
export function toView([x, y]) {
  const [left, top] = state.tree?.origin ?? [0, 0];
  return [view.x + (x - left) * view.scale * view.zoom, view.y + (y - top) * view.scale * view.zoom];
}

/** A place in the window to points of the canvas. */
export function toCanvas(event) {
  const box = viewport.getBoundingClientRect();
  const [left, top] = state.tree?.origin ?? [0, 0];
  const unit = view.scale * view.zoom;
  return [(event.clientX - box.left - view.x) / unit + left, (event.clientY - box.top - view.y) / unit + top];
}

// MARK: Zoom

function place() {
  paper.style.width = `${view.width * view.zoom}px`;
  paper.style.height = `${view.height * view.zoom}px`;
  paper.style.transform = `translate(${view.x}px, ${view.y}px)`;
  // Each picture pixel is a square once it is as large as two of the screen's. Squares of one and a half would be uneven.
  paper.classList.toggle('is-enlarged', view.zoom * devicePixelRatio >= 2);
  document.getElementById('zoom-fit').textContent = `${Math.round(view.zoom * devicePixelRatio * 100)} %`;
  tell('view');
}

function centre() {
  view.x = (viewport.clientWidth - view.width * view.zoom) / 2;
  view.y = (viewport.clientHeight - view.height * view.zoom) / 2;
}

export function fit() {
  const room = viewport.clientWidth < 600 ? 24 : 72;
  const zoom = Math.min((viewport.clientWidth - room) / view.width, (viewport.clientHeight - room) / view.height);
  // Small pictures aren't enlarged beyond what one point of them is worth.
  view.zoom = Math.max(least, Math.min(zoom, Math.max(1, 2 / view.scale)));
  view.isFitted = true;
  centre();
  place();
}

/** Zooms about a place in the viewport; about its middle without one. */
export function zoomTo(zoom, x = viewport.clientWidth / 2, y = viewport.clientHeight / 2) {
  const next = Math.max(least, Math.min(most, zoom));
  view.x = x - (x - view.x) * next / view.zoom;
  view.y = y - (y - view.y) * next / view.zoom;
  view.zoom = next;
  view.isFitted = false;
  place();
}

export function actualPixels() {
  view.zoom = 1 / devicePixelRatio;
  view.isFitted = false;
  centre();
  place();
}

function pan(x, y) {
  view.x += x;
  view.y += y;
  view.isFitted = false;
  place();
}

// MARK: Painting

function paint({bitmap, scale, version, differing, drawn}) {
  const isNew = canvas.width !== bitmap.width || canvas.height !== bitmap.height || view.width === 0;
  if (isNew) {
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
  } else {
    context.clearRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const old = {...view};
  [view.width, view.height, view.scale] = [canvas.width, canvas.height, scale];
  if (view.isFitted || old.width === 0) fit();
  else {
    // Another density shows the same part of the scene.
    if (old.scale !== scale) view.zoom = old.zoom * old.scale / scale;
    place();
  }
  const name = state.file?.name ?? 'scene';
  canvas.setAttribute('aria-label', `The picture of ${name}, ${canvas.width} by ${canvas.height} pixels`);
  const equal = differing === null ? '' : differing === 0 ? ' · CPU and GPU are equal' : ` · ${differing} pixels differ`;
  document.getElementById('picture-about').textContent = `${canvas.width} × ${canvas.height} px · ${drawn} ms${equal}`;
  requestAnimationFrame(() => {
    canvas.dataset.version = version;
    canvas.dataset.painted = Date.now();
  });
}

/** The colour of the pixel below a pointer. */
function readPixel(event) {
  const box = viewport.getBoundingClientRect();
  const x = Math.floor((event.clientX - box.left - view.x) / view.zoom);
  const y = Math.floor((event.clientY - box.top - view.y) / view.zoom);
  const output = document.getElementById('pixel');
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) { output.replaceChildren(); return; }
  const [red, green, blue, alpha] = context.getImageData(x, y, 1, 1).data;
  const swatch = make('span', {class: 'swatch'});
  swatch.style.setProperty('--color', `rgb(${red} ${green} ${blue} / ${alpha / 255})`);
  const hex = [red, green, blue, ...(alpha < 255 ? [alpha] : [])].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  output.replaceChildren(swatch, `${x}, ${y}  #${hex}`);
}

// MARK: Pointers

const pointers = new Map();
let pinch = null;

const spread = () => {
  const [a, b] = [...pointers.values()];
  const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  return {distance, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2};
};

/** Whether two fingers are on the picture. Drags of one finger end then. */
export const isPinching = () => pinch !== null;

function down(event) {
  pointers.set(event.pointerId, event);
  if (pointers.size === 2) {
    pinch = spread();
    tell('pinch');
  }
}

function moved(event) {
  if (!pointers.has(event.pointerId)) return readPixel(event);
  pointers.set(event.pointerId, event);
  if (!pinch || pointers.size !== 2) return undefined;
  const next = spread();
  const box = viewport.getBoundingClientRect();
  const factor = next.distance / Math.max(1, pinch.distance);
  if (!takeScaling(factor)) {
    pan(next.x - pinch.x, next.y - pinch.y);
    zoomTo(view.zoom * factor, next.x - box.left, next.y - box.top);
  }
  pinch = next;
  return undefined;
}

function up(event) {
  pointers.delete(event.pointerId);
  if (pointers.size < 2) pinch = null;
}

function wheel(event) {
  event.preventDefault();
  const unit = event.deltaMode === 1 ? 16 : 1;
  const factor = Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0015));
  if (takeScaling(factor)) return;
  const box = viewport.getBoundingClientRect();
  if (event.shiftKey) pan(-(event.deltaX || event.deltaY) * unit, 0);
  else if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(-event.deltaX * unit, -event.deltaY * unit);
  else zoomTo(view.zoom * factor, event.clientX - box.left, event.clientY - box.top);
}

/** Drags the picture itself. */
export function startPan(event) {
  let [x, y] = [event.clientX, event.clientY];
  viewport.classList.add('is-panning');
  const move = (next) => {
    if (next.pointerId !== event.pointerId || isPinching()) return;
    pan(next.clientX - x, next.clientY - y);
    [x, y] = [next.clientX, next.clientY];
  };
  const end = (next) => {
    if (next.pointerId !== event.pointerId) return;
    viewport.classList.remove('is-panning');
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}

export function startPicture() {
  viewport = document.getElementById('viewport');
  paper = document.getElementById('paper');
  canvas = document.getElementById('picture');
  context = canvas.getContext('2d', {willReadFrequently: true});
  viewport.addEventListener('pointerdown', down, true);
  viewport.addEventListener('pointermove', moved);
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, up);
  viewport.addEventListener('pointerleave', () => document.getElementById('pixel').replaceChildren());
  viewport.addEventListener('wheel', wheel, {passive: false});
  document.getElementById('zoom-in').addEventListener('click', () => zoomTo(view.zoom * 1.5));
  document.getElementById('zoom-out').addEventListener('click', () => zoomTo(view.zoom / 1.5));
  document.getElementById('zoom-fit').addEventListener('click', fit);
  document.getElementById('zoom-pixels').addEventListener('click', actualPixels);
  new ResizeObserver(() => { if (view.width === 0) return; if (view.isFitted) fit(); else place(); }).observe(viewport);
  on('picture', paint);
}
