// The draggable values of the chosen layer: its frame, its shadows' offsets, the points and circles of its gradients.
import {assign, at, node, resolved, state} from './state.js';

const isPoint = (value) => Array.isArray(value) && value.length === 2 && value.every((number) => typeof number === 'number');
export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Lengths to tenths of a point, and small ones to thousandths. */
export const round = (number) => Number(number.toFixed(Math.abs(number) < 4 && number !== 0 ? 3 : 1));
const tidy = (point, digits) => point.map((number) => Number(number.toFixed(digits)));

// MARK: Geometry

/** Points of a layer to points of the canvas, and distances back, as far as the layer's corners tell. */
export function mapping(layer) {
  const [x0, y0, x1, y1, , , x3, y3] = layer.quad;
  const [, , width, height] = layer.frame;
  const [a, b] = [(x1 - x0) / (width || 1), (y1 - y0) / (width || 1)];
  const [c, d] = [(x3 - x0) / (height || 1), (y3 - y0) / (height || 1)];
  const determinant = a * d - b * c || 1;
  return {
    width,
    height,
    out: ([x, y]) => [x0 + a * x + c * y, y0 + b * x + d * y],
    back: ([x, y]) => [(d * x - c * y) / determinant, (a * y - b * x) / determinant],
  };
}

/** A distance on the canvas as a distance in the coordinates of the layer's frame. */
export function inParent(layer, distance) {
  const path = layer.path.at(-1) === 'mask' ? layer.path.slice(0, -1) : layer.path.slice(0, -2);
  const parent = path.length ? node(path) : null;
  return parent?.quad ? mapping(parent).back(distance) : distance;
}

/** Whether a place lies in the quadrilateral of a layer's corners. */
export function isInside(quad, [x, y]) {
  let sign = 0;
  for (let index = 0; index < 8; index += 2) {
    const [x0, y0, x1, y1] = [quad[index], quad[index + 1], quad[(index + 2) % 8], quad[(index + 3) % 8]];
    const side = Math.sign((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0));
    if (side !== 0 && sign !== 0 && side !== sign) return false;
    if (side !== 0) sign = side;
  }
  return true;
}

/** The front-most layer at a place, innermost first. */
export function layerAt(point, layers = state.tree?.layers ?? []) {
  for (const layer of [...layers].reverse()) {
    if (layer.hidden) continue;
    const inner = layerAt(point, layer.sublayers ?? []);
    if (inner) return inner;
    if (layer.quad && isInside(layer.quad, point)) return layer;
  }
  return null;
}

// MARK: The handles of a layer

/**
 * The handles of the chosen layer. Each has a place in points of the layer, a label, and `drag(start, distance)`, which changes
 * the scene as if the handle had been dragged by a distance in points of the layer since it had the value `start`.
 */
export function currentHandles() {
  const layer = state.chosen && node(state.chosen);
  const value = layer && at(layer.path);
  return layer?.quad && isObject(value) ? new Handles(layer, value).list : [];
}

class Handles {
  constructor(layer, value) {
    this.list = [];
    this.map = mapping(layer);
    this.middle = [this.map.width / 2, this.map.height / 2];
    for (const key of ['shadows', 'innerShadows']) this.addShadows([...layer.path, key], value[key]);
    this.addGradient(layer.path, value.type === 'gradient' ? value : null);
    for (const key of ['gradient', 'backgroundColor', 'fillColor', 'color']) {
      this.addGradient([...layer.path, key], value[key]);
    }
    if (isObject(value.path?.circle)) {
      this.addCircle([...layer.path, 'path', 'circle'], 'center', ['radius'], 'Circle');
    }
    if (Array.isArray(value.frame) && value.frame.length === 4) this.addSize([...layer.path, 'frame']);
  }

  /** Adds a handle of a point in the document. `place` gives its place in the layer, `step` the change of its value. */
  addPoint(path, label, {place, step, digits = 2, ...extra}) {
    const value = resolved(path);
    if (!isPoint(value)) return;
    this.list.push({
      name: JSON.stringify(path),
      label,
      kind: 'point',
      local: place(value),
      start: () => resolved(path),
      text: () => resolved(path).join(', '),
      drag: (start, distance) => {
        const [x, y] = step(distance);
        assign(path, tidy([start[0] + x, start[1] + y], digits), 'drag');
      },
      ...extra,
    });
  }

  addShadows(path, shadows) {
    if (!Array.isArray(shadows)) return;
    const [x, y] = this.middle;
    const title = path.at(-1) === 'shadows' ? 'Shadow' : 'Inner shadow';
    shadows.forEach((shadow, index) => {
      // The light places a shadow with an elevation.
      if (!isObject(shadow) || (shadow.elevation ?? null) !== null) return;
      this.addPoint([...path, index, 'offset'], `${title} ${index + 1} offset`, {
        kind: 'shadow', from: this.middle, place: (offset) => [x + offset[0], y + offset[1]], step: (distance) => distance,
      });
    });
  }

  addGradient(path, gradient) {
    if (!isObject(gradient)) return;
    const {width, height} = this.map;
    const unit = {
      digits: 4, place: ([x, y]) => [x * width, y * height], step: ([x, y]) => [x / (width || 1), y / (height || 1)],
    };
    const start = resolved([...path, 'startPoint']);
    this.addPoint([...path, 'startPoint'], 'Gradient start', {...unit, color: gradient.colors?.[0]});
    this.addPoint([...path, 'endPoint'], 'Gradient end', {
      ...unit, color: gradient.colors?.at(-1), from: isPoint(start) ? unit.place(start) : undefined,
    });
    this.addCircle(path, 'center', ['startRadius', 'endRadius'], 'Gradient');
    this.addCircle(path, 'startCenter', ['startRadius'], 'Gradient start');
    this.addCircle(path, 'endCenter', ['endRadius'], 'Gradient end');
  }

  /** Adds the centre of a circle, and its radii. */
  addCircle(path, key, names, title) {
    const center = resolved([...path, key]);
    if (!isPoint(center)) return;
    const circle = {path, radii: names.filter((name) => typeof resolved([...path, name]) === 'number')};
    const plain = (point) => point;
    this.addPoint([...path, key], `${title} centre`, {kind: 'center', circle, place: plain, step: plain});
    for (const name of circle.radii) {
      const radius = resolved([...path, name]);
      const which = names.length > 1 ? (name === 'startRadius' ? ' inner' : ' outer') : '';
      this.list.push({
        name: JSON.stringify([...path, name]),
        label: `${title}${which} radius`,
        kind: 'radius',
        circle,
        ring: {center, radius},
        local: [center[0] + radius, center[1]],
        start: () => resolved([...path, name]),
        text: () => String(round(resolved([...path, name]))),
        drag: (start, [x]) => setRadius(path, name, Math.max(0, round(start + x))),
      });
    }
  }

  addSize(path) {
    this.list.push({
      name: 'size',
      label: 'Size',
      kind: 'size',
      local: [this.map.width, this.map.height],
      start: () => resolved(path),
      text: () => resolved(path).slice(2).join(' by '),
      drag: ([left, top, width, height], [x, y]) => {
        assign(path, [left, top, round(Math.max(0, width + x)), round(Math.max(0, height + y))], 'drag');
      },
    });
  }
}

// MARK: Circles

/** Sets a radius. A soft edge between two radii keeps its width when the inner one changes, and is never turned around. */
function setRadius(path, name, radius) {
  const inner = resolved([...path, 'startRadius']);
  const outer = resolved([...path, 'endRadius']);
  const isEdge = typeof inner === 'number' && typeof outer === 'number' && outer >= inner;
  if (name === 'startRadius' && isEdge && inner > 0) {
    assign([...path, 'endRadius'], round(Math.max(radius, outer + radius - inner)), 'drag');
  }
  assign([...path, name], name === 'endRadius' && isEdge ? Math.max(radius, inner) : radius, 'drag');
}

/** Makes the circle of a handle larger or smaller. False if the handle has none. */
export function scaleCircle(handle, factor) {
  if (!handle?.circle?.radii.length) return false;
  const {path, radii} = handle.circle;
  const name = radii.find((radius) => resolved([...path, radius]) > 0) ?? radii[0];
  setRadius(path, name, round(Math.max(0.5, resolved([...path, name]) * factor)));
  return true;
}
