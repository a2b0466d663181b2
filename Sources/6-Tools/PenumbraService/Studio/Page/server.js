// Talks to the server: one picture after another, the tree of layers when the picture rests, and the news about the file.
import {endGesture, state, takeFile, tell} from './state.js';

const clean = (edits) => edits.map(({path, value}) => (value === undefined ? {path} : {path, value}));

/** The picture that the server should show, as the body of a request. */
function request() {
  return {
    parameters: state.parameters, edits: clean(state.edits), view: state.view, scale: state.scale,
    at: state.time ? String(Number(state.time.toFixed(4))) : null, layer: state.chosen,
  };
}

export async function post(path, body = request()) {
  const answer = await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
  if (answer.ok) return answer;
  let fault = {error: `The server answered ${answer.status}.`};
  try { fault = await answer.json(); } catch { /* not from the studio */ }
  throw Object.assign(new Error(fault.error), {fault});
}

function setFault(fault) {
  const before = state.fault;
  state.fault = fault;
  if (before?.error !== fault?.error || before?.place !== fault?.place) tell('fault');
}

// MARK: Pictures

let isDrawing = false;
let isWanted = false;

/** Asks for the picture as it should be now. While one is on its way, only the last wish counts. */
export function draw() {
  isWanted = true;
  if (!isDrawing) loop();
}

async function loop() {
  isDrawing = true;
  while (isWanted) {
    isWanted = false;
    if (state.file && !state.file.document) {
      setFault({error: state.file.error, place: state.file.place});
      continue;
    }
    const asked = performance.now();
    const time = state.time;
    try {
      const answer = await post('picture');
      const bitmap = await createImageBitmap(await answer.blob(), {premultiplyAlpha: 'none', colorSpaceConversion: 'none'});
      const header = (name) => answer.headers.get(name);
      setFault(null);
      tell('picture', {
        bitmap, time, scale: Number(header('X-Scale')), version: Number(header('X-Version')),
        drawn: Number(header('X-Milliseconds')), whole: performance.now() - asked,
        differing: header('X-Differing') === null ? null : Number(header('X-Differing')),
      });
      wantTree();
    } catch (error) {
      if (error.fault) setFault(error.fault);
      else if (!isWanted) tell('lost');
    }
  }
  isDrawing = false;
}

// MARK: The tree

let treeTimer = 0;
let isAskingTree = false;
let treeIsWanted = false;
let isPlaying = false;
export const setPlaying = (value) => { isPlaying = value; if (!value) wantTree(); };

function wantTree() {
  if (isPlaying || treeTimer) return;
  // Outlines follow a drag some twenty times a second.
  treeTimer = setTimeout(() => { treeTimer = 0; askTree(); }, state.tree ? 50 : 0);
}

async function askTree() {
  treeIsWanted = true;
  if (isAskingTree) return;
  isAskingTree = true;
  while (treeIsWanted) {
    treeIsWanted = false;
    try {
      state.tree = await (await post('tree')).json();
      tell('tree');
    } catch { /* the picture has the same mistake, and shows it */ }
  }
  isAskingTree = false;
}

// MARK: News

async function readFile(draws = true) {
  const answer = await fetch('scene', {cache: 'no-store'});
  if (!answer.ok) throw new Error('the studio has ended');
  const file = await answer.json();
  const wasBroken = !state.file?.document;
  const dropped = takeFile(file);
  endGesture();
  if (dropped) tell('notice', `${dropped} ${dropped === 1 ? 'change has' : 'changes have'} no place in the file any more`);
  if (draws || wasBroken || !file.document) draw();
}

export function listen() {
  const events = new EventSource('events');
  events.addEventListener('open', () => {
    tell('live', 'live');
    readFile().catch(() => tell('lost'));
  });
  events.addEventListener('change', () => {
    // The picture needs no document here, unless edits may have lost their place.
    if (state.file?.document && state.edits.length === 0) draw();
    readFile(state.edits.length > 0).catch(() => tell('lost'));
  });
  events.addEventListener('device', () => { readFile(false).catch(() => tell('lost')); });
  events.addEventListener('error', () => tell('live', 'lost'));
}
