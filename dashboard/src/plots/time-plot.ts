/** One time plot: uPlot for scales, axes and selection, own drawing of buckets, gaps and limits on its canvas. */

import type uPlot from "uplot";
import type { Api } from "../api/api";
import { Drawn, gather, indexAt, newestIndex } from "../data/gather";
import type { LiveClient } from "../data/live-client";
import { SignalBuffer } from "../data/signal-buffer";
import type { Mark, Marks } from "../data/timeline";
import { widthFor, widthWithPoints } from "../protocol/widths";
import { el, setAttribute, setText } from "../ui/dom";
import { texts } from "../texts/texts";
import { drawTrace, extremes, type Frame, gapsOf, isDense } from "./draw-traces";
import { durationText } from "./format";
import { Legend } from "./legend";
import type { Excursion, LimitLine } from "./limits";
import { makeChart } from "./plot-chart";
import { PlotInput } from "./plot-input";
import { PlotMarks } from "./plot-marks";
import type { PlotSignal } from "./plot-signal";
import { drawExcursions, drawGaps, drawLimits } from "./overlays";
import type { Drawable, Redraw } from "./redraw";
import { type Range, steadyRange } from "./ticks";
import type { View } from "./view";
import { watchElement } from "./watch-element";

/** What plots are given by the page. */
export interface PlotHost {
  readonly client: LiveClient;
  readonly api: Api;
  readonly view: View;
  readonly redraw: Redraw;
  readonly marks: Marks;
  /** A section came whose newest block was due then, seconds since 1970. */
  heardUntil(untilS: number): void;
  /** Age of the newest data in seconds when it is stale, undefined while it is live. */
  staleS(): number | undefined;
  /** Limits that are watched, and those that are tried. */
  limitsOf(signals: readonly string[]): readonly LimitLine[];
  /** When limits that are tried would have counted. */
  excursionsOf(signals: readonly string[]): readonly Excursion[];
  /** Limits changed, or what is tried: a plot that stands draws again. */
  onLimits(listener: () => void): () => void;
  /** A plot was drawn up to a block that was due then; `isNew` the first time. */
  drewUntil(untilS: number, isNew: boolean): void;
}

const legendPeriodMs = 200;
const slowestPeriodMs = 500;
const minPeriodMs = 1000 / 30 - 4;
/** A signal of an unknown rate is interrupted after this. */
const unknownRateGapS = 1.5;

export class TimePlot implements Drawable {
  readonly element: HTMLElement;
  readonly drawn = new Drawn();
  readonly marks: PlotMarks;
  private readonly body: HTMLElement;
  private readonly note: HTMLElement;
  private readonly cursorLine = el("div", { class: "plot-cursor", hidden: true });
  private readonly legend: Legend;
  private readonly buffer: SignalBuffer;
  private readonly shown: boolean[];
  private readonly dense: boolean[];
  private readonly dashed: boolean[];
  private readonly gapS: readonly number[];
  private readonly endings: (() => void)[] = [];
  private chart: uPlot | undefined;
  private range: Range | undefined;
  private visible = false;
  private invalid = true;
  private resized = true;
  private drawnAtMs = 0;
  private legendAtMs = 0;
  private refusal = "";
  private readonly input: PlotInput;
  private drawnUntilS = 0;

  constructor(
    private readonly host: PlotHost,
    stream: string,
    readonly signals: readonly PlotSignal[],
    quantity: string,
    private readonly points = 0,
  ) {
    this.shown = signals.map(() => true);
    this.dense = signals.map(() => false);
    this.dashed = signals.map((signal, i) => signals.findIndex((other) => other.colour === signal.colour) < i);
    this.gapS = signals.map((signal) => (signal.rateHz > 0 ? 2.5 / signal.rateHz : unknownRateGapS));
    this.legend = new Legend(signals, this.dashed, (signal) => this.toggle(signal));
    this.note = el("div", { class: "plot-note" });
    const unit = signals[0]?.unit ?? "";
    this.body = el(
      "div",
      {
        class: "plot-body",
        tabindex: 0,
        role: "group",
        "aria-label": texts.plot.label(signals.map((s) => s.name)),
      },
      el(
        "div",
        { class: "plot-unit", "aria-hidden": true },
        quantity === "" ? `[${unit || "\u2013"}]` : `${quantity} [${unit || "\u2013"}]`,
      ),
      this.note,
    );
    this.element = el("div", { class: "plot" }, this.body);
    this.buffer = new SignalBuffer(
      host.client,
      host.api,
      stream,
      signals.map((signal) => signal.name),
      {
        changed: (untilS) => this.dataChanged(untilS),
        refused: (reason) => this.refuse(reason),
        missing: (names) => this.refuse(names.length > 0 ? texts.plot.missing(names) : ""),
      },
    );
    this.marks = new PlotMarks(host.marks, stream);
    this.input = new PlotInput(this.body, host.view, () => this.chart);
    this.listen();
  }

  /** Due time of the newest block that is drawn, seconds since 1970. */
  get newestDrawnS(): number {
    return this.drawnUntilS;
  }

  /** Names and values, for the head of the panel. */
  get heading(): HTMLElement {
    return this.legend.element;
  }

  /** Height of the axis of values. */
  get spanOfRange(): number {
    return this.range === undefined ? 1 : this.range.max - this.range.min;
  }

  isShown(signal: number): boolean {
    return this.shown[signal] === true;
  }

  get isCoarser(): boolean {
    return this.buffer.coarser;
  }

  /** The canvas with everything that is drawn on it, for an export. */
  get canvas(): HTMLCanvasElement | undefined {
    return this.chart?.ctx.canvas;
  }

  dispose(): void {
    for (const end of this.endings) end();
    this.buffer.end();
    this.chart?.destroy();
  }

  /** Something else than data changed. */
  invalidate(): void {
    this.invalid = true;
  }

  isDue(nowMs: number): boolean {
    if (!this.visible) return false;
    if (this.invalid || this.resized) return true;
    if (this.host.view.isPaused) return false;
    return nowMs - this.drawnAtMs >= this.periodMs();
  }

  draw(nowMs: number): void {
    this.resize();
    const chart = this.chart;
    if (chart === undefined) return;
    const view = this.host.view;
    const { fromS, toS } = view.stretch;
    if (toS === 0) return;
    const widthNs = this.widthFor(toS - fromS, chart.bbox.width);
    if (!view.isPaused) this.buffer.want(widthNs, toS - fromS);
    this.buffer.fill(fromS, toS, widthNs, nowMs / 1000);
    gather(this.buffer.layers, this.signals.length, fromS, toS, widthNs, this.drawn);
    const { min, max } = extremes(this.drawn, this.shown);
    this.range = steadyRange(this.range, min, max);
    const range = this.range;
    chart.batch(() => {
      chart.setScale("x", { min: fromS, max: toS });
      chart.setScale("y", range);
    });
    this.invalid = false;
    this.drawnAtMs = nowMs;
    if (!view.isPaused) this.host.drewUntil(this.buffer.untilS, this.buffer.untilS > this.drawnUntilS);
    this.drawnUntilS = this.buffer.untilS;
    this.input.follow();
    this.placeCursor();
    if (nowMs - this.legendAtMs >= legendPeriodMs || view.isPaused) this.updateLegend(nowMs);
  }

  /** Index of the drawn bucket at a moment for a signal; -1 where there is none. */
  indexAt(signal: number, seconds: number): number {
    return indexAt(this.drawn, this.drawn.traces[signal], this.gapS[signal]!, seconds);
  }

  /** Index of the newest drawn bucket of a signal; -1 without one. */
  newestIndex(signal: number): number {
    return newestIndex(this.drawn, this.drawn.traces[signal]);
  }

  // As many buckets as there are pixels, or at least as many as the layout requests.
  private widthFor(spanS: number, pixels: number): number {
    return this.points === 0 ? widthFor(spanS, pixels) : widthWithPoints(spanS, this.points);
  }

  private periodMs(): number {
    const width = Math.max(1, this.chart?.bbox.width ?? 1);
    return Math.min(slowestPeriodMs, Math.max(minPeriodMs, (this.host.view.window.spanS * 500) / width - 4));
  }

  private listen(): void {
    this.endings.push(
      watchElement(
        this.body,
        () => (this.resized = true),
        (isSeen) => {
          this.visible = isSeen;
          this.invalid = true;
        },
      ),
      this.host.redraw.add(this),
      this.host.marks.on(() => (this.invalid = true)),
      this.host.onLimits(() => (this.invalid = true)),
      this.host.view.on((change) => {
        if (change === "cursor") this.cursorMoved();
        else this.viewChanged(change);
      }),
    );
  }

  private viewChanged(change: "window" | "theme" | "clock"): void {
    const view = this.host.view;
    if (change === "theme") this.remake();
    if (change === "window") {
      if (view.isPaused) this.buffer.hold();
      else this.buffer.release();
    }

    this.invalid = true;
  }

  private remake(): void {
    this.chart?.destroy();
    this.chart = undefined;
    this.resized = true;
  }

  // A paused view changes only by what history brings.
  private dataChanged(untilS: number): void {
    if (untilS > 0) this.host.heardUntil(untilS);
    else this.invalid = true;
  }

  private refuse(reason: string): void {
    this.refusal = reason;
    this.invalid = true;
  }

  private toggle(signal: number): boolean {
    this.shown[signal] = !this.shown[signal];
    this.range = undefined;
    this.invalid = true;
    return this.shown[signal];
  }

  private resize(): void {
    if (!this.resized) return;
    const width = this.body.clientWidth - parseFloat(getComputedStyle(this.body).paddingLeft);
    const height = this.body.clientHeight;
    if (width < 80 || height < 60) return;
    this.resized = false;
    if (this.chart !== undefined) this.chart.setSize({ width, height });
    else {
      this.chart = makeChart(this.body, width, height, this.host.view, {
        range: () => this.range,
        draw: (chart) => this.paint(chart),
      });
      this.chart.over.append(this.cursorLine);
    }
  }

  private paint(chart: uPlot): void {
    const { view } = this.host;
    const { ctx, bbox } = chart;
    const { fromS, toS } = view.stretch;
    if (this.range === undefined) return;
    const x = chart.scales["x"]!;
    const frame: Frame = {
      left: bbox.left,
      top: bbox.top,
      width: bbox.width,
      height: bbox.height,
      fromS: x.min ?? fromS,
      toS: x.max ?? toS,
      min: this.range.min,
      max: this.range.max,
      ratio: devicePixelRatio,
    };
    const stale = view.isPaused ? undefined : this.host.staleS();
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    const openEnd = stale === undefined ? 0 : frame.toS;
    drawGaps(ctx, frame, gapsOf(this.drawn, Math.min(...this.gapS), openEnd), view.palette);
    const names = this.signals.filter((_, i) => this.shown[i]).map((signal) => signal.name);
    drawExcursions(ctx, frame, this.host.excursionsOf(names), view.palette);
    // The first signal is drawn last: a feedback is over its command.
    for (let i = this.signals.length - 1; i >= 0; i--) this.paintSignal(ctx, frame, i, stale !== undefined);
    drawLimits(ctx, frame, this.host.limitsOf(names), view.palette);
    this.marks.draw(ctx, frame, view.palette);
    ctx.restore();
    this.showNote(stale);
  }

  private paintSignal(ctx: CanvasRenderingContext2D, frame: Frame, i: number, isStale: boolean): void {
    const trace = this.drawn.traces[i];
    if (trace === undefined || !this.shown[i]) return;
    const { palette } = this.host.view;
    const dense = isDense(this.drawn, trace, frame, this.dense[i]!);
    this.dense[i] = dense;
    const colour = isStale ? palette.stale : palette.signals[this.signals[i]!.colour]!;
    drawTrace(ctx, this.drawn, trace, frame, this.gapS[i]!, { colour, dashed: this.dashed[i]!, dense });
  }

  private showNote(stale: number | undefined): void {
    const kind = this.refusal !== "" ? "bad" : stale !== undefined ? "stale" : "quiet";
    setText(this.note, this.noteText(stale));
    setAttribute(this.note, "data-kind", kind);
  }

  // The worst alone: a plot has room for one line.
  private noteText(stale: number | undefined): string {
    const t = texts.plot;
    if (this.refusal !== "") return this.refusal;
    if (stale !== undefined) return t.stale(durationText(stale));
    if (this.drawn.length === 0) return this.host.view.isPaused ? t.nothing : t.waiting;
    return this.buffer.coarser ? t.coarser : "";
  }

  private updateLegend(nowMs: number): void {
    this.legendAtMs = nowMs;
    const at = this.host.view.cursorS;
    const span = this.spanOfRange;
    const stale = !this.host.view.isPaused && at === undefined && this.host.staleS() !== undefined;
    this.signals.forEach((_, i) => {
      const index = at === undefined ? this.newestIndex(i) : this.indexAt(i, at);
      this.legend.show(i, index < 0 ? undefined : this.drawn.traces[i]!.last[index]!, span, stale);
    });
  }

  /** What is marked at a place of the page: notes, alarms, breaks. */
  marksAt(clientX: number, clientY: number): readonly Mark[] {
    const box = this.canvas?.getBoundingClientRect();
    return box === undefined ? [] : this.marks.at(clientX - box.left, clientY - box.top);
  }

  private cursorMoved(): void {
    this.placeCursor();
    this.updateLegend(this.legendAtMs);
  }

  private placeCursor(): void {
    const at = this.host.view.cursorS;
    const chart = this.chart;
    const px = at === undefined || chart === undefined ? -1 : chart.valToPos(at, "x");
    const inside = chart !== undefined && px >= 0 && px <= chart.over.clientWidth;
    if (this.cursorLine.hidden === inside) this.cursorLine.hidden = !inside;
    if (inside) this.cursorLine.style.transform = `translateX(${px.toFixed(1)}px)`;
  }
}
