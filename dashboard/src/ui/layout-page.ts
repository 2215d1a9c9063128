/** The layout on the page: positions of the panels, the side, the dock, and the steps that change them. */

import type { Rigs } from "../data/rigs";
import { Board, type BoardPanel } from "../layout/board";
import { sizeFor } from "../layout/first-layout";
import { addItem, changeItem, columns, type Layout, type LayoutItem, rows, shown } from "../layout/layout";
import { LayoutHistory } from "../layout/layout-history";
import { type PlotPanel, signalsOf } from "../plots/plot-panels";
import { withSpan } from "../plots/time-window";
import type { View } from "../plots/view";
import { el } from "./dom";
import { Drawer } from "./drawer";
import { type Choice, makePicker } from "./picker";
import { texts } from "../texts/texts";

/** Makes the panels of a layout. */
export interface PanelMaker {
  make(item: LayoutItem): BoardPanel | undefined;
  /** Title of a panel that is not on the page. */
  titleOf(item: LayoutItem): string;
}

const nothing: Layout = { version: 1, rig: "", spanS: 10, sideOpen: true, dockTab: "", items: [] };

export class LayoutPage {
  readonly board: Board;
  readonly drawer = new Drawer(() => this.showSide());
  readonly side = el("aside", { class: "side", "aria-label": texts.grid.side });
  private readonly steps = new LayoutHistory(nothing, (layout) => this.changed(layout));
  private signature = "";

  /** @param shows after each change of the layout */
  constructor(
    private readonly rigs: Rigs,
    private readonly view: View,
    private readonly maker: PanelMaker,
    private readonly shows: (layout: Layout) => void,
  ) {
    this.board = new Board(
      (item) => maker.make(item),
      () => this.steps,
      (item) => this.titleOf(item),
    );
    this.side.append(this.drawer.element, this.board.side);
    rigs.onCatalogue(() => this.catalogueCame());
  }

  get layout(): Layout {
    return this.steps.layout;
  }

  /** The layout with what panels chose by themselves: a search, a sort order, the window of time. */
  get layoutToSave(): Layout {
    const items = this.layout.items.map((item) => {
      const settings = this.board.panels.get(item.id)?.panel.settings?.();
      return settings === undefined ? item : { ...item, settings: { ...item.settings, ...settings } };
    });
    return { ...this.layout, items, spanS: this.view.window.spanS };
  }

  /** Time and XY plots on the page, by the id of their item. */
  get plots(): readonly (readonly [string, PlotPanel])[] {
    return [...this.board.panels].flatMap(([id, { panel }]): [string, PlotPanel][] =>
      "plot" in panel ? [[id, panel as PlotPanel]] : [],
    );
  }

  titleOf(item: LayoutItem): string {
    return this.board.panels.get(item.id)?.panel.title ?? this.maker.titleOf(item);
  }

  /** Takes all panels away: another rig is shown from now on. */
  clear(): void {
    this.board.clear();
    this.signature = "";
    this.catalogueCame();
  }

  /** Begins with a layout, without a way back. */
  begin(layout: Layout): void {
    this.steps.begin(layout);
  }

  /** Shows another layout and its window of time. */
  open(layout: Layout): void {
    this.steps.set(layout);
    this.view.setWindow(withSpan(this.view.window, layout.spanS));
  }

  set(layout: Layout): void {
    this.steps.set(layout);
  }

  /** False when there is nothing to take back. */
  undo(): boolean {
    return this.steps.undo();
  }

  redo(): void {
    this.steps.redo();
  }

  showHidden(id: string): void {
    this.steps.set(changeItem(this.layout, id, { hidden: false }));
  }

  addPlot(choice: Choice): void {
    const { width, height } = sizeFor(shown(this.layout, "main").length + 1);
    const item = { panel: choice.panel, area: "main", width, height, settings: settingsOf(choice) } as const;
    this.steps.set(addItem(this.layout, item));
    this.board.main.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Shows a panel with settings: one that has them already, else the one of its kind with these settings, or with
   * `isMany` a new one that fills the main area.
   */
  openPanel(panel: string, settings: Readonly<Record<string, unknown>>, isMany: boolean): void {
    const hasSettings = (item: LayoutItem): boolean =>
      Object.entries(settings).every(([name, value]) => item.settings[name] === value);
    const ofKind = this.layout.items.filter((item) => item.panel === panel);
    const there = ofKind.find(hasSettings) ?? (isMany ? undefined : ofKind[0]);
    if (there === undefined) {
      const item = { panel, area: "main", width: columns, height: rows, settings } as const;
      // The dock, from which it was opened, would leave it little room.
      this.steps.set(addItem({ ...this.layout, dockTab: "" }, item));
    } else {
      const change = { hidden: false, settings: { ...there.settings, ...settings } };
      const layout = hasSettings(there) && !there.hidden ? this.layout : changeItem(this.layout, there.id, change);
      this.steps.set(there.area === "dock" ? { ...layout, dockTab: there.id } : layout);
    }

    const id = there?.id ?? this.layout.items.at(-1)?.id;
    const shown = [...this.board.main.children].find((element) => (element as HTMLElement).dataset["item"] === id);
    shown?.scrollIntoView({ block: "start" });
    (shown as HTMLElement | undefined)?.focus({ preventScroll: true });
  }

  /** Opens the choice of signals of a plot, or of a new one. */
  choose(item: LayoutItem | undefined): void {
    const { stream } = this.rigs;
    if (stream === undefined) return;
    const begin: Choice = {
      panel: item?.panel === "xy" ? "xy" : "plot",
      signals: item === undefined ? [] : signalsOf(item),
    };
    const apply = (choice: Choice): void => {
      this.drawer.close();
      if (item === undefined) this.addPlot(choice);
      else this.steps.set(changeItem(this.layout, item.id, { panel: choice.panel, settings: settingsOf(choice) }));
    };
    this.drawer.toggle(`picker ${item?.id ?? ""}`, texts.picker.title, () => makePicker(stream, begin, apply));
  }

  switchSide(): void {
    this.steps.amend({ ...this.layout, sideOpen: !this.layout.sideOpen });
  }

  nextDockTab(): void {
    const tabs = ["", ...shown(this.layout, "dock").map((item) => item.id)];
    const at = tabs.indexOf(this.layout.dockTab);
    this.steps.amend({ ...this.layout, dockTab: tabs[(at + 1) % tabs.length]! });
  }

  private changed(layout: Layout): void {
    if (Math.abs(layout.spanS - this.view.window.spanS) > 1e-6 && this.board.panels.size === 0)
      this.view.setWindow(withSpan(this.view.window, layout.spanS));
    this.board.show(layout);
    this.showSide();
    this.shows(layout);
  }

  private showSide(): void {
    const isOpen = this.drawer.isOpen || (this.layout.sideOpen && shown(this.layout, "side").length > 0);
    if (this.side.hidden === isOpen) this.side.hidden = !isOpen;
  }

  // Plots are rebuilt only when signals came, went or changed, not with each change of a state.
  private catalogueCame(): void {
    const { stream } = this.rigs;
    if (stream === undefined) return;
    const signature = JSON.stringify([
      stream.name,
      stream.epoch,
      stream.signals,
      stream.calculated.map(({ name, unit, kind, running }) => [name, unit, kind, running]),
    ]);
    if (signature === this.signature) return;
    const isFirst = this.signature === "";
    this.signature = signature;
    if (isFirst) return;
    this.board.clearPlots();
    this.board.show(this.layout);
  }
}

function settingsOf({ panel, signals }: Choice): Readonly<Record<string, unknown>> {
  return panel === "xy" ? { x: signals[0], y: signals[1] } : { signals: [...signals] };
}
