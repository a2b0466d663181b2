// The time of an animated scene: scrubbing, and playing as fast as pictures come.
import {draw, setPlaying} from './server.js';
import {on, state, tell} from './state.js';

let bar, scrub, output, play;
let duration = 0;
let isPlaying = false;
let began = 0;
let frames = 0;
let counted = 0;

/** Scenes that never end are shown for as long. */
const endless = 10;

function show() {
  scrub.value = state.time;
  scrub.style.setProperty('--part', `${100 * state.time / (duration || 1)}%`);
  scrub.setAttribute('aria-valuetext', `${state.time.toFixed(2)} seconds of ${duration.toFixed(2)}`);
  output.textContent = `${state.time.toFixed(2)} s of ${duration.toFixed(2)}`;
}

function seek(time) {
  state.time = Math.max(0, Math.min(duration, time));
  show();
  tell('time');
  draw();
}

function step(now) {
  if (!isPlaying) return;
  const time = ((now - began) / 1000) % (duration || 1);
  state.time = time;
  show();
  draw();
}

export function toggle() {
  if (bar.hidden) return;
  isPlaying = !isPlaying;
  setPlaying(isPlaying);
  play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  play.title = `${isPlaying ? 'Pause' : 'Play'} (Space)`;
  play.classList.toggle('is-playing', isPlaying);
  play.querySelector('path').setAttribute('d', isPlaying ? 'M5 4h4v12H5zM11 4h4v12h-4z' : 'M6 4v12l10-6z');
  if (!isPlaying) { tell('notice', ''); return; }
  began = performance.now() - (state.time >= duration ? 0 : state.time) * 1000;
  [frames, counted] = [0, performance.now()];
  step(performance.now());
}

function tree() {
  const isAnimated = state.tree?.isAnimated === true;
  bar.hidden = !isAnimated;
  if (!isAnimated) { if (isPlaying) toggle(); if (state.time) seek(0); return; }
  duration = state.tree.duration ?? endless;
  scrub.max = duration;
  if (state.time > duration) seek(duration); else show();
}

export function startTimeline() {
  [bar, scrub, output, play] = ['timeline', 'scrub', 'time', 'play'].map((id) => document.getElementById(id));
  play.addEventListener('click', toggle);
  scrub.addEventListener('input', () => { if (isPlaying) toggle(); seek(Number(scrub.value)); });
  on('tree', tree);
  on('picture', () => {
    if (!isPlaying) return;
    frames += 1;
    const now = performance.now();
    if (now - counted > 1000) {
      tell('notice', `${Math.round(frames * 1000 / (now - counted))} pictures per second`);
      [frames, counted] = [0, now];
    }
    requestAnimationFrame(step);
  });
  on('fault', () => { if (isPlaying && state.fault) toggle(); });
}
