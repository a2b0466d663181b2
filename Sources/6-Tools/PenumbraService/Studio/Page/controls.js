// One control for one value: a slider with a field, a colour well, a checkbox, a list, a text. Each has `element`, and `show(value)`.

let count = 0;
const identifier = () => `control-${(count += 1)}`;

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

const digits = (number) => (Number.isFinite(number) ? String(Number(number.toFixed(4))) : '');

/** A row with a label. `note` is what a designer may want to know about the value. */
function row(label, note, id, extra, ...content) {
  const name = make('label', {htmlFor: id, title: note || undefined, class: 'label'}, label);
  return make('div', {class: `row ${extra}`}, name, ...content);
}

const isFocused = (element) => document.activeElement === element;

/** A number with a slider. `change(value, isFinal)` is called while the slider moves. */
export function numberControl({label, note, bounds, value, change, prefix = ''}) {
  const id = identifier();
  const slider = make('input', {type: 'range', min: bounds.low, max: bounds.high, step: bounds.step, 'aria-label': `${prefix}${label}, slider`});
  const field = make('input', {type: 'number', id, step: 'any', inputMode: 'decimal', 'aria-label': `${prefix}${label}`});
  const paint = () => slider.style.setProperty('--part', `${100 * (slider.value - slider.min) / (slider.max - slider.min || 1)}%`);
  const show = (number) => {
    if (Number(number) > Number(slider.max)) slider.max = number * 1.5;
    if (Number(number) < Number(slider.min)) slider.min = number * 1.5;
    if (!isFocused(slider) || Number(slider.value) !== Number(number)) slider.value = number;
    if (!isFocused(field)) field.value = digits(Number(number));
    paint();
  };
  slider.addEventListener('input', () => { field.value = digits(Number(slider.value)); paint(); change(Number(slider.value), false); });
  slider.addEventListener('change', () => change(Number(slider.value), true));
  field.addEventListener('input', () => { const number = Number(field.value); if (field.value !== '' && Number.isFinite(number)) { slider.value = number; paint(); change(number, false); } });
  field.addEventListener('change', () => { if (field.value === '') return; change(Number(field.value), true); });
  show(value);
  return {element: row(label, note, id, 'number', slider, field), show};
}

/** Several numbers, such as a point or a frame. */
export function numbersControl({label, note, names, value, change, prefix = ''}) {
  const id = identifier();
  // A name such as "↑ top" has a sign for the eye and a word for the ear.
  const sign = (index) => names?.[index]?.split(' ')[0] ?? '';
  const word = (index) => names?.[index]?.replace(/^\S+ /, '') ?? String(index + 1);
  const fields = value.map((_, index) => make('input', {
    type: 'number', step: 'any', inputMode: 'decimal', id: index === 0 ? id : identifier(), title: word(index), 'aria-label': `${prefix}${label}, ${word(index)}`,
  }));
  let shown = value;
  const show = (numbers) => { shown = numbers; fields.forEach((field, index) => { if (!isFocused(field)) field.value = digits(Number(numbers[index])); }); };
  fields.forEach((field, index) => {
    const send = (isFinal) => { if (field.value !== '' && Number.isFinite(Number(field.value))) { shown = shown.map((old, at) => (at === index ? Number(field.value) : old)); change(shown, isFinal); } };
    field.addEventListener('input', () => send(false));
    field.addEventListener('change', () => send(true));
  });
  show(value);
  const cells = fields.map((field, index) => make('span', {class: 'cell'}, make('span', {class: 'unit', 'aria-hidden': 'true'}, sign(index)), field));
  return {element: row(label, note, id, 'numbers', make('div', {class: 'cells'}, ...cells)), show};
}

// MARK: Colours

const context = document.createElement('canvas').getContext('2d', {willReadFrequently: true});

/** Red, green, blue and alpha of a CSS colour, in bytes and 0…1. Undefined for other texts. */
export function parseColor(text) {
  if (typeof text !== 'string' || !CSS.supports('color', text) || /^(inherit|initial|unset|revert|currentcolor|var\()/i.test(text)) return undefined;
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
const hexColor = ([red, green, blue, alpha], withAlpha) => `#${byte(red)}${byte(green)}${byte(blue)}${withAlpha && alpha < 1 ? byte(alpha * 255) : ''}`;

/** A colour well, its opacity and its text. */
export function colorControl({label, note, value, change, prefix = ''}) {
  const id = identifier();
  const well = make('input', {value: '#000000', type: 'color', 'aria-label': `${prefix}${label}, colour well`});
  const alpha = make('input', {type: 'range', min: 0, max: 1, step: 0.01, class: 'alpha', 'aria-label': `${prefix}${label}, opacity of the colour`});
  const field = make('input', {type: 'text', id, spellcheck: false, autocomplete: 'off', 'aria-label': `${prefix}${label}`});
  const frame = make('span', {class: 'well'}, well);
  const show = (text) => {
    const color = parseColor(text);
    if (!isFocused(field)) field.value = text ?? '';
    frame.style.setProperty('--color', color ? text : 'transparent');
    if (!color) return;
    well.value = hexColor(color, false);
    if (!isFocused(alpha)) alpha.value = color[3];
    alpha.style.setProperty('--part', `${100 * color[3]}%`);
  };
  const send = (isFinal) => {
    const color = parseColor(well.value);
    const text = hexColor([...color.slice(0, 3), Number(alpha.value)], true);
    field.value = text;
    show(text);
    change(text, isFinal);
  };
  well.addEventListener('input', () => send(false));
  well.addEventListener('change', () => send(true));
  alpha.addEventListener('input', () => send(false));
  alpha.addEventListener('change', () => send(true));
  field.addEventListener('input', () => { const isColor = parseColor(field.value) !== undefined; field.toggleAttribute('aria-invalid', !isColor); if (isColor) { show(field.value); change(field.value, false); } });
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
  const list = make('select', {id, 'aria-label': `${prefix}${label}`}, ...all.map((name) => make('option', {value: name}, String(name))));
  list.addEventListener('change', () => change(list.value, true));
  const show = (name) => { list.value = name; };
  show(value);
  return {element: row(label, note, id, 'choice', list), show};
}

export function textControl({label, note, value, change, isLong, prefix = ''}) {
  const id = identifier();
  const field = make(isLong ? 'textarea' : 'input', {id, rows: isLong ? 2 : undefined, spellcheck: false, autocomplete: 'off', 'aria-label': `${prefix}${label}`});
  if (!isLong) field.type = 'text';
  field.addEventListener('input', () => change(field.value, false));
  field.addEventListener('change', () => change(field.value, true));
  const show = (text) => { if (!isFocused(field)) field.value = text ?? ''; };
  show(value);
  return {element: row(label, note, id, isLong ? 'text long' : 'text', field), show};
}

/** A value of any kind as JSON. What isn't JSON isn't sent. */
export function jsonControl({label, note, value, change, prefix = ''}) {
  const id = identifier();
  const field = make('textarea', {id, rows: 2, spellcheck: false, autocomplete: 'off', 'aria-label': `${prefix}${label}, as JSON`, class: 'code'});
  field.addEventListener('input', () => {
    try { change(JSON.parse(field.value), false); field.removeAttribute('aria-invalid'); } catch { field.setAttribute('aria-invalid', 'true'); }
  });
  const show = (any) => { if (!isFocused(field)) field.value = JSON.stringify(any); };
  show(value);
  return {element: row(label, note, id, 'text long', field), show};
}

// MARK: Values inside texts

const token = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\([^()]*\)|-?(?:\d+\.?\d*|\.\d+)(?=px|deg|%|turn|rad|[\s,)]|$)/gi;

/** The numbers and colours in a CSS text, each with a control of its own. */
export function notationControls({label, value, change, isPlain}) {
  if (isPlain || typeof value !== 'string' || !/[\d#(]/.test(value)) return [];
  const parts = (text) => [...text.matchAll(token)].filter((part) => Number.isFinite(Number(part[0])) || parseColor(part[0]) !== undefined);
  let text = value;
  const found = parts(text);
  if (found.length === 0 || found.length > 24) return [];
  const replace = (index, next, isFinal) => {
    const part = parts(text)[index];
    if (!part) return;
    text = text.slice(0, part.index) + next + text.slice(part.index + part[0].length);
    change(text, isFinal);
  };
  return found.map((part, index) => {
    const isNumber = Number.isFinite(Number(part[0]));
    const unit = /^(px|deg|%|turn)?/.exec(text.slice(part.index + part[0].length))[0];
    const number = Number(part[0]);
    const most = unit === 'deg' ? 360 : unit === '%' ? 100 : Math.max(Math.abs(number) <= 2 && !unit ? 2 : 40, Math.abs(number) * 2);
    const name = isNumber ? `${index + 1}${unit ? ` (${unit})` : ''}` : `colour ${index + 1}`;
    const control = isNumber
      ? numberControl({label: name, bounds: {low: unit === '%' ? 0 : -most, high: most, step: most <= 2 ? 0.01 : 0.5}, value: number, prefix: `${label} `, change: (next, isFinal) => replace(index, digits(next), isFinal)})
      : colorControl({label: name, value: part[0], prefix: `${label} `, change: (next, isFinal) => replace(index, next, isFinal)});
    return {
      element: control.element,
      show(next) {
        text = next;
        const own = typeof next === 'string' ? parts(next)[index] : undefined;
        if (own) control.show(own[0]);
      },
    };
  });
}
