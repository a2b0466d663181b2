// What the scene format's schema says about a key: its meaning, its kind and its range.
import {state} from './state.js';

let schema = null;
export async function loadSchema() { schema = await (await fetch('schema')).json(); }

const definition = (reference) => schema?.$defs?.[reference.split('/').pop()];

/** All forms that a value may have, with the names of the definitions that they come from. */
function forms(value, names = [], depth = 0) {
  if (!value || depth > 6) return [];
  const own = value.$ref ? [...names, value.$ref.split('/').pop()] : names;
  if (value.$ref) return forms(definition(value.$ref), own, depth + 1);
  if (value.anyOf) return value.anyOf.flatMap((form) => forms(form, own, depth + 1));
  return [{...value, names: own}];
}

const objects = {layer: 'plainLayer', image: 'imageLayer', gradient: 'gradientLayer', shape: 'shapeLayer', text: 'textLayer'};
const keyOf = (path) => path.findLast((step) => typeof step === 'string');

/** The properties of the object at a path, from the schema. */
function properties(path, value) {
  const parent = keyOf(path);
  if (isLayer(path)) return definition(objects[value?.type ?? 'layer'])?.properties;
  const names = {
    shadows: 'shadow', innerShadows: 'innerShadow', gradient: 'gradientOfLayer', backdropBlur: 'backdropBlur', replicate: 'replicate',
    layout: 'layout', runs: 'run', animations: value?.animations ? 'animationGroup' : 'animation', circle: 'circle', spring: 'spring',
    canvas: 'canvas', light: 'light', backgroundColor: 'gradient', fillColor: 'gradient', strokeColor: 'gradient', color: 'gradient',
    background: 'gradient',
  };
  return definition(names[parent] ?? '')?.properties;
}

export const isLayer = (path) => path.length > 1 && (path.at(-1) === 'mask' || (typeof path.at(-1) === 'number' && ['layers', 'sublayers'].includes(path.at(-2))));

/** What is known of a key of the object at a path. */
export function about(path, key, object) {
  const entry = properties(path, object)?.[key];
  const all = forms(entry);
  const number = all.find((form) => form.type === 'number' || form.type === 'integer');
  return {
    description: entry?.description ?? '',
    standard: entry?.default,
    values: all.find((form) => form.enum?.length > 1 && form.enum.every((name) => typeof name === 'string' && name))?.enum,
    low: number?.minimum ?? number?.exclusiveMinimum,
    high: number?.maximum,
    isUnit: number?.maximum === 1 && number?.minimum === 0,
    isInteger: number?.type === 'integer',
    isColor: all.some((form) => form.names.includes('color')),
    isPoint: all.some((form) => form.names.includes('point')),
  };
}

/** The keys that the object at a path could have besides those it has, with values to start from. */
export function missingKeys(path, object) {
  const result = [];
  const listed = {
    shadows: [{color: '#000000', opacity: 0.3, offset: [0, 4], radius: 8}], innerShadows: [{color: '#000000', opacity: 0.3, offset: [0, 1], radius: 2}],
    backgroundColor: '#ffffff', boxShadow: '0 4px 12px rgb(0 0 0 / 25%)', filter: 'brightness(1)', transform: 'rotate(0deg)', tint: '#000000',
    backdropFilter: 'saturate(1)', strokeColor: '#000000', borderColor: '#000000',
  };
  for (const [key, entry] of Object.entries(properties(path, object) ?? {})) {
    if (key in (object ?? {}) || ['type', 'name', 'sublayers', 'mask', 'animations', 'effects', 'path'].includes(key)) continue;
    const standard = entry.default;
    if (key in listed) result.push([key, listed[key], entry.description]);
    else if (['number', 'boolean', 'string'].includes(typeof standard)) result.push([key, standard, entry.description]);
    else if (Array.isArray(standard) && standard.every((item) => typeof item === 'number') && standard.length) result.push([key, standard, entry.description]);
  }
  return result;
}

const wide = ['x', 'y', 'width', 'height'];

/** A slider's range and step for a number. */
export function range(path, value, known) {
  const key = keyOf(path) ?? '';
  if (known.isUnit || /^(opacity|noise|strokeStart|strokeEnd)$/.test(key)) return {low: 0, high: 1, step: 0.01};
  if (/angle|rotation/i.test(key)) return {low: -180, high: 180, step: 1};
  const canvas = state.document?.canvas ?? {};
  const size = Math.max(Number(canvas.width) || 0, Number(canvas.height) || 0, 100);
  let most = 40;
  if (/^(frame|width|height|center|startCenter|endCenter|startRadius|endRadius|circle|rect|ellipse|minWidth|maxWidth|minHeight|maxHeight)$/.test(key)) most = size;
  else if (/fontSize|lineHeight|perspective/i.test(key)) most = key === 'perspective' ? 2000 : 120;
  else if (/startPoint|endPoint|anchor|Origin|contentsRect|contentsCenter|locations/i.test(key)) most = 1;
  else if (/scale|penumbra|flex/i.test(key)) most = 4;
  else if (/count/i.test(key)) most = 24;
  else if (/radius|blur|offset|gap|padding|margin|spread|elevation|inset|cornerRadius/i.test(key)) most = 60;
  const magnitude = Math.abs(value) || 0;
  while (most < magnitude * 1.2) most *= 2;
  const isSigned = known.low === undefined || known.low < 0;
  const signed = isSigned && !(wide.slice(2).includes(key)) && !/(fontSize|radius$|lineWidth|count|scale)/i.test(key);
  const step = known.isInteger ? 1 : most <= 2 ? 0.01 : most <= 20 ? 0.1 : most <= 200 ? 0.5 : 1;
  return {low: signed ? -most : Math.max(0, known.low ?? 0), high: most, step};
}
