/**
 * An opened recording: its plots, events, results, and what limits would have done in it; alone or over another run.
 */

import { reasonOf } from "../../api/api";
import { fetchRecording, fetchRecordings, type ListedRecording, type Recording, secondsOf } from "../../api/recordings";
import type { StreamEntry } from "../../data/catalogue";
import { commonQuantity } from "../../layout/first-layout";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { csvOf, download, pictureOf } from "../../plots/export";
import { durationText, momentText } from "../../plots/format";
import { colourIndex } from "../../plots/palette";
import { pan, showAround, showStretch, type Stretch, zoom } from "../../plots/time-window";
import type { Excursion } from "../../plots/limits";
import type { PlotSignal } from "../../plots/plot-signal";
import { View } from "../../plots/view";
import { commonSpan, originOf, parseAlignment } from "../../recordings/align";
import { elapsedText } from "../../recordings/elapsed";
import { RecordedMarks } from "../../recordings/recorded-marks";
import { streamOf } from "../../recordings/run-stream";
import { spanOf } from "../../recordings/select-recordings";
import type { ShownTrial } from "../../recordings/shown-trial";
import { trialLines } from "../../recordings/trial";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { type Choice, makePicker } from "../../ui/picker";
import { type RecordedView, tracesOf } from "../../ui/read-back";
import { type Fact, FactList } from "../parts/facts";
import { formatBytes } from "../parts/format";
import { Lifetime } from "../parts/lifetime";
import { Badge, severityStyle } from "../parts/status";
import { Tabs } from "../parts/tabs";
import { CompareBar, type Comparison } from "./compare-bar";
import { firstChoices } from "./first-choices";
import { recordingStyle } from "./recordings-panel";
import { RunPlot, type PlottedRun, type RunPlotHost } from "./run-plot";
import { RunResults } from "./run-results";
import { RunXy } from "./run-xy";
import { WhatIf } from "./what-if";

const t = texts.recording;

/** A recording that goes on is read again after this. */
const refreshMs = 5000;
const maxListedEvents = 300;

class RecordingPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly view: View;
  private readonly badge = new Badge();
  private readonly name = el("h2", { class: "clip" });
  private readonly about = el("span", { class: "dim clip" });
  private readonly growing = el("span", { class: "dim label", role: "status" });
  private readonly span = el("span", { class: "dim label p-window", role: "status" });
  private readonly note = el("p", { class: "empty", role: "status" }, t.loading);
  private readonly retry = el("button", { type: "button", hidden: true, onclick: () => void this.load() }, t.retry);
  private readonly plots = el("div", { class: "p-run-plots" });
  private readonly picker = el("div", { class: "p-run-picker", hidden: true });
  private readonly streams = el("select", { "aria-label": t.stream, hidden: true, onchange: () => this.streamChanged() });
  private readonly content = el("div", { class: "p-recording-content", hidden: true });
  private readonly compare: CompareBar;
  private readonly events = el("div", { class: "p-run-events" });
  private readonly facts = new FactList();
  private readonly results: RunResults;
  private readonly whatIf: WhatIf;
  private readonly id: string;
  private comparison: Comparison;
  private choices: readonly Choice[] | undefined;
  private recording: Recording | undefined;
  private other: Recording | undefined;
  private stream: StreamEntry | undefined;
  private shown: (RunPlot | RunXy)[] = [];
  private newestS = 0;
  /** A stretch to be shown once the plots are there. */
  private focus: Stretch | undefined;
  private origins: readonly number[] = [0];
  private arrangements = 0;

  constructor(
    private readonly context: PanelContext,
    settings: Readonly<Record<string, unknown>>,
  ) {
    this.id = String(settings["recording"] ?? "");
    this.comparison = {
      against: String(settings["against"] ?? ""),
      alignment: parseAlignment(settings["alignment"]),
      isSideBySide: settings["isSideBySide"] === true,
    };
    this.choices = choicesOf(settings["plots"]);
    this.view = new View(context.display.palette, () => this.newestS);
    this.view.setUtc(context.display.utc);
    const where = () => ({ id: this.id, stream: this.stream?.name ?? "" });
    this.results = new RunResults(context, where);
    this.whatIf = new WhatIf(
      context,
      where,
      (fromS, toS) => this.showMoment(fromS, toS),
      () => this.invalidate(),
    );
    this.compare = new CompareBar((comparison) => {
      this.comparison = comparison;
      void this.arrange();
    });
    this.content.append(this.makeToolbar(), this.compare.element, this.picker, this.plots, this.makeTabs());
    this.element = el(
      "div",
      { class: "p-panel p-recording" },
      el(
        "header",
        { class: "p-recorded", title: t.bannerTitle },
        el("strong", { class: "p-recorded-word" }, t.banner),
        this.name,
        this.badge.element,
        this.about,
        el("span", { class: "p-space" }),
        this.growing,
      ),
      this.note,
      this.retry,
      this.content,
    );
    this.lifetime.add(
      context.display.on((change) => this.displayChanged(change)),
      this.view.on((change) => {
        if (change === "window") this.showSpan();
      }),
      context.trials.on((focus) => this.trialChanged(focus)),
      () => this.dropPlots(),
      () => this.results.dispose(),
      () => this.whatIf.dispose(),
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.lifetime.every(refreshMs, () => this.isGrowing && this.element.offsetParent !== null && void this.grow());
    void this.load();
  }

  settings(): Record<string, unknown> {
    return { recording: this.id, ...this.comparison, plots: this.choices ?? null };
  }

  dispose(): void {
    this.lifetime.dispose();
    this.arrangements++;
  }

  /** What is drawn: for tests and the console. */
  get recorded(): RecordedView {
    return {
      traces: this.tables().flatMap(({ label, drawn, signals }) =>
        signals.flatMap((signal, i) => {
          const trace = drawn.traces[i];
          return trace === undefined ? [] : [{ run: label, signal: signal.name, buckets: tracesOf(drawn, trace) }];
        }),
      ),
      excursions: this.excursions().map(({ signal, fromS, toS }) => ({ signal, fromS, toS })),
    };
  }

  private tables(): ReturnType<RunPlot["tables"]> {
    return this.shown.flatMap((plot) => (plot instanceof RunPlot ? plot.tables() : []));
  }

  private get isGrowing(): boolean {
    return this.recording?.recording === true || this.other?.recording === true;
  }

  private makeToolbar(): HTMLElement {
    const button = (text: string, run: () => void, title = ""): HTMLElement =>
      el("button", { type: "button", class: "quiet", title: title || null, onclick: run }, text);
    const { view } = this;
    return el(
      "div",
      { class: "p-bar p-recording-toolbar", role: "toolbar", "aria-label": t.toolbar },
      el("button", { type: "button", onclick: () => this.showWhole() }, t.whole),
      button(t.zoomIn, () => view.setWindow(zoom(view.window, 0.5, this.middleS(), this.newestS))),
      button(t.zoomOut, () => view.setWindow(zoom(view.window, 2, this.middleS(), this.newestS))),
      button(t.earlier, () => view.setWindow(pan(view.window, -0.25, this.newestS))),
      button(t.later, () => view.setWindow(pan(view.window, 0.25, this.newestS))),
      button(t.back, () => view.back()),
      this.span,
      el("span", { class: "p-space" }),
      this.streams,
      button(t.channels, () => this.togglePicker()),
      button(t.csv, () => this.exportCsv(), t.csvTitle),
      button(t.png, () => this.exportPng(), t.pngTitle),
      this.context.hasPanel("exports") && button(t.export, () => this.context.open("exports", { recording: this.id }), t.exportTitle),
    );
  }

  private makeTabs(): HTMLElement {
    const tabs = new Tabs(t.title, [
      { title: t.tabs.events, element: this.events },
      { title: t.tabs.results, element: this.results.element },
      { title: t.tabs.whatIf, element: this.whatIf.element },
      { title: t.tabs.about, element: el("div", {}, this.facts.element) },
    ]);
    tabs.element.classList.add("p-recording-tabs");
    return tabs.element;
  }

  // What these keys do to the live plots, they do here to the recording while it has the focus.
  private key(event: KeyboardEvent): void {
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isField || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { view } = this;
    const actions: Readonly<Record<string, () => unknown>> = {
      "+": () => view.setWindow(zoom(view.window, 0.5, this.middleS(), this.newestS)),
      "-": () => view.setWindow(zoom(view.window, 2, this.middleS(), this.newestS)),
      ArrowLeft: () => view.setWindow(pan(view.window, -0.25, this.newestS)),
      ArrowRight: () => view.setWindow(pan(view.window, 0.25, this.newestS)),
      b: () => view.back(),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  private async load(): Promise<void> {
    this.retry.hidden = true;
    setText(this.note, this.id === "" ? t.missing : t.loading);
    if (this.id === "") return;
    try {
      this.recording = await fetchRecording(this.context.api, this.id);
    } catch (error) {
      setText(this.note, reasonOf(error));
      this.retry.hidden = false;
      return;
    }

    const { recording } = this;
    this.showHead(recording);
    if (recording.fromNs === null) {
      setText(this.note, recording.fault ?? t.noBlocks);
      return;
    }

    this.note.hidden = true;
    this.content.hidden = false;
    this.streams.replaceChildren(...recording.streams.map((name) => el("option", { value: name }, name)));
    this.streams.hidden = recording.streams.length < 2;
    this.stream = streamOf(recording, recording.streams[0] ?? "");
    this.showEvents(recording);
    this.whatIf.begin(this.signalNames());
    await this.arrange();
    const { focus } = this;
    this.focus = undefined;
    if (focus !== undefined) this.showMoment(focus.fromS, focus.toS);
  }

  private signalNames(): readonly string[] {
    const { stream } = this;
    return stream === undefined ? [] : [...stream.calculated, ...stream.signals].map((signal) => signal.name);
  }

  private streamChanged(): void {
    if (this.recording === undefined) return;
    this.stream = streamOf(this.recording, this.streams.value);
    this.choices = undefined;
    this.whatIf.begin(this.signalNames());
    void this.arrange();
  }

  // Reads the other run and where both have their zero, then draws anew. A later choice overtakes this one.
  private async arrange(): Promise<void> {
    const arrangement = ++this.arrangements;
    const { recording, stream } = this;
    if (recording === undefined || stream === undefined) return;
    const { against, alignment } = this.comparison;
    let others: readonly ListedRecording[] = [];
    let reason = "";
    let other: Recording | undefined;
    try {
      others = (await fetchRecordings(this.context.api)).filter((one) => one.id !== this.id && one.blocks > 0);
      if (against !== "") other = await fetchRecording(this.context.api, against);
      // One of the archive is in no list of this monitor.
      if (other !== undefined && !others.some((one) => one.id === against)) others = [other, ...others];
    } catch (error) {
      reason = t.otherUnread(against, reasonOf(error));
    }

    if (arrangement !== this.arrangements) return;
    const counts = stream.signals.map((signal) => signal.name);
    this.compare.show(others, counts, this.comparison);
    if (other !== undefined && alignment.by !== "start") this.compare.say(t.aligning);
    const origins = other === undefined ? [0] : await this.findOrigins(recording, other);
    if (arrangement !== this.arrangements) return;
    this.compare.say(reason);
    if (typeof origins === "string") {
      this.compare.say(origins);
      return;
    }

    this.other = other;
    this.origins = origins;
    this.makePlots();
  }

  // The reason where one of them has no such moment.
  private async findOrigins(recording: Recording, other: Recording): Promise<readonly number[] | string> {
    const runs = [recording, other];
    const found = await Promise.all(
      runs.map((run) => originOf(this.context.api, run, streamIn(run, this.stream!.name), this.comparison.alignment)),
    );
    const missing = found.findIndex((origin) => origin.atS === undefined);
    return missing < 0 ? found.map((origin) => origin.atS!) : t.notAligned(runs[missing]!.run, found[missing]!.reason);
  }

  private makePlots(): void {
    const { recording, stream } = this;
    if (recording === undefined || stream === undefined) return;
    this.dropPlots();
    const runs = [recording, ...(this.other === undefined ? [] : [this.other])].map((run, r) => this.plotted(run, r));
    this.follow();
    this.showWhole();
    const host = this.plotHost();
    const signalOf = (name: string): PlotSignal => {
      const entry = stream.signals.find((signal) => signal.name === name) ?? stream.calculated.find((one) => one.name === name);
      return { name, unit: entry?.unit ?? "", rateHz: entry?.rateHz ?? 0, colour: colourIndex(stream, name) };
    };
    const groups = this.comparison.isSideBySide ? runs.map((run) => [run]) : [runs];
    this.shown = (this.choices ?? firstChoices(stream)).flatMap(({ panel, signals }) =>
      groups.map((group) =>
        panel === "xy"
          ? new RunXy(host, group, signalOf(signals[0]!), signalOf(signals[1]!))
          : new RunPlot(host, group, signals.map(signalOf), commonQuantity(signals)),
      ),
    );
    this.plots.classList.toggle("is-beside", groups.length > 1);
    this.plots.replaceChildren(...this.shown.map((plot) => plot.element));
  }

  private plotted(run: Recording, r: number): PlottedRun {
    const stream = streamIn(run, this.stream!.name);
    const names = new Set(run.channels.filter((channel) => channel.stream === stream).map((channel) => channel.name));
    for (const formula of run.calculated) names.add(formula.name);
    return {
      id: run.id,
      label: run.run,
      stream,
      originS: this.origins[r] ?? 0,
      isFirst: r === 0,
      marks: new RecordedMarks(run.events),
      has: (signal) => names.has(signal),
    };
  }

  private plotHost(): RunPlotHost {
    const { stream } = this;
    const unitOf = (name: string): string | undefined => stream?.signals.find((signal) => signal.name === name)?.unit;
    return {
      api: this.context.api,
      view: this.view,
      timeText: this.other === undefined ? undefined : elapsedText,
      limitsOf: (signals) =>
        trialLines([...this.whatIf.rows, ...(this.trial?.rows ?? [])], unitOf).filter((line) =>
          signals.includes(line.signal),
        ),
      excursionsOf: (signals) => this.excursions().filter((one) => signals.includes(one.signal)),
      home: () => this.showWhole(),
    };
  }

  // A limit that is tried in its form is marked here too, while this run is the one it is tried on.
  private get trial(): ShownTrial | undefined {
    const { newest } = this.context.trials;
    return newest?.recording === this.id ? newest : undefined;
  }

  private excursions(): readonly Excursion[] {
    return [...this.whatIf.excursions, ...(this.trial?.excursions ?? [])];
  }

  // A run that was just opened for it has no plots yet: the stretch is shown once it has.
  private trialChanged(focus: Stretch | undefined): void {
    this.invalidate();
    if (focus === undefined || this.trial === undefined) return;
    if (this.shown.length === 0) this.focus = focus;
    else this.showMoment(focus.fromS, focus.toS);
  }

  private dropPlots(): void {
    for (const plot of this.shown) plot.dispose();
    this.shown = [];
    this.plots.replaceChildren();
  }

  private invalidate(): void {
    for (const plot of this.shown) plot.invalidate();
  }

  // From the earlier begin to the later end of what is shown, on the axis of the plots.
  private spans(): { readonly fromS: number; readonly toS: number } {
    const runs = [this.recording, this.other].filter((run): run is Recording => run !== undefined && run.fromNs !== null);
    return commonSpan(
      runs.map((run, r) => ({
        fromS: secondsOf(run.fromNs!),
        toS: secondsOf(run.toNs!),
        originS: this.origins[r] ?? 0,
      })),
    );
  }

  private follow(): void {
    this.newestS = this.spans().toS;
  }

  private showWhole(): void {
    const { fromS, toS } = this.spans();
    this.view.setWindow(showStretch(fromS, toS));
  }

  private showMoment(fromS: number, toS: number): void {
    const origin = this.origins[0] ?? 0;
    this.view.setWindow(showAround(fromS - origin, toS - origin));
    this.plots.scrollIntoView({ block: "nearest" });
  }

  private middleS(): number {
    const { fromS, toS } = this.view.stretch;
    return this.view.cursorS ?? (fromS + toS) / 2;
  }

  // What goes on is recorded further: a window at its end moves with it.
  private async grow(): Promise<void> {
    const { recording, other } = this;
    try {
      if (recording !== undefined) this.recording = await fetchRecording(this.context.api, recording.id);
      if (other !== undefined) this.other = await fetchRecording(this.context.api, other.id);
    } catch {
      // The next time, or the status bar says that the monitor does not answer.
      return;
    }

    if (this.recording === undefined) return;
    this.showHead(this.recording);
    this.showEvents(this.recording);
    const before = this.newestS;
    const { window } = this.view;
    this.follow();
    const isAtEnd = (window.endS ?? before) >= before - 1e-3;
    const isWhole = isAtEnd && this.view.stretch.fromS <= this.spans().fromS + 1e-3;
    if (isWhole) this.showWhole();
    else if (isAtEnd) this.view.setWindow({ ...window, endS: this.newestS }, false);
    for (const plot of this.shown) plot.refresh();
  }

  private showHead(recording: Recording): void {
    setText(this.name, recording.run);
    this.badge.show(recordingStyle(recording));
    const who = [recording.specimen, recording.operator].filter((word) => word !== null && word !== "");
    setText(this.about, who.join(", "));
    setText(
      this.growing,
      recording.recording && recording.toNs !== null ? t.growing(this.context.timeText(recording.toNs)) : "",
    );
    this.facts.show(this.factsOf(recording));
  }

  private factsOf(one: Recording): readonly Fact[] {
    const f = t.facts;
    const timeOf = (ns: string | null): string => (ns === null ? "" : this.context.timeText(ns));
    const facts: Fact[] = [
      { name: f.rig, value: `${one.site}/${one.rig}` },
      { name: f.specimen, value: one.specimen ?? "" },
      { name: f.operator, value: one.operator ?? "" },
      { name: f.control, value: one.controlMode ?? "" },
      { name: f.gaugeLength, value: one.l0Mm === null ? "" : `${one.l0Mm} mm` },
      { name: f.crossSection, value: one.s0Mm2 === null ? "" : `${one.s0Mm2} mm²` },
      { name: f.started, value: timeOf(one.startedNs) },
      { name: f.stopped, value: timeOf(one.stoppedNs) },
      { name: f.length, value: durationText(spanOf(one)) },
      { name: f.size, value: formatBytes(one.bytes) },
      { name: f.blocks, value: String(one.blocks) },
      { name: f.gaps, value: String(one.gaps), tone: one.gaps > 0 ? "warn" : undefined },
      { name: f.damaged, value: one.damaged === 0 ? "" : String(one.damaged), tone: "bad" },
      { name: f.fault, value: [one.fault, ...one.notes].filter((text) => text !== null).join("; "), tone: "bad" },
      { name: f.note, value: one.note ?? "" },
    ];
    return facts.filter((fact) => fact.value !== "");
  }

  private showEvents(recording: Recording): void {
    const newest = recording.events.slice(-maxListedEvents).reverse();
    const more = recording.moreEvents + recording.events.length - newest.length;
    const rows = newest.map((event) => {
      const moment = this.context.timeText(event.utcNs);
      const atS = secondsOf(event.utcNs);
      return el(
        "tr",
        {},
        el(
          "td",
          {},
          el(
            "button",
            { type: "button", class: "quiet", "aria-label": t.at(moment), onclick: () => this.showMoment(atS, atS) },
            moment,
          ),
        ),
        el("td", {}, new Badge(severityStyle(event.severity)).element),
        el("td", {}, texts.events.kinds[event.kind] ?? event.kind),
        el("td", {}, event.text),
      );
    });
    this.events.replaceChildren(
      rows.length === 0 ? el("p", { class: "dim" }, t.noEvents) : el("table", {}, el("tbody", {}, ...rows)),
      ...(more > 0 ? [el("p", { class: "dim label" }, t.moreEvents(more))] : []),
    );
  }

  private showSpan(): void {
    const { fromS, toS } = this.view.stretch;
    const textOf = (seconds: number): string =>
      this.other === undefined ? momentText(seconds, 1, this.view.utc, this.newestS) : elapsedText(seconds, 0.1);
    setText(this.span, `${textOf(fromS)} – ${textOf(toS)} (${durationText(toS - fromS)})`);
  }

  private displayChanged(change: "window" | "cursor" | "theme" | "clock"): void {
    if (change === "theme") this.view.setPalette(this.context.display.palette);
    if (change !== "clock") return;
    this.view.setUtc(this.context.display.utc);
    if (this.recording === undefined) return;
    this.showHead(this.recording);
    this.showEvents(this.recording);
    this.showSpan();
  }

  private togglePicker(): void {
    const { stream } = this;
    this.picker.hidden = !this.picker.hidden;
    if (this.picker.hidden || stream === undefined) return;
    const set = (choices: readonly Choice[] | undefined): void => {
      this.choices = choices;
      this.picker.hidden = true;
      this.makePlots();
    };
    const picker = makePicker(stream, { panel: "plot", signals: [] }, (choice) =>
      set([choice, ...(this.choices ?? firstChoices(stream))]),
    );
    const reset = el("button", { type: "button", class: "quiet", onclick: () => set(undefined) }, t.resetPlots);
    this.picker.replaceChildren(picker, reset);
    picker.querySelector<HTMLElement>("[data-first]")?.focus();
  }

  /** For the menu of the frame and the key E. */
  readonly exportCsv = (): void => {
    for (const { label, drawn, signals } of this.tables())
      if (signals.length > 0)
        download(fileName(label, signals[0]!.name, "csv"), new Blob([csvOf({ drawn, signals })], { type: "text/csv" }));
  };

  /** For the menu of the frame and the key G. */
  readonly exportPng = (): void => void this.savePictures();

  private async savePictures(): Promise<void> {
    const label = [this.recording?.run, this.other?.run].filter((run) => run !== undefined).join(", ");
    for (const plot of this.shown) {
      const { canvas } = plot;
      const names = plot instanceof RunPlot ? plot.signals.map((signal) => signal.name) : [plot.x.name, plot.y.name];
      const picture = canvas === undefined ? null : await pictureOf(canvas, `${t.banner}: ${label}: ${names.join(", ")}`, this.view);
      if (picture !== null) download(fileName(label, names[0]!, "png"), picture);
    }
  }
}

// A run of another rig may call its one stream otherwise.
function streamIn(run: Recording, name: string): string {
  return run.streams.includes(name) ? name : (run.streams[0] ?? name);
}

function choicesOf(value: unknown): readonly Choice[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const isChoice = (one: unknown): one is Choice => {
    const { panel, signals } = (one ?? {}) as Partial<Choice>;
    return (panel === "plot" || panel === "xy") && Array.isArray(signals) && signals.length >= (panel === "xy" ? 2 : 1);
  };
  return value.filter(isChoice);
}

function fileName(run: string, signal: string, ending: string): string {
  return `${`${run}_${signal}`.replace(/[^\w.-]/g, "_")}.${ending}`;
}

export const recordingPanel: PanelType = {
  id: "recording",
  title: t.title,
  isOnDemand: true,
  create: (context, settings) => new RecordingPanel(context, settings),
};
