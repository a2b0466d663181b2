// One control for one value: a slider with a field, a colour well, a switch, a list, a text.
// Each has `element`, and `show(value)`, which leaves alone what has the focus.

let count = 0;
const identifier = () => `control-${(count += 1)}`;

/** Makes an element. Names that start with "on" are listeners; others are properties or attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') element.className = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.startsWith('aria')) element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Numbers as people write them. */
const digits = (number) => (Number.isFinite(number) ? String(Number(number.toFixed(4))) : '');

/** The number in a field. Undefined if there is none. */
function entered(field) {
  const number = Number(field.value);
  return field.value === '' || !Number.isFinite(number) ? undefined : number;
}

/** A row with a label. `note` is what a designer may want to know about the value. */
function row(label, note, id, kind, ...content) {
  const name = make('label', {htmlFor: id, title: note || undefined, class: 'label'}, label);
  return make('div', {class: `row ${kind}`}, name, ...content);
}

const isFocused = (element) => document.activeElement === element;
const paintSlider = (slider) => {
  const part = (slider.value - slider.min) / (slider.max - slider.min || 1);
  slider.style.setProperty('--part', `${100 * part}%`);
};

/** A number with a slider. `change(value, isFinal)` is called while the slider moves. */
export function numberControl({label, note, bounds, value, change, prefix = ''}) {
  const id = identifier();
  const name = `${prefix}${label}`;
  const {low, high, step} = bounds;
  const slider = make('input', {type: 'range', min: low, max: high, step, 'aria-label': `${name}, slider`});
  const field = make('input', {type: 'number', id, step: 'any', inputMode: 'decimal', 'aria-label': name});
  const show = (next) => {
    const number = Number(next);
    if (number > Number(slider.max)) slider.max = number * 1.5;
    if (number < Number(slider.min)) slider.min = number * 1.5;
    if (!isFocused(slider) || Number(slider.value) !== number) slider.value = number;
    if (!isFocused(field)) field.value = digits(number);
    paintSlider(slider);
  };
  slider.addEventListener('input', () => {
    field.value = digits(Number(slider.value));
    paintSlider(slider);
    change(Number(slider.value), false);
  });
  slider.addEventListener('change', () => change(Number(slider.value), true));
  field.addEventListener('input', () => {
    const number = entered(field);
    if (number === undefined) return;
    slider.value = number;
    paintSlider(slider);
    change(number, false);
  });
  field.addEventListener('change', () => {
    const number = entered(field);
    if (number !== undefined) change(number, true);
  });
  show(value);
  return {element: row(label, note, id, 'number', slider, field), show};
}

/** Several numbers, such as a point or a frame. A name such as "↑ top" has a sign for the eye and a word for the ear. */
export function numbersControl({label, note, names, value, change, prefix = ''}) {
  const id = identifier();
  const sign = (index) => names?.[index]?.split(' ')[0] ?? '';
  const word = (index) => names?.[index]?.replace(/^\S+ /, '') ?? String(index + 1);
  const fields = value.map((_, index) => make('input', {
    type: 'number', step: 'any', inputMode: 'decimal', id: index === 0 ? id : identifier(), title: word(index),
    'aria-label': `${prefix}${label}, ${word(index)}`,
  }));
  let shown = value;
  const show = (numbers) => {
    shown = numbers;
    fields.forEach((field, index) => {
      if (!isFocused(field)) field.value = digits(Number(numbers[index]));
    });
  };
  const send = (index, isFinal) => {
    const number = entered(fields[index]);
    if (number === undefined) return;
    shown = shown.map((old, place) => (place === index ? number : old));
    change(shown, isFinal);
  };
  fields.forEach((field, index) => {
    field.addEventListener('input', () => send(index, false));
    field.addEventListener('change', () => send(index, true));
  });
  show(value);
  const cells = fields.map((field, index) => {
    const unit = make('span', {class: 'unit', 'aria-hidden': 'true'}, sign(index));
    return make('span', {class: 'cell'}, unit, field);
  });
  return {element: row(label, note, id, 'numbers', make('div', {class: 'cells'}, ...cells)), show};
}

// MARK: Colours

const context = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const notColors = /^(inherit|initial|unset|revert|revert-layer|currentcolor|var\()/i;

/** Red, green, blue and alpha of a CSS colour, in bytes and 0…1. Undefined for other texts. */
export function parseColor(text) {
  if (typeof text !== 'string' || notColors.test(text) || !CSS.supports('color', text)) return undefined;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = text;
  const written = context.fillStyle;
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(written);
  if (hex) return [...hex.slice(1).map((part) => parseInt(part, 16)), 1];
  const parts = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(written);
  if (parts) return parts.slice(1).map(Number);
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

const byte = (number) => Math.round(number).toString(16).padStart(2, '0');

/** A colour in hexadecimal digits, with its alpha where that isn't 1. */
function hexColor([red, green, blue, alpha], withAlpha = true) {
  const end = withAlpha && alpha < 1 ? byte(alpha * 255) : '';
  return `#${byte(red)}${byte(green)}${byte(blue)}${end}`;
}

/** A colour well, its text and its opacity. */
export function colorControl({label, note, value, change, prefix = ''}) {
  const id = identifier();
  const name = `${prefix}${label}`;
  const well = make('input', {'aria-label': `${name}, colour well`});
  // A well that begins without a value is a warning in the console.
  well.setAttribute('value', '#000000');
  well.type = 'color';
  const alpha = make('input', {
    type: 'range', min: 0, max: 1, step: 0.01, class: 'alpha', 'aria-label': `${name}, opacity of the colour`,
  });
  const field = make('input', {type: 'text', id, spellcheck: false, autocomplete: 'off', 'aria-label': name});
  const frame = make('span', {class: 'well'}, well);
  const show = (text) => {
    const color = parseColor(text);
    if (!isFocused(field)) field.value = text ?? '';
    frame.style.setProperty('--color', color ? text : 'transparent');
    if (!color) return;
    well.value = hexColor(color, false);
    if (!isFocused(alpha)) alpha.value = color[3];
    paintSlider(alpha);
  };
  const send = (isFinal) => {
    const text = hexColor([...parseColor(well.value).slice(0, 3), Number(alpha.value)]);
    field.value = text;
    show(text);
    change(text, isFinal);
  };
  for (const part of [well, alpha]) {
    part.addEventListener('input', () => send(false));
    part.addEventListener('change', () => send(true));
  }
  field.addEventListener('input', () => {
    const isColor = parseColor(field.value) !== undefined;
    if (isColor) field.removeAttribute('aria-invalid'); else field.setAttribute('aria-invalid', 'true');
    if (!isColor) return;
    show(field.value);
    change(field.value, false);
  });
  field.addEventListener('change', () => change(field.value, true));
  show(value);
  return {element: row(label, note, id, 'color', frame, field, alpha), show};
}

// MARK: Others

export function boolControl({label, note, value, change, prefix = ''}) {
  const id = identifier();
  const box = make('input', {type: 'checkbox', id, role: 'switch', 'aria-label': `${prefix}${label}`});
  box.addEventListener('change', () => change(box.checked, true));
  const show = (flag) => { box.checked = flag === true; };
  show(value);
  return {element: row(label, note, id, 'bool', box), show};
}

export function choiceControl({label, note, values, value, change, prefix = ''}) {
  const id = identifier();
  const all = values.includes(value) ? values : [value, ...values];
  const options = all.map((name) => make('option', {value: name}, String(name)));
  const list = make('select', {id, 'aria-label': `${prefix}${label}`}, ...options);
  list.addEventListener('change', () => change(list.value, true));
  const show = (name) => { list.value = name; };
  show(value);
  return {element: row(label, note, id, 'choice', list), show};
}

export function textControl({label, note, value, change, isLong, prefix = ''}) {
  const id = identifier();
  const shared = {id, spellcheck: false, autocomplete: 'off', 'aria-label': `${prefix}${label}`};
  const field = isLong ? make('textarea', {...shared, rows: 2}) : make('input', {...shared, type: 'text'});
  field.addEventListener('input', () => change(field.value, false));
  field.addEventListener('change', () => change(field.value, true));
  const show = (text) => { if (!isFocused(field)) field.value = text ?? ''; };
  show(value);
  return {element: row(label, note, id, isLong ? 'text long' : 'text', field), show};
}

/** A value of any kind as JSON. Other texts aren't sent. */
export function jsonControl({label, note, value, change, prefix = ''}) {
  const id = identifier();
  const field = make('textarea', {
    id, rows: 2, spellcheck: false, autocomplete: 'off', class: 'code', 'aria-label': `${prefix}${label}, as JSON`,
  });
  field.addEventListener('input', () => {
    try {
      change(JSON.parse(field.value), false);
      field.removeAttribute('aria-invalid');
    } catch {
      field.setAttribute('aria-invalid', 'true');
    }
  });
  const show = (any) => { if (!isFocused(field)) field.value = JSON.stringify(any); };
  show(value);
  return {element: row(label, note, id, 'text long', field), show};
}

// MARK: Values inside texts

const colorToken = String.raw`#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\([^()]*\)`;
const numberToken = String.raw`-?(?:\d+\.?\d*|\.\d+)(?=px|deg|%|turn|rad|[\s,)]|$)`;
const token = new RegExp(`${colorToken}|${numberToken}`, 'gi');
const isNumber = (text) => Number.isFinite(Number(text));

/** The most values of one text that get controls. */
const mostValues = 24;

/** The numbers and colours in a CSS text, each with a control of its own. */
export function notationControls({label, value, change}) {
  const parts = (text) => [...text.matchAll(token)].filter(([part]) => isNumber(part) || parseColor(part) !== undefined);
  let text = value;
  const found = parts(text);
  if (found.length === 0 || found.length > mostValues) return [];
  const replace = (index, next, isFinal) => {
    const part = parts(text)[index];
    if (!part) return;
    text = text.slice(0, part.index) + next + text.slice(part.index + part[0].length);
    change(text, isFinal);
  };
  return found.map((part, index) => {
    const unit = /^(px|deg|%|turn)?/.exec(text.slice(part.index + part[0].length))[0];
    const shared = {prefix: `${label} `, label: `${isNumber(part[0]) ? 'value' : 'colour'} ${index + 1}`};
    const control = isNumber(part[0])
      ? numberControl({
        ...shared, label: unit ? `${shared.label}, ${unit}` : shared.label, bounds: notationBounds(Number(part[0]), unit),
        value: Number(part[0]), change: (next, isFinal) => replace(index, digits(next), isFinal),
      })
      : colorControl({...shared, value: part[0], change: (next, isFinal) => replace(index, next, isFinal)});
    const show = (next) => {
      text = next;
      const own = typeof next === 'string' ? parts(next)[index] : undefined;
      if (own) control.show(own[0]);
    };
    return {element: control.element, show};
  });
}

function notationBounds(number, unit) {
  const size = Math.abs(number);
  const most = unit === 'deg' ? 360 : unit === '%' ? 100 : Math.max(size <= 2 && !unit ? 2 : 40, size * 2);
  return {low: unit === '%' ? 0 : -most, high: most, step: most <= 2 ? 0.01 : 0.5};
}
