// Starts the page: its parts, the keys, and the connection to the server.
import {startCopying} from './copying.js';
import {startDragging} from './dragging.js';
import {startInspector} from './inspector.js';
import {startLayers} from './layers.js';
import {actualPixels, fit, startPicture, view, zoomTo} from './picture.js';
import {loadSchema} from './schema.js';
import {draw, listen} from './server.js';
import {canRedo, canUndo, choose, isChanged, on, redo, reset, undo} from './state.js';
import {startTimeline, toggle} from './timeline.js';
import {startViews} from './views.js';

const id = (name) => document.getElementById(name);

function keys(event) {
  const isTyping = event.target.matches('input:not([type="range"]):not([type="checkbox"]), textarea, select');
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isTyping) {
    event.preventDefault();
    if (event.shiftKey) redo(); else undo();
    return;
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || id('copying').open) return;
  switch (event.key) {
    case '+': case '=': zoomTo(view.zoom * 1.5); break;
    case '-': zoomTo(view.zoom / 1.5); break;
    case '0': fit(); break;
    case '1': actualPixels(); break;
    case ' ': if (event.target.matches('button, [role="treeitem"], input, summary')) return; toggle(); break;
    case 'Escape': choose(null); break;
    default: return;
  }
  event.preventDefault();
}

function buttons() {
  id('undo').disabled = !canUndo();
  id('redo').disabled = !canRedo();
  id('reset').disabled = !isChanged();
}

startPicture();
startDragging();
startLayers();
startInspector();
startTimeline();
startViews();
startCopying();
document.addEventListener('keydown', keys);
id('undo').addEventListener('click', undo);
id('redo').addEventListener('click', redo);
id('reset').addEventListener('click', reset);
on('edits', draw);
on('edits file', buttons);
await loadSchema().catch(() => {});
listen();
