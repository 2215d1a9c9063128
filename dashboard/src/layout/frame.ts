/** The border of a panel: title to drag it by, menu, corner to resize it. */

import { el } from "../ui/dom";
import { texts } from "../texts/texts";

/** Requests of a frame to the page. */
export interface FrameActions {
  shift(step: number): void;
  resize(widthBy: number, heightBy: number): void;
  hide(): void;
  moveTo(area: "main" | "side" | "dock"): void;
  /** Undefined where a panel has nothing to choose or to export. */
  readonly chooseSignals?: () => void;
  readonly exportCsv?: () => void;
  readonly exportPng?: () => void;
}

export interface FrameParts {
  readonly element: HTMLElement;
  readonly head: HTMLElement;
  readonly corner: HTMLElement;
}

/**
 * Makes a frame around a panel. A panel with `heading` shows that in the place of its title: plots have their legend
 * there.
 */
export function makeFrame(
  id: string,
  title: string,
  content: HTMLElement,
  heading: HTMLElement | undefined,
  actions: FrameActions,
): FrameParts {
  const menu = makeMenu(title, actions);
  const head = el(
    "div",
    { class: "panel-head" },
    heading ?? el("h2", { class: "clip" }, title),
    el("span", { class: "fill" }),
    menu,
  );
  const corner = el("div", { class: "panel-corner", title: texts.frame.resize, "aria-hidden": true });
  const element = el(
    "section",
    { class: "panel", role: "group", tabindex: -1, "data-item": id, "aria-label": title },
    head,
    el("div", { class: "panel-body" }, content),
    corner,
  );
  element.addEventListener("keydown", (event) => key(event, actions));
  return { element, head, corner };
}

function makeMenu(title: string, actions: FrameActions): HTMLElement {
  const list = el("div", { class: "menu", role: "menu", hidden: true });
  const button = el(
    "button",
    {
      class: "quiet menu-button",
      type: "button",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-label": texts.frame.menu(title),
    },
    "\u22ef",
  );
  const open = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) list.querySelector("button")?.focus();
  };
  const entry = (text: string, keys: string, run: (() => void) | undefined): void => {
    if (run === undefined) return;
    const item = el(
      "button",
      { class: "quiet", type: "button", role: "menuitem" },
      el("span", { class: "fill" }, text),
      el("kbd", {}, keys),
    );
    item.addEventListener("click", () => {
      open(false);
      run();
    });
    list.append(item);
  };
  const t = texts.frame;
  entry(t.signals, "", actions.chooseSignals);
  entry(t.csv, "E", actions.exportCsv);
  entry(t.png, "G", actions.exportPng);
  entry(t.earlier, "Alt+\u2190", () => actions.shift(-1));
  entry(t.later, "Alt+\u2192", () => actions.shift(1));
  entry(t.wider, "Alt+Shift+\u2192", () => actions.resize(1, 0));
  entry(t.narrower, "Alt+Shift+\u2190", () => actions.resize(-1, 0));
  entry(t.taller, "Alt+Shift+\u2193", () => actions.resize(0, 1));
  entry(t.shorter, "Alt+Shift+\u2191", () => actions.resize(0, -1));
  entry(t.toMain, "", () => actions.moveTo("main"));
  entry(t.toSide, "", () => actions.moveTo("side"));
  entry(t.toDock, "", () => actions.moveTo("dock"));
  entry(t.hide, "Delete", () => actions.hide());
  button.addEventListener("click", () => open(list.hidden !== false));
  const host = el("div", { class: "menu-host" }, button, list);
  host.addEventListener("keydown", (event) =>
    menuKey(event, list, () => {
      open(false);
      button.focus();
    }),
  );
  host.addEventListener("focusout", (event) => {
    if (!host.contains(event.relatedTarget as Node | null)) open(false);
  });
  return host;
}

function menuKey(event: KeyboardEvent, list: HTMLElement, close: () => void): void {
  if (list.hidden) return;
  const items = [...list.querySelectorAll("button")];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  if (event.key === "Escape") close();
  else if (event.key === "ArrowDown") items[(at + 1) % items.length]?.focus();
  else if (event.key === "ArrowUp") items[(at - 1 + items.length) % items.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function key(event: KeyboardEvent, actions: FrameActions): void {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const step = steps[event.key];
  if (event.altKey && step !== undefined && event.shiftKey) actions.resize(step[0], step[1]);
  else if (event.altKey && step !== undefined) actions.shift(step[0] + step[1]);
  else if (event.key === "Delete" && !isField(event.target)) actions.hide();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
