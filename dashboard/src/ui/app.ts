/** The page: puts connection, layout and parts together, and gives each change to whom it concerns. */

import { Api, messageOf } from "../api/api";
import { LiveClient, type WorkerPort } from "../data/live-client";
import { Rigs } from "../data/rigs";
import { SavedLayouts } from "../data/saved-layouts";
import { TestRunWatch } from "../data/test-run";
import { Timeline } from "../data/timeline";
import { Board, type BoardPanel } from "../layout/board";
import { firstLayout, sizeFor } from "../layout/first-layout";
import { addItem, changeItem, type Layout, type LayoutItem, parseLayout, shown } from "../layout/layout";
import { LayoutHistory } from "../layout/layout-history";
import type { Panel, PanelContext, PanelType } from "../layout/panel";
import { panelTypes } from "../panels/index";
import { CursorTable } from "../plots/cursor-table";
import { momentText } from "../plots/format";
import { limitLines } from "../plots/limits";
import { colourIndex, readPalette } from "../plots/palette";
import { Percentiles } from "../plots/percentiles";
import { makePlotPanel, type PlotPanel, signalsOf } from "../plots/plot-panels";
import { Redraw } from "../plots/redraw";
import { type PlotHost, TimePlot } from "../plots/time-plot";
import { pan, togglePause, withSpan, zoom } from "../plots/time-window";
import { View } from "../plots/view";
import { Banner } from "./banner";
import { el } from "./dom";
import { Drawer } from "./drawer";
import { makeHelp } from "./help";
import { type KeyBinding, listenForKeys } from "./keys";
import { makeLayoutPanel } from "./layout-panel";
import { type Choice, makePicker } from "./picker";
import { bucketsOf, describe, summaryOf, type Telemetry } from "./read-back";
import { RigTiles } from "./rig-tiles";
import { cellsOf, staleAge, standingOf } from "./status";
import { StatusBar } from "./status-bar";
import { texts } from "./texts";
import { ThemeSwitch } from "./theme";
import { Toasts } from "./toasts";
import { Toolbar } from "./toolbar";

const operatorKey = "telemetry.operator";
const layoutKey = "telemetry.layout.";
const utcKey = "telemetry.utc";
const statusPeriodMs = 250;

export class App {
  private readonly api = new Api();
  private readonly client: LiveClient;
  private readonly rigs: Rigs;
  private readonly saved = new SavedLayouts(this.api);
  private readonly testRun: TestRunWatch;
  private readonly timeline: Timeline;
  private readonly view: View;
  private readonly redraw = new Redraw();
  private readonly latency = new Percentiles(1800);
  private readonly history: LayoutHistory;
  private readonly board: Board;
  private readonly bar: StatusBar;
  private readonly banner = new Banner();
  private readonly tiles: RigTiles;
  private readonly toolbar: Toolbar;
  private readonly toasts = new Toasts();
  private readonly drawer: Drawer;
  private readonly cursorTable: CursorTable;
  private readonly theme: ThemeSwitch;
  private readonly side = el("aside", { class: "side", "aria-label": texts.grid.side });
  private readonly strip = el("div", { class: "strip" });
  private readonly heading = el("h1", { class: "visually-hidden" }, texts.title);
  private readonly empty = el("div", { class: "empty first", role: "status" });
  private readonly address = new URLSearchParams(location.search);
  private layoutName = this.address.get("layout") ?? "";
  private limits: ReturnType<typeof limitLines> = [];
  private rate = { delivered: NaN, atMs: 0, perSecond: NaN };
  private healthAtMs = 0;
  private skippedBlocks = -1;
  private signature = "";

  constructor(
    private readonly root: HTMLElement,
    worker: WorkerPort,
  ) {
    this.client = new LiveClient(worker);
    this.rigs = new Rigs(this.client, this.api, this.address.get("rig") ?? undefined);
    this.testRun = new TestRunWatch(this.api, this.client, this.rigs);
    this.timeline = new Timeline(this.api, this.client);
    this.view = new View(readPalette(), () => this.rigs.newestS());
    this.cursorTable = new CursorTable(this.view);
    this.drawer = new Drawer(() => this.showSide());
    this.tiles = new RigTiles((name) => this.rigs.select(name));
    this.bar = new StatusBar(
      (name) => this.rigs.select(name),
      () => this.switchClock(),
      () => this.rigs.name,
    );
    this.toolbar = new Toolbar(this.view, {
      togglePause: () => this.view.setWindow(togglePause(this.view.window, this.view.newestS())),
      span: (seconds) => this.view.setWindow(withSpan(this.view.window, seconds)),
      back: () => this.view.back(),
      addPlot: () => this.choose(undefined),
      layouts: () => this.showLayouts(),
      undo: () => this.undo(),
      theme: () => this.theme.next(),
      wall: () => this.switchWall(),
      side: () => this.switchSide(),
      help: () => this.showHelp(),
    });
    const nothing: Layout = { version: 1, rig: "", spanS: 10, sideOpen: true, dockTab: "", items: [] };
    this.history = new LayoutHistory(nothing, (layout) => this.layoutChanged(layout));
    this.board = new Board(
      (item) => this.makePanel(item),
      () => this.history,
      (item) => this.titleOf(item),
    );
    this.theme = new ThemeSwitch(() => this.themeChanged());
    this.build();
    this.listen();
  }

  start(): void {
    this.view.setUtc(localStorage.getItem(utcKey) === "true");
    this.toolbar.operator.value = localStorage.getItem(operatorKey) ?? "";
    this.themeChanged();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.client.open(`${scheme}//${location.host}/live`);
    this.redraw.start();
    this.updateStatus();
    setInterval(() => this.updateStatus(), statusPeriodMs);
  }

  /** What tests and the console read. */
  get telemetry(): Telemetry {
    // Getters below are those of another object.
    const app = this;
    const plots = (): [string, PlotPanel][] =>
      [...app.board.panels].flatMap(([id, { panel }]): [string, PlotPanel][] =>
        "plot" in panel ? [[id, panel as PlotPanel]] : [],
      );
    return {
      get connection() {
        return app.client.newest("connection") ?? "connecting";
      },
      get connections() {
        return app.client.connections;
      },
      get rig() {
        return app.rigs.name;
      },
      get window() {
        return { ...app.view.stretch, paused: app.view.isPaused };
      },
      get frames() {
        return summaryOf(app.redraw.frames);
      },
      get work() {
        return summaryOf(app.redraw.work);
      },
      get latency() {
        return summaryOf(app.latency);
      },
      get draws() {
        return app.redraw.drawn;
      },
      plots: () => plots().map(([id, panel]) => describe(id, panel)),
      buckets: (plot, signal) => {
        const panel = plots().find(([id]) => id === plot)?.[1];
        return panel === undefined ? undefined : bucketsOf(panel, signal);
      },
      clearFigures: () => {
        for (const values of [app.redraw.frames, app.redraw.work, app.latency]) values.clear();
      },
    };
  }

  private build(): void {
    const main = el("main", { class: "main", tabindex: -1 }, this.empty, this.board.main);
    this.side.append(this.drawer.element, this.board.side);
    this.root.replaceChildren(
      el("header", {}, this.heading, this.bar.element, this.banner.element, this.toolbar.element, this.tiles.element),
      el("div", { class: "body" }, main, this.side),
      this.strip,
      this.board.dock,
      this.toasts.element,
      this.cursorTable.element,
    );
    this.empty.replaceChildren(el("div", { class: "skeleton", "aria-label": texts.grid.loading }));
  }

  private listen(): void {
    this.client.on("health", () => this.healthCame());
    this.client.on("connection", () => this.updateStatus());
    this.client.on("alarms", () => this.limitsChanged());
    this.client.on("events", ({ missed }) => {
      if (missed > 0) this.notify(texts.toast.missedEvents(missed), "warning");
    });
    this.rigs.onCatalogue(() => this.catalogueCame());
    this.rigs.onRig((name) => {
      if (name !== undefined) void this.rigChanged(name);
    });
    this.view.on((change) => {
      if (change === "window" || change === "clock") this.toolbar.update();
    });
    document.addEventListener("visibilitychange", () => this.client.setVisible(!document.hidden));
    document.addEventListener("pointermove", (event) => this.showCursorTable(event));
    this.toolbar.operator.addEventListener("change", () =>
      localStorage.setItem(operatorKey, this.toolbar.operator.value.trim()),
    );
    addEventListener("online", () => this.client.retry());
    listenForKeys(() => this.bindings());
  }

  // Rig and catalogue.

  private catalogueCame(): void {
    this.bar.showRigs([...new Set(this.rigs.newest?.streams.map((stream) => stream.name))]);
    this.limitsChanged();
    const stream = this.rigs.stream;
    if (stream === undefined) return;
    // Plots are made anew only when signals came, went or changed, not with each change of a state.
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
    this.board.show(this.history.layout);
  }

  private async rigChanged(name: string): Promise<void> {
    this.bar.showRigs([...new Set(this.rigs.newest?.streams.map((stream) => stream.name))]);
    this.heading.textContent = `${texts.title}: ${name}`;
    document.title = `${name} \u2013 ${texts.title}`;
    this.setAddress("rig", name);
    this.board.clear();
    this.signature = "";
    this.catalogueCame();
    const layout = await this.layoutFor(name);
    // Another rig may have been chosen meanwhile.
    if (this.rigs.name !== name) return;
    this.history.begin(layout);
    this.makeStrip();
    this.updateStatus();
  }

  private async layoutFor(rig: string): Promise<Layout> {
    const stream = this.rigs.stream;
    if (stream === undefined) return this.history.layout;
    const first = firstLayout(
      stream,
      panelTypes.map((type) => type.id),
    );
    if (this.layoutName === "") return readKept(rig) ?? first;
    try {
      const layout = await this.saved.load(this.layoutName);
      if (layout !== undefined) return layout;
      this.notify(texts.layouts.missing(this.layoutName), "warning");
    } catch (error) {
      this.notify(messageOf(error), "warning");
    }

    return first;
  }

  private makeStrip(): void {
    const type = panelTypes.find((candidate) => candidate.id === "alarms");
    if (type === undefined || this.strip.firstChild !== null) return;
    this.strip.append(this.createPanel(type, { strip: true }).element);
  }

  // Panels.

  private makePanel(item: LayoutItem): BoardPanel | undefined {
    const stream = this.rigs.stream;
    if (item.panel === "plot" || item.panel === "xy") {
      // A plot without its signals would ask the monitor for nothing, which it refuses.
      const isWhole = signalsOf(item).length >= (item.panel === "xy" ? 2 : 1);
      return stream === undefined || !isWhole
        ? undefined
        : makePlotPanel(item, stream, this.host, () => this.choose(item));
    }

    const type = panelTypes.find((candidate) => candidate.id === item.panel);
    return type === undefined ? undefined : this.createPanel(type, item.settings);
  }

  // A panel that fails takes nothing else of the page with it.
  private createPanel(type: PanelType, settings: Readonly<Record<string, unknown>>): Panel {
    try {
      return type.create(this.context, settings);
    } catch (error) {
      const reason = texts.grid.panelFailed(type.title, messageOf(error));
      return { title: type.title, element: el("p", { class: "empty error" }, reason), dispose: () => undefined };
    }
  }

  private titleOf(item: LayoutItem): string {
    const placed = this.board.panels.get(item.id)?.panel.title;
    return placed ?? panelTypes.find((type) => type.id === item.panel)?.title ?? signalsOf(item).join(", ");
  }

  private readonly host: PlotHost = this.makeHost();

  private makeHost(): PlotHost {
    // Getters below are those of another object.
    const app = this;
    return {
      get client() {
        return app.client;
      },
      get api() {
        return app.api;
      },
      get view() {
        return app.view;
      },
      get redraw() {
        return app.redraw;
      },
      get marks() {
        return app.timeline;
      },
      heardUntil: (untilS) => app.rigs.clock.heard(untilS),
      staleS: () => app.staleS(),
      limitsOf: (signals) => app.limits.filter((limit) => signals.includes(limit.signal)),
      drewUntil: (untilS, isNew) => {
        if (isNew && app.client.clock.isKnown) app.latency.add((app.client.clock.read() - untilS) * 1000);
      },
    };
  }

  private readonly context: PanelContext = this.makeContext();

  private makeContext(): PanelContext {
    // Getters below are those of another object.
    const app = this;
    return {
      get api() {
        return app.api;
      },
      get feed() {
        return app.client;
      },
      rig: {
        get name() {
          return app.rigs.name;
        },
        on: (listener) => app.rigs.onRig(listener),
      },
      catalogue: {
        get newest() {
          return app.rigs.newest;
        },
        get stream() {
          return app.rigs.stream;
        },
        on: (listener) => app.rigs.onCatalogue(listener),
      },
      get testRun() {
        return app.testRun;
      },
      by: () => app.by(),
      notify: (text, severity) => app.notify(text, severity),
      timeText: (utcNs) => momentText(Number(utcNs) / 1e9, 3, app.view.utc, app.view.newestS()),
      nowNs: () => String(BigInt(Math.round(app.view.newestS() * 1e6)) * 1000n),
      colourOf: (signal) => `var(--signal-${colourIndex(app.rigs.stream, signal)})`,
      plot: (signals) => app.addPlot({ panel: "plot", signals }),
    };
  }

  private by(): string {
    const kept = this.toolbar.operator.value.trim();
    if (kept !== "") return kept;
    const name = (prompt(texts.by.ask) ?? "").trim();
    this.toolbar.operator.value = name;
    if (name !== "") localStorage.setItem(operatorKey, name);
    return name;
  }

  private notify(text: string, severity: "info" | "warning" | "critical" = "info"): void {
    this.toasts.show(text, severity, this.client.clock.read(), this.view.utc);
  }

  private limitsChanged(): void {
    const stream = this.rigs.stream;
    if (stream === undefined) return;
    const unitOf = (name: string): string | undefined =>
      stream.signals.find((signal) => signal.name === name)?.unit ??
      stream.calculated.find((entry) => entry.name === name)?.unit;
    this.limits = limitLines(this.client.newest("alarms") ?? [], stream.name, unitOf);
  }

  // Layout.

  private layoutChanged(layout: Layout): void {
    if (Math.abs(layout.spanS - this.view.window.spanS) > 1e-6 && this.board.panels.size === 0)
      this.view.setWindow(withSpan(this.view.window, layout.spanS));
    this.board.show(layout);
    this.showSide();
    this.empty.hidden = this.rigs.name !== undefined;
    // A named layout is the monitor's; what has no name is kept for the rig that is shown.
    if (this.layoutName === "" && this.rigs.name !== undefined)
      localStorage.setItem(layoutKey + this.rigs.name, JSON.stringify(layout));
  }

  private addPlot(choice: Choice): void {
    const layout = this.history.layout;
    const { width, height } = sizeFor(shown(layout, "main").length + 1);
    const settings =
      choice.panel === "xy" ? { x: choice.signals[0], y: choice.signals[1] } : { signals: [...choice.signals] };
    this.history.set(addItem(layout, { panel: choice.panel, area: "main", width, height, settings }));
    this.board.main.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  private choose(item: LayoutItem | undefined): void {
    const stream = this.rigs.stream;
    if (stream === undefined) return;
    const begin: Choice = {
      panel: item?.panel === "xy" ? "xy" : "plot",
      signals: item === undefined ? [] : signalsOf(item),
    };
    this.drawer.toggle(`picker ${item?.id ?? ""}`, texts.picker.title, () =>
      makePicker(stream, begin, (choice) => {
        this.drawer.close();
        if (item === undefined) this.addPlot(choice);
        else {
          const settings =
            choice.panel === "xy" ? { x: choice.signals[0], y: choice.signals[1] } : { signals: [...choice.signals] };
          this.history.set(changeItem(this.history.layout, item.id, { panel: choice.panel, settings }));
        }
      }),
    );
  }

  private showLayouts(): void {
    this.drawer.toggle("layouts", texts.layouts.title, () =>
      makeLayoutPanel(this.saved, {
        name: this.layoutName,
        layout: this.history.layout,
        titleOf: (id) => {
          const item = this.history.layout.items.find((candidate) => candidate.id === id);
          return item === undefined ? id : this.titleOf(item);
        },
        open: (name) => void this.openLayout(name),
        save: (name) => this.saveLayout(name),
        remove: async (name) => {
          await this.saved.remove(name);
          this.notify(texts.layouts.removed(name));
        },
        showHidden: (id) => this.history.set(changeItem(this.history.layout, id, { hidden: false })),
        first: () => this.firstLayout(),
      }),
    );
  }

  private async openLayout(name: string): Promise<void> {
    const layout = await this.saved.load(name);
    if (layout === undefined) {
      this.notify(texts.layouts.missing(name), "warning");
      return;
    }

    this.layoutName = name;
    this.setAddress("layout", name);
    this.history.set(layout);
    this.view.setWindow(withSpan(this.view.window, layout.spanS));
  }

  private async saveLayout(name: string): Promise<void> {
    try {
      await this.saved.save(name, this.withSettings());
      this.layoutName = name;
      this.setAddress("layout", name);
      this.notify(texts.layouts.saved(name));
    } catch (error) {
      this.notify(texts.layouts.failed(messageOf(error)), "critical");
    }
  }

  // With what panels chose by themselves: a search, a sort order.
  private withSettings(): Layout {
    const layout = this.history.layout;
    const items = layout.items.map((item) => {
      const settings = this.board.panels.get(item.id)?.panel.settings?.();
      return settings === undefined ? item : { ...item, settings: { ...item.settings, ...settings } };
    });
    return { ...layout, items, spanS: this.view.window.spanS };
  }

  private firstLayout(): void {
    const stream = this.rigs.stream;
    if (stream === undefined) return;
    this.layoutName = "";
    this.setAddress("layout", "");
    this.history.set(
      firstLayout(
        stream,
        panelTypes.map((type) => type.id),
      ),
    );
  }

  private undo(): void {
    this.notify(this.history.undo() ? texts.toast.undone : texts.toast.nothingToUndo);
  }

  private showSide(): void {
    const isOpen =
      this.drawer.isOpen || (this.history.layout.sideOpen && shown(this.history.layout, "side").length > 0);
    if (this.side.hidden === isOpen) this.side.hidden = !isOpen;
  }

  private switchSide(): void {
    this.history.amend({ ...this.history.layout, sideOpen: !this.history.layout.sideOpen });
  }

  private nextDockTab(): void {
    const tabs = ["", ...shown(this.history.layout, "dock").map((item) => item.id)];
    const at = tabs.indexOf(this.history.layout.dockTab);
    this.history.amend({ ...this.history.layout, dockTab: tabs[(at + 1) % tabs.length]! });
  }

  private setAddress(name: string, value: string): void {
    if (value === "") this.address.delete(name);
    else this.address.set(name, value);
    const query = this.address.toString();
    window.history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
  }

  // State of the rig.

  private healthCame(): void {
    const health = this.client.newest("health");
    this.healthAtMs = performance.now();
    const delivered = health?.account.delivered ?? NaN;
    const seconds = (this.healthAtMs - this.rate.atMs) / 1000;
    const perSecond =
      delivered >= this.rate.delivered && seconds > 0.2 ? (delivered - this.rate.delivered) / seconds : NaN;
    this.rate = { delivered, atMs: this.healthAtMs, perSecond };
    this.tellSkipped();
    this.updateStatus();
  }

  // Said when it happens, not of what happened before this page was opened.
  private tellSkipped(): void {
    const { skippedBlocks } = this.client;
    if (skippedBlocks > this.skippedBlocks && this.skippedBlocks >= 0)
      this.notify(texts.toast.skipped(skippedBlocks - this.skippedBlocks), "warning");
    this.skippedBlocks = skippedBlocks;
  }

  private updateStatus(): void {
    const health = this.client.newest("health");
    const standing = standingOf(
      this.client.newest("connection") ?? "connecting",
      this.client.reason,
      health,
      this.rigs.name,
    );
    this.bar.show(standing, cellsOf(health, this.rigs.name, this.rate.perSecond, this.testRun));
    this.bar.showClock(this.view.newestS(), this.view.utc);
    this.banner.show(
      standing.level,
      standing.word,
      standing.reason || (this.rigs.fault === "" ? "" : texts.banner.catalogue(this.rigs.fault)),
    );
    this.tiles.show(this.rigs.newest, health, this.rigs.name);
    this.showEmpty();
  }

  private showEmpty(): void {
    const hasNone = this.rigs.newest !== undefined && this.rigs.newest.streams.length === 0;
    if (!hasNone || this.empty.dataset["kind"] === "none") return;
    this.empty.dataset["kind"] = "none";
    this.empty.replaceChildren(el("h2", {}, texts.grid.noRig), el("p", {}, texts.grid.noRigHelp));
  }

  private staleS(): number | undefined {
    const since = this.healthAtMs === 0 ? 0 : (performance.now() - this.healthAtMs) / 1000;
    return staleAge(this.client.newest("connection"), this.client.newest("health"), this.rigs.name, since);
  }

  // Page.

  private themeChanged(): void {
    // The first call comes while the page is being made.
    if (this.toolbar === undefined || this.theme === undefined) return;
    this.toolbar.showTheme(this.theme.theme);
    this.view.setPalette(readPalette());
  }

  private switchClock(): void {
    this.view.setUtc(!this.view.utc);
    localStorage.setItem(utcKey, String(this.view.utc));
    document.documentElement.dataset["clock"] = this.view.utc ? "utc" : "local";
    document.dispatchEvent(new Event("clockchange"));
    this.updateStatus();
  }

  private switchWall(): void {
    const root = document.documentElement;
    root.dataset["wall"] = root.dataset["wall"] === "true" ? "false" : "true";
    this.view.setPalette(readPalette());
  }

  private showHelp(): void {
    this.drawer.toggle("help", texts.help.title, () => makeHelp(this.bindings()));
  }

  private showCursorTable(event: PointerEvent): void {
    const over = event.target instanceof Element ? event.target.closest(".plot-body") : null;
    const panel =
      over === null
        ? undefined
        : [...this.board.panels.values()]
            .map((placed) => placed.panel)
            .find((candidate) => candidate.element.contains(over));
    const plot = panel !== undefined && "plot" in panel ? (panel as PlotPanel).plot : undefined;
    this.cursorTable.show(plot instanceof TimePlot ? plot : undefined, event.clientX, event.clientY);
  }

  private exportFocused(what: "exportCsv" | "exportPng"): void {
    const panel = this.board.panels.get(this.board.focused ?? "")?.panel;
    if (panel?.[what] === undefined) this.notify(texts.toast.noPlot, "warning");
    else panel[what]();
  }

  private nextRig(): void {
    const names = [...new Set(this.rigs.newest?.streams.map((stream) => stream.name))];
    const next = names[(names.indexOf(this.rigs.name ?? "") + 1) % Math.max(1, names.length)];
    if (next !== undefined) this.rigs.select(next);
  }

  private bindings(): KeyBinding[] {
    const { view } = this;
    const t = texts.help;
    const time = (keys: string[], text: string, run: () => void): KeyBinding => ({
      keys,
      text,
      group: t.groups.time,
      run,
    });
    const page = (keys: string[], text: string, run: () => void): KeyBinding => ({
      keys,
      text,
      group: t.groups.page,
      run,
    });
    const layout = (keys: string[], text: string, run?: () => void): KeyBinding => ({
      keys,
      text,
      group: t.groups.layout,
      ...(run === undefined ? {} : { run }),
    });
    return [
      time([" "], t.pause, () => view.setWindow(togglePause(view.window, view.newestS()))),
      time(["l"], t.live, () => view.setWindow({ ...view.window, endS: undefined })),
      ...texts.toolbar.windows.map(([, seconds], i) =>
        time([String(i + 1)], t.windows[i]!, () => view.setWindow(withSpan(view.window, seconds))),
      ),
      time(["+", "="], t.zoomIn, () => view.setWindow(zoom(view.window, 0.5, view.cursorS, view.newestS()))),
      time(["-"], t.zoomOut, () => view.setWindow(zoom(view.window, 2, view.cursorS, view.newestS()))),
      time(["ArrowLeft"], t.earlier, () => view.setWindow(pan(view.window, -0.25, view.newestS()))),
      time(["ArrowRight"], t.later, () => view.setWindow(pan(view.window, 0.25, view.newestS()))),
      time(["b"], t.back, () => view.back()),
      page(["c"], t.utc, () => this.switchClock()),
      page(["t"], t.theme, () => this.theme.next()),
      page(["w"], t.wall, () => this.switchWall()),
      page(["s"], t.side, () => this.switchSide()),
      page(["d"], t.dock, () => this.nextDockTab()),
      page(["n"], t.next, () => this.nextRig()),
      page(["e"], t.csv, () => this.exportFocused("exportCsv")),
      page(["g"], t.png, () => this.exportFocused("exportPng")),
      page(["?"], t.help, () => this.showHelp()),
      page(["Escape"], t.close, () => this.drawer.close()),
      layout(["p"], t.add, () => this.choose(undefined)),
      layout(["o"], t.layouts, () => this.showLayouts()),
      layout(["u"], t.undo, () => this.undo()),
      layout(["Shift+u"], t.redo, () => this.history.redo()),
      layout(["Alt+ArrowLeft", "Alt+ArrowRight"], t.move),
      layout(["Alt+Shift+ArrowLeft", "Alt+Shift+ArrowDown"], t.size),
      layout(["Delete"], t.hide),
    ];
  }
}

function readKept(rig: string): Layout | undefined {
  try {
    return parseLayout(JSON.parse(localStorage.getItem(layoutKey + rig) ?? "null"));
  } catch {
    return undefined;
  }
}
