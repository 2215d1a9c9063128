/**
 * Shows a layout: panels of the main area in a grid, others at the side or as tabs of the dock. A panel lives as long
 * as its settings do.
 */

import { el } from "../ui/dom";
import { texts } from "../texts/texts";
import { dragToReorder, dragToResize } from "./drag";
import { type FrameActions, type FrameParts, makeFrame } from "./frame";
import {
  changeItem,
  columns,
  type Layout,
  type LayoutArea,
  type LayoutItem,
  moveItem,
  resizeItem,
  rows,
  shiftItem,
  shown,
} from "./layout";
import type { LayoutHistory } from "./layout-history";
import type { Panel } from "./panel";

/** A panel as the board holds it: plots give more than panels of the palette do. */
export interface BoardPanel extends Panel {
  /** Stands in the head of the frame in the place of the title. */
  readonly heading?: HTMLElement;
  readonly chooseSignals?: () => void;
  readonly exportCsv?: () => void;
  readonly exportPng?: () => void;
}

interface Placed {
  readonly panel: BoardPanel;
  readonly frame: FrameParts;
  readonly key: string;
}

export class Board {
  readonly main = el("div", { class: "grid", role: "group", "aria-label": texts.grid.label });
  readonly side = el("div", { class: "side-panels" });
  readonly dock = el("section", { class: "dock", "aria-label": texts.grid.dock });
  private readonly tabs = el("div", { class: "dock-tabs", role: "tablist", "aria-label": texts.grid.dock });
  private readonly dockBody = el("div", {
    class: "dock-body",
    id: "dock-body",
    role: "tabpanel",
    "aria-label": texts.grid.dock,
  });
  private readonly placed = new Map<string, Placed>();

  constructor(
    private readonly make: (item: LayoutItem) => BoardPanel | undefined,
    private readonly history: () => LayoutHistory,
    private readonly titleOf: (item: LayoutItem) => string,
  ) {
    this.dock.append(this.dockBody, this.tabs);
  }

  /** The panels on the page now, by the id of their item. */
  get panels(): ReadonlyMap<string, { readonly panel: BoardPanel }> {
    return this.placed;
  }

  /** The item of the panel that has the focus. */
  get focused(): string | undefined {
    return document.activeElement?.closest<HTMLElement>("[data-item]")?.dataset["item"];
  }

  show(layout: Layout): void {
    const dockItem = shown(layout, "dock").find((item) => item.id === layout.dockTab);
    // Tabs that were opened keep their panels, and with them what somebody has typed.
    const dock = shown(layout, "dock").filter((item) => item === dockItem || this.placed.has(item.id));
    const wanted = [...shown(layout, "main"), ...shown(layout, "side"), ...dock];
    this.dropOthers(wanted);
    this.arrange(this.main, shown(layout, "main"));
    this.arrange(this.side, shown(layout, "side"));
    this.arrange(this.dockBody, dock);
    for (const item of dock) {
      const element = this.placed.get(item.id)?.frame.element;
      if (element !== undefined) element.hidden = item !== dockItem;
    }

    this.dockBody.hidden = dockItem === undefined;
    this.showTabs(layout);
    this.main.classList.toggle("is-empty", shown(layout, "main").length === 0);
    this.main.dataset["empty"] = texts.grid.noPlots;
  }

  /** Rebuilds plots: signals came, went or changed. Other panels follow the catalogue by themselves. */
  clearPlots(): void {
    for (const [id, placed] of this.placed) {
      if (!("plot" in placed.panel)) continue;
      placed.panel.dispose();
      placed.frame.element.remove();
      this.placed.delete(id);
    }
  }

  /** Rebuilds all panels: another rig. */
  clear(): void {
    this.dropOthers([]);
  }

  private dropOthers(wanted: readonly LayoutItem[]): void {
    for (const [id, placed] of this.placed) {
      const item = wanted.find((candidate) => candidate.id === id);
      if (item !== undefined && keyOf(item) === placed.key) continue;
      placed.panel.dispose();
      placed.frame.element.remove();
      this.placed.delete(id);
    }
  }

  private arrange(host: HTMLElement, items: readonly LayoutItem[]): void {
    let at: Element | null = host.firstElementChild;
    for (const item of items) {
      const element = this.place(item)?.frame.element;
      if (element === undefined) continue;
      element.style.gridColumn = `span ${item.width}`;
      element.style.gridRow = `span ${item.height}`;
      element.style.flexGrow = String(item.height);
      // A node that is put where it is already would lose its focus.
      if (at === element) at = at.nextElementSibling;
      else host.insertBefore(element, at);
    }
  }

  private place(item: LayoutItem): Placed | undefined {
    const known = this.placed.get(item.id);
    if (known !== undefined) return known;
    const panel = this.make(item);
    if (panel === undefined) return undefined;
    const frame = makeFrame(item.id, panel.title, panel.element, panel.heading, this.actionsOf(item.id, panel));
    dragToReorder(frame.head, frame.element, (before) => this.change((layout) => moveItem(layout, item.id, before)));
    dragToResize(
      frame.corner,
      () => this.stepOf(),
      (width, height) => this.change((layout) => resizeItem(layout, item.id, width, height)),
    );
    const placed = { panel, frame, key: keyOf(item) };
    this.placed.set(item.id, placed);
    return placed;
  }

  private actionsOf(id: string, panel: BoardPanel): FrameActions {
    return {
      shift: (step) => this.change((layout) => shiftItem(layout, id, step), id),
      resize: (width, height) => this.change((layout) => resizeItem(layout, id, width, height), id),
      hide: () => this.change((layout) => changeItem(layout, id, { hidden: true })),
      moveTo: (area: LayoutArea) => this.change((layout) => changeItem(layout, id, { area })),
      ...(panel.chooseSignals === undefined ? {} : { chooseSignals: panel.chooseSignals }),
      ...(panel.exportCsv === undefined ? {} : { exportCsv: panel.exportCsv }),
      ...(panel.exportPng === undefined ? {} : { exportPng: panel.exportPng }),
    };
  }

  private change(step: (layout: Layout) => Layout, focus?: string): void {
    const active = document.activeElement as HTMLElement | null;
    const history = this.history();
    history.set(step(history.layout));
    // Moving a node takes its focus away.
    if (focus === undefined || document.activeElement === active) return;
    if (active?.isConnected === true) active.focus();
    if (document.activeElement !== active) this.placed.get(focus)?.frame.element.focus();
  }

  private stepOf(): { width: number; height: number } {
    return { width: this.main.clientWidth / columns, height: this.main.clientHeight / rows };
  }

  private showTabs(layout: Layout): void {
    const items = shown(layout, "dock");
    const tabs = items.map((item) => {
      const isOpen = item.id === layout.dockTab;
      const tab = el(
        "button",
        {
          class: "dock-tab quiet",
          type: "button",
          role: "tab",
          "aria-selected": String(isOpen),
          "aria-controls": "dock-body",
          "data-tab": item.id,
          tabindex: isOpen || (layout.dockTab === "" && item === items[0]) ? 0 : -1,
        },
        this.titleOf(item),
      );
      tab.addEventListener("click", () => this.openTab(isOpen ? "" : item.id));
      return tab;
    });
    const focused = (document.activeElement as HTMLElement | null)?.dataset["tab"];
    this.tabs.replaceChildren(...tabs);
    if (focused !== undefined) tabs.find((tab) => tab.dataset["tab"] === focused)?.focus();
    this.tabs.onkeydown = (event) => this.tabKey(event, tabs);
    this.dock.hidden = items.length === 0;
  }

  private openTab(id: string): void {
    const history = this.history();
    history.amend({ ...history.layout, dockTab: id });
  }

  private tabKey(event: KeyboardEvent, tabs: readonly HTMLElement[]): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    tabs[(at + step + tabs.length) % tabs.length]?.focus();
  }
}

function keyOf(item: LayoutItem): string {
  return JSON.stringify([item.panel, item.settings]);
}
