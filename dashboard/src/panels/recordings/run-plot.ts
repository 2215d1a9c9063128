/** A time plot of one recorded run, or of two over each other: one hue a channel, one line style a run. */

import type uPlot from "uplot";
import type { Api } from "../../api/api";
import { Drawn, gather, indexAt, newestIndex, type Trace } from "../../data/gather";
import type { Marks } from "../../data/timeline";
import { drawTrace, extremes, type Frame, gapsOf, isDense } from "../../plots/draw-traces";
import { Legend } from "../../plots/legend";
import type { Excursion, LimitLine } from "../../plots/limits";
import { drawExcursions, drawGaps, drawLimits } from "../../plots/overlays";
import { makeChart } from "../../plots/plot-chart";
import { PlotInput } from "../../plots/plot-input";
import { PlotMarks } from "../../plots/plot-marks";
import { type Range, steadyRange } from "../../plots/ticks";
import type { PlotSignal } from "../../plots/plot-signal";
import type { View } from "../../plots/view";
import { watchElement } from "../../plots/watch-element";
import { widthFor } from "../../protocol/widths";
import { RecordedSource } from "../../recordings/recorded-source";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";

const t = texts.recording;

/** A signal of an unknown rate is interrupted after this. */
const unknownRateGapS = 1.5;
const secondRunAlpha = 0.85;

/** A run in the plots. */
export interface PlottedRun {
  readonly id: string;
  readonly label: string;
  readonly stream: string;
  /** Moment of the run at 0 of the axis, seconds since 1970; 0 where the axis is its own time. */
  readonly originS: number;
  readonly marks: Marks;
  /** The run that was opened: limits are tried on it. The other one is drawn with dashes. */
  readonly isFirst: boolean;
  has(signal: string): boolean;
}

/** What the plots of a recording share. */
export interface RunPlotHost {
  readonly api: Api;
  /** The window, on the axis of the plots. */
  readonly view: View;
  /** Text of a moment of the axis; undefined where the axis is time of the clock. */
  readonly timeText: ((seconds: number, step: number) => string) | undefined;
  /** Limits that are tried on the first run. */
  limitsOf(signals: readonly string[]): readonly LimitLine[];
  excursionsOf(signals: readonly string[]): readonly Excursion[];
  /** Shows the whole again. */
  home(): void;
}

/** One line of the plot. */
interface Line {
  readonly run: number;
  /** Index among the signals of the run's source. */
  readonly index: number;
  readonly signal: PlotSignal;
  readonly gapS: number;
}

export class RunPlot {
  readonly element: HTMLElement;
  private readonly body: HTMLElement;
  private readonly note = el("div", { class: "plot-note" });
  private readonly cursorLine = el("div", { class: "plot-cursor", hidden: true });
  private readonly legend: Legend;
  private readonly lines: readonly Line[];
  private readonly shown: boolean[];
  private readonly dense: boolean[];
  private readonly sources: readonly RecordedSource[];
  private readonly drawns: readonly Drawn[];
  private readonly marks: PlotMarks;
  private readonly input: PlotInput;
  private readonly endings: (() => void)[] = [];
  private chart: uPlot | undefined;
  private range: Range | undefined;
  private isSeen = false;
  private isResized = true;
  private isScheduled = false;

  constructor(
    private readonly host: RunPlotHost,
    private readonly runs: readonly PlottedRun[],
    readonly signals: readonly PlotSignal[],
    quantity: string,
  ) {
    this.lines = runs.flatMap((run, r) =>
      signals
        .filter((signal) => run.has(signal.name))
        .map((signal, index) => ({ run: r, index, signal, gapS: signal.rateHz > 0 ? 2.5 / signal.rateHz : unknownRateGapS })),
    );
    this.shown = this.lines.map(() => true);
    this.dense = this.lines.map(() => false);
    this.drawns = runs.map(() => new Drawn());
    this.sources = runs.map((run) => {
      const names = signals.map((signal) => signal.name).filter((name) => run.has(name));
      return new RecordedSource(host.api, run.id, run.stream, names, () => this.invalidate());
    });
    this.marks = new PlotMarks(runs[0]!.marks, runs[0]!.stream);
    this.legend = new Legend(
      this.lines.map(({ signal, run }) =>
        host.timeText === undefined ? signal : { ...signal, name: `${signal.name} · ${runs[run]!.label}` },
      ),
      this.lines.map(({ run }) => !runs[run]!.isFirst),
      (line) => this.toggle(line),
    );
    const unit = `[${signals[0]?.unit || "\u2013"}]`;
    this.body = el(
      "div",
      {
        class: "plot-body",
        tabindex: 0,
        role: "group",
        "aria-label": t.plotLabel(signals.map((signal) => signal.name), runs.map((run) => run.label)),
      },
      el("div", { class: "plot-unit", "aria-hidden": true }, quantity === "" ? unit : `${quantity} ${unit}`),
      this.note,
    );
    this.element = el("figure", { class: "p-run-plot" }, el("figcaption", {}, this.legend.element), this.body);
    this.input = new PlotInput(this.body, host.view, () => this.chart, () => host.home());
    this.endings.push(
      watchElement(
        this.body,
        () => this.resized(),
        (isSeen) => {
          this.isSeen = isSeen;
          this.invalidate();
        },
      ),
      host.view.on((change) => {
        if (change === "cursor") this.showCursor();
        else if (change === "theme") this.remake();
        else this.invalidate();
      }),
    );
  }

  get canvas(): HTMLCanvasElement | undefined {
    return this.chart?.ctx.canvas;
  }

  /** Draws again, with what was tried or came. */
  invalidate(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      if (this.isSeen) this.draw();
    });
  }

  /** More was recorded. */
  refresh(): void {
    for (const source of this.sources) source.refresh();
    this.invalidate();
  }

  dispose(): void {
    for (const end of this.endings) end();
    for (const source of this.sources) source.end();
    this.chart?.destroy();
    this.chart = undefined;
    this.isSeen = false;
  }

  /** What is drawn of each run, for an export and for tests: buckets on the time of the run. */
  tables(): readonly { readonly label: string; readonly drawn: Drawn; readonly signals: readonly PlotSignal[] }[] {
    return this.runs.map((run, r) => {
      const signals = this.lines.filter((line) => line.run === r).map((line) => line.signal);
      return { label: run.label, drawn: this.drawns[r]!, signals };
    });
  }

  private draw(): void {
    this.resize();
    const { chart } = this;
    if (chart === undefined) return;
    const { fromS, toS } = this.host.view.stretch;
    if (!(toS > fromS)) return;
    const widthNs = widthFor(toS - fromS, chart.bbox.width);
    let least = Infinity;
    let most = -Infinity;
    this.runs.forEach(({ originS }, r) => {
      const source = this.sources[r]!;
      const drawn = this.drawns[r]!;
      const [from, to] = [fromS + originS, toS + originS];
      if (source.signals.length > 0) source.want({ fromS: from, toS: to, widthNs });
      gather(source.layers, source.signals.length, from, to, widthNs, drawn);
      const { min, max } = extremes(drawn, this.lines.filter((line) => line.run === r).map((line) => this.isShown(line)));
      [least, most] = [Math.min(least, min), Math.max(most, max)];
    });
    this.range = steadyRange(this.range, least, most);
    const { range } = this;
    chart.batch(() => {
      chart.setScale("x", { min: fromS, max: toS });
      chart.setScale("y", range);
    });
    this.input.follow();
    this.showCursor();
    this.showNote();
  }

  private isShown(line: Line): boolean {
    return this.shown[this.lines.indexOf(line)] === true;
  }

  private traceOf(line: Line): Trace | undefined {
    return this.drawns[line.run]!.traces[line.index];
  }

  private resized(): void {
    this.isResized = true;
    this.invalidate();
  }

  private remake(): void {
    this.chart?.destroy();
    this.chart = undefined;
    this.resized();
  }

  private toggle(line: number): boolean {
    this.shown[line] = !this.shown[line];
    this.range = undefined;
    this.invalidate();
    return this.shown[line];
  }

  private resize(): void {
    if (!this.isResized) return;
    const width = this.body.clientWidth - parseFloat(getComputedStyle(this.body).paddingLeft);
    const height = this.body.clientHeight;
    if (width < 80 || height < 60) return;
    this.isResized = false;
    if (this.chart !== undefined) {
      this.chart.setSize({ width, height });
      return;
    }

    const { timeText } = this.host;
    this.chart = makeChart(this.body, width, height, this.host.view, {
      range: () => this.range,
      draw: (chart) => this.paint(chart),
      ...(timeText === undefined ? {} : { timeText }),
    });
    this.chart.over.append(this.cursorLine);
  }

  private paint(chart: uPlot): void {
    const { ctx, bbox } = chart;
    const { range } = this;
    if (range === undefined) return;
    const { view } = this.host;
    const x = chart.scales["x"]!;
    const frame: Frame = {
      left: bbox.left,
      top: bbox.top,
      width: bbox.width,
      height: bbox.height,
      fromS: x.min ?? 0,
      toS: x.max ?? 1,
      min: range.min,
      max: range.max,
      ratio: devicePixelRatio,
    };
    const names = this.signals.map((signal) => signal.name);
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    const first = this.frameOf(0, frame);
    if (this.runs.length === 1) drawGaps(ctx, first, gapsOf(this.drawns[0]!, this.minGapS(), 0), view.palette);
    const isTried = this.runs[0]!.isFirst;
    if (isTried) drawExcursions(ctx, first, this.host.excursionsOf(names), view.palette);
    // The first run is over the second, and a feedback over its command.
    for (let i = this.lines.length - 1; i >= 0; i--) this.paintLine(ctx, frame, i);
    if (isTried) drawLimits(ctx, first, this.host.limitsOf(names), view.palette);
    this.marks.draw(ctx, first, view.palette);
    ctx.restore();
  }

  // Each run is on its own clock; its zero is at the zero of the axis.
  private frameOf(run: number, frame: Frame): Frame {
    const { originS } = this.runs[run]!;
    return { ...frame, fromS: frame.fromS + originS, toS: frame.toS + originS };
  }

  private minGapS(): number {
    return Math.min(...this.lines.map((line) => line.gapS), Infinity);
  }

  private paintLine(ctx: CanvasRenderingContext2D, frame: Frame, i: number): void {
    const line = this.lines[i]!;
    const trace = this.traceOf(line);
    if (trace === undefined || !this.shown[i]) return;
    const own = this.frameOf(line.run, frame);
    const drawn = this.drawns[line.run]!;
    const isSecond = !this.runs[line.run]!.isFirst;
    // Two envelopes of one hue could not be told apart: the second run is bars with gaps, as its lines are dashes.
    const dense = !isSecond && isDense(drawn, trace, own, this.dense[i]!);
    this.dense[i] = dense;
    ctx.globalAlpha = isSecond ? secondRunAlpha : 1;
    const colour = this.host.view.palette.signals[line.signal.colour]!;
    drawTrace(ctx, drawn, trace, own, line.gapS, { colour, dashed: isSecond, dense });
    ctx.globalAlpha = 1;
  }

  private showNote(): void {
    const failed = this.sources.findIndex((source) => source.state === "failed");
    const isLoading = this.sources.some((source) => source.signals.length > 0 && source.state === "loading");
    const missing = this.runs
      .filter((run) => !this.signals.some((signal) => run.has(signal.name)))
      .map((run) => t.noChannel(run.label));
    const isEmpty = this.drawns.every((drawn) => drawn.length === 0);
    const text =
      failed >= 0
        ? t.unread(this.runs[failed]!.label, this.sources[failed]!.reason)
        : isLoading
          ? t.loading
          : missing.length > 0
            ? missing.join("; ")
            : isEmpty
              ? texts.plot.nothing
              : "";
    setText(this.note, text);
    setAttribute(this.note, "data-kind", failed >= 0 ? "bad" : "quiet");
  }

  private showCursor(): void {
    const at = this.host.view.cursorS;
    const { chart } = this;
    const px = at === undefined || chart === undefined ? -1 : chart.valToPos(at, "x");
    const isInside = chart !== undefined && px >= 0 && px <= chart.over.clientWidth;
    if (this.cursorLine.hidden === isInside) this.cursorLine.hidden = !isInside;
    if (isInside) this.cursorLine.style.transform = `translateX(${px.toFixed(1)}px)`;
    const span = this.range === undefined ? 1 : this.range.max - this.range.min;
    this.lines.forEach((line, i) => {
      const drawn = this.drawns[line.run]!;
      const trace = this.traceOf(line);
      const origin = this.runs[line.run]!.originS;
      const index = at === undefined ? newestIndex(drawn, trace) : indexAt(drawn, trace, line.gapS, at + origin);
      this.legend.show(i, index < 0 || trace === undefined ? undefined : trace.last[index]!, span, false);
    });
  }
}
