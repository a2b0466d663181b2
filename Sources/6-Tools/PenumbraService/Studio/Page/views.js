// Tabs, the choice of the renderer, texts of the tree and of the passes, and what is wrong.
import {make} from './controls.js';
import {draw, post} from './server.js';
import {isChanged, on, state, tell} from './state.js';

const id = (name) => document.getElementById(name);

// MARK: Tabs

/** Makes tabs of a list: arrow keys move, and the panel of the chosen tab shows. */
export function tabs(list, run) {
  const all = [...list.querySelectorAll('[role="tab"]')];
  const select = (tab, withFocus) => {
    for (const other of all) {
      const isChosen = other === tab;
      other.setAttribute('aria-selected', String(isChosen));
      other.tabIndex = isChosen ? 0 : -1;
      const panel = id(other.getAttribute('aria-controls'));
      if (panel && panel !== id(tab.getAttribute('aria-controls'))) panel.hidden = true;
    }
    const panel = id(tab.getAttribute('aria-controls'));
    panel.hidden = false;
    panel.setAttribute('aria-labelledby', tab.id);
    if (withFocus) tab.focus();
    run?.(tab.id);
  };
  for (const tab of all) tab.addEventListener('click', () => select(tab, false));
  list.addEventListener('keydown', (event) => {
    const shown = all.filter((tab) => tab.offsetParent !== null);
    const index = shown.indexOf(document.activeElement);
    const next = {ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: shown.length - 1}[event.key];
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    select(shown[(next + shown.length) % shown.length], true);
  });
  return (name) => select(id(name), false);
}

let center = 'tab-picture';
let isAskingPlan = false;

async function showText() {
  if (center === 'tab-tree') {
    const notices = state.tree?.notices ?? [];
    id('tree-text').textContent = (state.tree?.text ?? '') + (notices.length ? `\n${notices.join('\n')}\n` : '');
  }
  if (center !== 'tab-plan' || isAskingPlan) return;
  isAskingPlan = true;
  try {
    id('plan-text').textContent = await (await post('plan')).text();
  } catch (error) {
    id('plan-text').textContent = error.message;
  }
  isAskingPlan = false;
}

// MARK: Renderers

function deviceText(gpu) {
  if (!gpu) return 'Looking for a GPU';
  return gpu.missing ?? `${gpu.name}${gpu.isSoftware ? ', a software GL: slow, the same bytes' : ''}`;
}

function showRenderers() {
  const gpu = state.file?.gpu;
  const buttons = [...id('renderers').querySelectorAll('button')];
  for (const button of buttons) {
    const needsGPU = button.dataset.view !== 'cpu';
    button.disabled = needsGPU && !gpu?.name;
    button.title = needsGPU ? deviceText(gpu) : 'Draw on the processor';
    const isChosen = state.view === button.dataset.view;
    button.setAttribute('aria-checked', String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
  }
}

function chooseView(view) {
  state.view = view;
  showRenderers();
  document.body.dataset.view = view;
  draw();
}

// MARK: Mistakes

function showFault() {
  const fault = state.fault;
  if (id('live').dataset.state === 'live') id('live-text').textContent = fault ? 'Mistake' : 'Live';
  id('fault').hidden = !fault;
  document.body.classList.toggle('is-broken', Boolean(fault));
  if (!fault) {
    id('alerts').textContent = '';
    return;
  }
  const place = fault.place ?? '';
  const words = fault.error.startsWith(`${place}: `) ? fault.error.slice(place.length + 2) : fault.error;
  id('fault-place').textContent = place === 'scene' ? '' : place;
  // The names in a message are between backticks.
  const parts = words.split(/`([^`]+)`/).map((part, index) => (index % 2 ? make('code', {}, part) : part));
  id('fault-words').replaceChildren(...parts);
  const isOwn = state.file?.document && isChanged();
  id('fault-hint').textContent = isOwn
    ? 'The picture comes back when the value or the file is mended. Undo takes the last change back.'
    : 'The picture comes back when the file is mended.';
  id('alerts').textContent = `The scene has a mistake. ${place} ${words}`;
}

let noticeTimer = 0;

function notice(text) {
  clearTimeout(noticeTimer);
  id('notice').textContent = text;
  id('announcer').textContent = text;
  if (text) noticeTimer = setTimeout(() => { id('notice').textContent = ''; }, 6000);
}

function live(name) {
  const words = {live: 'Live', lost: 'The studio has ended', waiting: 'Connecting'};
  id('live').dataset.state = name;
  if (id('live-text').textContent !== words[name]) id('live-text').textContent = words[name];
}

// MARK: Start

export function startViews() {
  const inspector = tabs(document.querySelector('#inspector [role="tablist"]'), (name) => {
    // On narrow screens the tree of layers is one of the panels.
    id(name === 'tab-layers' ? 'panel-layers' : 'layers').append(id('layer-tree'));
  });
  tabs(document.querySelector('.toolbar [role="tablist"]'), (name) => {
    center = name;
    document.body.dataset.tab = name;
    showText();
  });
  const wide = matchMedia('(min-width: 900px)');
  wide.addEventListener('change', () => { if (wide.matches && !id('panel-layers').hidden) inspector('tab-parameters'); });
  on('show-panel', (name) => {
    if (name === 'layer' && !wide.matches && !id('panel-layers').hidden) return;
    inspector(`tab-${name}`);
  });
  const renderers = id('renderers');
  renderers.addEventListener('click', (event) => {
    const view = event.target.closest('button')?.dataset.view;
    if (view) chooseView(view);
  });
  renderers.addEventListener('keydown', (event) => {
    const all = [...renderers.querySelectorAll('button:not(:disabled)')];
    const index = all.indexOf(document.activeElement);
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (index < 0 || !step) return;
    event.preventDefault();
    const next = all[(index + step + all.length) % all.length];
    chooseView(next.dataset.view);
    next.focus();
  });
  id('density').addEventListener('change', (event) => { state.scale = Number(event.target.value) || null; draw(); });
  on('file', () => {
    id('name').textContent = state.file.name;
    document.title = `${state.file.name} · Penumbra studio`;
    showRenderers();
  });
  on('picture', ({scale}) => {
    if (!state.scale) id('density').options[0].textContent = `${Number(scale.toFixed(2))}× file`;
  });
  on('tree', () => { showText(); if (state.tree.notices.length) notice(state.tree.notices[0]); });
  on('fault', showFault);
  on('notice', notice);
  on('live', live);
  on('lost', () => { live('lost'); tell('notice', 'The studio doesn’t answer. Start it again, and open the new address.'); });
  on('picture', () => { if (id('live').dataset.state === 'waiting') live('live'); });
  document.body.dataset.tab = center;
}
