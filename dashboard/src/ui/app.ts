/** The page: makes its parts, puts them together, and shows the rig that is chosen. */

import { Api } from "../api/api";
import { logOut, needsLogIn, readSession, type Session } from "../api/session";
import { LiveClient, type WorkerPort } from "../data/live-client";
import { Rigs } from "../data/rigs";
import { type TestRunSource, TestRunWatch } from "../data/test-run";
import { CursorTable } from "../plots/cursor-table";
import { readPalette } from "../plots/palette";
import { TimePlot } from "../plots/time-plot";
import { showStretch, togglePause, withSpan } from "../plots/time-window";
import { View } from "../plots/view";
import { ShownTrials } from "../recordings/shown-trial";
import { Access } from "./access";
import { Display } from "./display";
import { el } from "./dom";
import { makeHelp } from "./help";
import { type KeyBinding, listenForKeys } from "./keys";
import { LayoutPage } from "./layout-page";
import { NamedLayouts } from "./named-layouts";
import { Operator } from "./operator";
import { Overview } from "./overview";
import { PageAddress } from "./page-address";
import { PagePanels, typeOf } from "./page-panels";
import { panelServices } from "./panel-services";
import { PlotServices } from "./plot-services";
import { readBack, type Telemetry } from "./read-back";
import { RigStatus } from "./rig-status";
import { type PageActions, shortcuts } from "./shortcuts";
import { texts } from "../texts/texts";
import { Toasts } from "./toasts";
import { Toolbar } from "./toolbar";

export class App {
  /** What tests and the console read. */
  readonly telemetry: Telemetry;
  private readonly api: Api;
  private readonly client: LiveClient;
  private readonly rigs: Rigs;
  private readonly view: View;
  private readonly testRun: TestRunSource;
  private readonly status: RigStatus;
  private readonly plots: PlotServices;
  private readonly layouts: LayoutPage;
  private readonly names: NamedLayouts;
  private readonly panels: PagePanels;
  private readonly toolbar: Toolbar;
  private readonly display: Display;
  private readonly overview: Overview;
  private readonly isRigNamed: boolean;
  private readonly cursorTable: CursorTable;
  private readonly toasts = new Toasts();
  private readonly address = new PageAddress();
  private readonly strip = el("div", { class: "strip" });
  private readonly heading = el("h1", { class: "visually-hidden" }, texts.title);
  private readonly keys: readonly KeyBinding[];

  constructor(
    private readonly root: HTMLElement,
    worker: WorkerPort,
    session: Session,
  ) {
    const api = new Api();
    this.api = api;
    this.isRigNamed = this.address.get("rig") !== "";
    const notify = this.notify.bind(this);
    this.client = new LiveClient(worker);
    this.rigs = new Rigs(this.client, api, this.address.get("rig") || undefined);
    const testRun = new TestRunWatch(api, this.client, this.rigs);
    this.testRun = testRun;
    this.view = new View(readPalette(), () => this.rigs.newestS());
    this.cursorTable = new CursorTable(this.view);
    const actions = this.actions();
    this.status = new RigStatus(this.client, this.rigs, testRun, this.view, {
      switchClock: () => actions.clock(),
      notify,
    });
    const trials = new ShownTrials();
    const access = new Access(session);
    this.plots = new PlotServices(this.client, api, this.view, this.rigs, () => this.status.staleS(), trials);
    this.toolbar = new Toolbar(this.view, {
      ...actions,
      togglePause: () => this.view.setWindow(togglePause(this.view.window, this.view.newestS())),
      span: (seconds) => this.view.setWindow(withSpan(this.view.window, seconds)),
      back: () => this.view.back(),
      wholeRun: () => actions.wholeRun(),
    });
    const operator = new Operator(this.toolbar.operator, session.open ? undefined : (session.name ?? undefined));
    if (!session.open && session.name !== null && session.role !== null)
      this.toolbar.showLogOut(session.name, session.role, () => void logOut(api).finally(() => location.reload()));
    const context = panelServices(api, this.client, this.rigs, testRun, this.view, {
      access,
      trials,
      by: () => operator.name(),
      notify,
      plot: (signals) => this.layouts.addPlot({ panel: "plot", signals }),
      open: (panel, settings) => this.layouts.openPanel(panel, settings, typeOf(panel)?.isOnDemand === true),
      hasPanel: (id) => typeOf(id) !== undefined,
    });
    this.panels = new PagePanels(this.rigs, this.plots, context, (item) => this.layouts.choose(item));
    this.names = new NamedLayouts(api, this.rigs, this.address, () => this.layouts, notify, access);
    this.layouts = new LayoutPage(this.rigs, this.view, this.panels, (layout) => {
      this.status.empty.hidden = this.rigs.name !== undefined;
      this.names.keep(layout);
    });
    this.overview = new Overview(api, {
      select: (stream) => this.rigs.select(stream),
      changed: (isOpen) => this.overviewChanged(isOpen),
    });
    this.display = new Display(this.view, () => this.displayChanged());
    this.keys = shortcuts(this.view, actions);
    this.telemetry = readBack(
      this.client,
      this.rigs,
      this.plots,
      () => this.layouts.plots,
      () => [...this.layouts.board.panels.values()].map(({ panel }) => panel),
    );
    this.build();
    this.listen();
  }

  start(): void {
    this.displayChanged();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.client.open(`${scheme}//${location.host}/live`);
    this.plots.redraw.start();
    this.status.start();
    // An address that names a rig opens that rig.
    void this.overview.start(!this.isRigNamed);
  }

  private build(): void {
    const { bar, banner, tiles, empty } = this.status;
    const { board, side } = this.layouts;
    this.root.replaceChildren(
      el("header", {}, this.heading, bar.element, banner.element, this.toolbar.element, tiles.element),
      this.overview.element,
      el("div", { class: "body" }, el("main", { class: "main", tabindex: -1 }, empty, board.main), side),
      this.strip,
      board.dock,
      this.toasts.element,
      this.cursorTable.element,
    );
  }

  private listen(): void {
    this.client.on("events", ({ missed }) => {
      if (missed > 0) this.notify(texts.toast.missedEvents(missed), "warning");
    });
    this.client.on("connection", (state) => {
      if (state === "lost") void this.checkSession();
    });
    this.rigs.onRig((name) => {
      if (name !== undefined) void this.rigChanged(name);
    });
    this.view.on((change) => {
      if (change === "window" || change === "clock") this.toolbar.update();
    });
    document.addEventListener("visibilitychange", () => this.plotsShown());
    document.addEventListener("pointermove", (event) => this.showCursorTable(event));
    addEventListener("online", () => this.client.retry());
    listenForKeys(() => this.keys);
  }

  // A session that is over shows the log-in; a monitor that does not answer is waited for.
  private async checkSession(): Promise<void> {
    try {
      if (needsLogIn(await readSession(this.api))) location.reload();
    } catch {
      return;
    }
  }

  private async rigChanged(name: string): Promise<void> {
    this.status.showRigs();
    this.heading.textContent = `${texts.title}: ${name}`;
    document.title = `${name} \u2013 ${texts.title}`;
    this.address.set("rig", name);
    this.layouts.clear();
    const layout = await this.names.layoutFor(name);
    // Another rig may have been chosen meanwhile.
    if (this.rigs.name !== name) return;
    this.layouts.begin(layout);
    if (this.strip.firstChild === null) this.strip.append(this.panels.makeStrip()?.element ?? "");
    this.status.update();
  }

  private actions(): PageActions {
    return {
      wholeRun: () => this.showWholeRun(),
      clock: () => this.display.switchClock(),
      theme: () => this.display.nextTheme(),
      wall: () => this.display.switchWall(),
      side: () => this.layouts.switchSide(),
      dock: () => this.layouts.nextDockTab(),
      nextRig: () => this.rigs.selectNext(),
      overview: () => (this.overview.isOpen ? this.overview.close() : this.overview.open()),
      exportCsv: () => this.exportFocused("exportCsv"),
      exportPng: () => this.exportFocused("exportPng"),
      help: () => this.layouts.drawer.toggle("help", texts.help.title, () => makeHelp(this.keys)),
      close: () => this.layouts.drawer.close(),
      addPlot: () => this.layouts.choose(undefined),
      layouts: () => this.names.show(),
      undo: () => this.notify(this.layouts.undo() ? texts.toast.undone : texts.toast.nothingToUndo),
      redo: () => this.layouts.redo(),
    };
  }

  private notify(text: string, severity: "info" | "warning" | "critical" = "info"): void {
    this.toasts.show(text, severity, this.client.clock.read(), this.view.utc);
  }

  private overviewChanged(isOpen: boolean): void {
    this.root.classList.toggle("shows-overview", isOpen);
    this.toolbar.showOverview(isOpen);
    this.plotsShown();
    if (!isOpen) this.root.querySelector<HTMLElement>("main.main")?.focus();
  }

  // Plots behind the overview take no batches either.
  private plotsShown(): void {
    this.client.setVisible(!document.hidden && !this.overview.isOpen);
  }

  private displayChanged(): void {
    // The first call comes while the display is being made.
    if (this.display === undefined) return;
    this.toolbar.showTheme(this.display.theme);
    this.status.update();
  }

  // A run that goes on follows the newest data; one that was stopped stands.
  private showWholeRun(): void {
    const { newest: run, seconds } = this.testRun;
    const nowS = this.view.newestS();
    if (run === undefined || nowS === 0) this.notify(texts.toast.noRun, "warning");
    else if (run.stoppedUtc === null) this.view.setWindow(withSpan({ spanS: 0, endS: undefined }, seconds * 1.01));
    else this.view.setWindow(showStretch(Date.parse(run.startedUtc) / 1000, Date.parse(run.stoppedUtc) / 1000));
  }

  private exportFocused(what: "exportCsv" | "exportPng"): void {
    const panel = this.layouts.board.panels.get(this.layouts.board.focused ?? "")?.panel;
    if (panel?.[what] === undefined) this.notify(texts.toast.noPlot, "warning");
    else panel[what]();
  }

  private showCursorTable(event: PointerEvent): void {
    const over = event.target instanceof Element ? event.target.closest(".plot-body") : null;
    const found = over === null ? undefined : this.layouts.plots.find(([, panel]) => panel.element.contains(over));
    const plot = found?.[1].plot;
    this.cursorTable.show(plot instanceof TimePlot ? plot : undefined, event.clientX, event.clientY);
  }
}
