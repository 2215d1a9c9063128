/** What each key of the page does. */

import { pan, togglePause, withSpan, zoom } from "../plots/time-window";
import type { View } from "../plots/view";
import type { KeyBinding } from "./keys";
import { texts } from "../texts/texts";

/** What keys and buttons ask of the page. */
export interface PageActions {
  wholeRun(): void;
  clock(): void;
  theme(): void;
  wall(): void;
  side(): void;
  dock(): void;
  nextRig(): void;
  overview(): void;
  exportCsv(): void;
  exportPng(): void;
  help(): void;
  close(): void;
  addPlot(): void;
  layouts(): void;
  undo(): void;
  redo(): void;
}

export function shortcuts(view: View, actions: PageActions): readonly KeyBinding[] {
  return [...timeKeys(view, actions), ...pageKeys(actions), ...layoutKeys(actions)];
}

function timeKeys(view: View, actions: PageActions): readonly KeyBinding[] {
  const t = texts.help;
  const key = (keys: readonly string[], text: string, run: () => void): KeyBinding => {
    return { keys, text, group: t.groups.time, run };
  };
  return [
    key([" "], t.pause, () => view.setWindow(togglePause(view.window, view.newestS()))),
    key(["l"], t.live, () => view.setWindow({ ...view.window, endS: undefined })),
    ...texts.toolbar.windows.map(([, seconds], i) =>
      key([String(i + 1)], t.windows[i]!, () => view.setWindow(withSpan(view.window, seconds))),
    ),
    key([String(texts.toolbar.windows.length + 1)], t.wholeRun, () => actions.wholeRun()),
    key(["+", "="], t.zoomIn, () => view.setWindow(zoom(view.window, 0.5, view.cursorS, view.newestS()))),
    key(["-"], t.zoomOut, () => view.setWindow(zoom(view.window, 2, view.cursorS, view.newestS()))),
    key(["ArrowLeft"], t.earlier, () => view.setWindow(pan(view.window, -0.25, view.newestS()))),
    key(["ArrowRight"], t.later, () => view.setWindow(pan(view.window, 0.25, view.newestS()))),
    key(["b"], t.back, () => view.back()),
  ];
}

function pageKeys(actions: PageActions): readonly KeyBinding[] {
  const t = texts.help;
  const key = (name: string, text: string, run: () => void): KeyBinding => {
    return { keys: [name], text, group: t.groups.page, run };
  };
  return [
    key("c", t.utc, () => actions.clock()),
    key("t", t.theme, () => actions.theme()),
    key("w", t.wall, () => actions.wall()),
    key("s", t.side, () => actions.side()),
    key("d", t.dock, () => actions.dock()),
    key("n", t.next, () => actions.nextRig()),
    key("v", t.overview, () => actions.overview()),
    key("e", t.csv, () => actions.exportCsv()),
    key("g", t.png, () => actions.exportPng()),
    key("?", t.help, () => actions.help()),
    key("Escape", t.close, () => actions.close()),
  ];
}

// Keys without an action are those of the panel that has the focus (layout/frame.ts).
function layoutKeys(actions: PageActions): readonly KeyBinding[] {
  const t = texts.help;
  const group = t.groups.layout;
  return [
    { keys: ["p"], text: t.add, group, run: () => actions.addPlot() },
    { keys: ["o"], text: t.layouts, group, run: () => actions.layouts() },
    { keys: ["u"], text: t.undo, group, run: () => actions.undo() },
    { keys: ["Shift+u"], text: t.redo, group, run: () => actions.redo() },
    { keys: ["Alt+ArrowLeft", "Alt+ArrowRight"], text: t.move, group },
    { keys: ["Alt+Shift+ArrowLeft", "Alt+Shift+ArrowDown"], text: t.size, group },
    { keys: ["Delete"], text: t.hide, group },
  ];
}
