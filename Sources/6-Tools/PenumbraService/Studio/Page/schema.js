// The keys of the scene format, from its schema: their meanings, kinds and ranges.
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
    animations: value?.animations ? 'animationGroup' : 'animation', backdropBlur: 'backdropBlur', background: 'gradient',
    backgroundColor: 'gradient', canvas: 'canvas', circle: 'circle', color: 'gradient', fillColor: 'gradient',
    gradient: 'gradientOfLayer', innerShadows: 'innerShadow', layout: 'layout', light: 'light', replicate: 'replicate',
    runs: 'run', shadows: 'shadow', spring: 'spring', strokeColor: 'gradient',
  };
  return definition(names[parent] ?? '')?.properties;
}

function isLayer(path) {
  const [parent, last] = path.slice(-2);
  return last === 'mask' || (typeof last === 'number' && ['layers', 'sublayers'].includes(parent));
}

/** The meaning, the kind and the range of a key of the object at a path. */
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

const notAdded = ['type', 'name', 'sublayers', 'mask', 'animations', 'effects', 'path'];

/** Values to start from, for keys whose default shows nothing. */
const starts = {
  backdropFilter: 'saturate(1)', backgroundColor: '#ffffff', borderColor: '#000000', boxShadow: '0 4px 12px rgb(0 0 0 / 25%)',
  filter: 'brightness(1)', innerShadows: [{color: '#000000', opacity: 0.3, offset: [0, 1], radius: 2}],
  shadows: [{color: '#000000', opacity: 0.3, offset: [0, 4], radius: 8}], strokeColor: '#000000', tint: '#000000',
  transform: 'rotate(0deg)',
};

/** The keys that the object at a path could have besides those it has, with values to start from. */
export function missingKeys(path, object) {
  const result = [];
  for (const [key, entry] of Object.entries(properties(path, object) ?? {})) {
    if (key in (object ?? {}) || notAdded.includes(key)) continue;
    const standard = entry.default;
    const isNumbers = Array.isArray(standard) && standard.length > 0 && standard.every((item) => typeof item === 'number');
    const isPlain = isNumbers || ['number', 'boolean', 'string'].includes(typeof standard);
    const first = starts[key] ?? (isPlain ? standard : undefined);
    if (first !== undefined) result.push([key, first, entry.description]);
  }
  return result;
}

const isLength = /^(frame|center|startCenter|endCenter|startRadius|endRadius|circle|rect|ellipse|(min|max)?(width|height))$/i;
const isFrom0 = /(fontSize|radius$|lineWidth|count|scale|width|height)/i;

/** The largest value of a slider for a key, before the value itself is looked at. */
function reach(key) {
  const {width, height} = state.document?.canvas ?? {};
  if (isLength.test(key)) return Math.max(Number(width) || 0, Number(height) || 0, 100);
  if (key === 'perspective') return 2000;
  if (/fontSize|lineHeight/i.test(key)) return 120;
  if (/startPoint|endPoint|anchor|Origin|contentsRect|contentsCenter|locations/i.test(key)) return 1;
  if (/scale|penumbra|flex/i.test(key)) return 4;
  if (/count/i.test(key)) return 24;
  return /radius|blur|offset|gap|padding|margin|spread|elevation|inset/i.test(key) ? 60 : 40;
}

/** A slider's range and step for a number. */
export function range(path, value, known) {
  const key = path.findLast((step) => typeof step === 'string') ?? '';
  if (known.isUnit || /^(opacity|noise|strokeStart|strokeEnd)$/.test(key)) return {low: 0, high: 1, step: 0.01};
  if (/angle|rotation/i.test(key)) return {low: -180, high: 180, step: 1};
  let most = reach(key);
  while (most < Math.abs(value) * 1.2) most *= 2;
  const isSigned = (known.low === undefined || known.low < 0) && !isFrom0.test(key);
  const step = known.isInteger ? 1 : most <= 2 ? 0.01 : most <= 20 ? 0.1 : most <= 200 ? 0.5 : 1;
  return {low: isSigned || value < 0 ? -most : Math.max(0, known.low ?? 0), high: most, step};
}
