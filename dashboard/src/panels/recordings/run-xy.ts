/** An XY plot of one recorded run, or of two over each other, from the buckets of the window. */

import { Drawn, gather } from "../../data/gather";
import { isDense } from "../../plots/draw-traces";
import { type Range, steadyRange } from "../../plots/ticks";
import type { PlotSignal } from "../../plots/plot-signal";
import { watchElement } from "../../plots/watch-element";
import { drawXyExcursions, drawXyLimits } from "../../plots/xy-limits";
import { type Area, drawAxes, sizeCanvas, squareIn, xOf, yOf } from "../../plots/xy-axes";
import { widthFor } from "../../protocol/widths";
import { RecordedSource } from "../../recordings/recorded-source";
import { pairsOf, type RecordedPairs } from "../../recordings/recorded-pairs";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import type { PlottedRun, RunPlotHost } from "./run-plot";

const t = texts.recording;

/** Buckets of a window: more than a plot over time has, as a curve is longer than its window is wide. */
const buckets = 2000;

export class RunXy {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  private readonly body: HTMLElement;
  private readonly note = el("div", { class: "plot-note" });
  private readonly runs: readonly PlottedRun[];
  private readonly sources: readonly RecordedSource[];
  private readonly drawns: readonly Drawn[];
  private readonly endings: (() => void)[] = [];
  private rangeX: Range | undefined;
  private rangeY: Range | undefined;
  private isSeen = false;
  private isScheduled = false;
  private isTooDense = false;

  constructor(
    private readonly host: RunPlotHost,
    private readonly all: readonly PlottedRun[],
    readonly x: PlotSignal,
    readonly y: PlotSignal,
  ) {
    this.runs = all.filter((run) => run.has(x.name) && run.has(y.name));
    this.drawns = this.runs.map(() => new Drawn());
    this.sources = this.runs.map(
      (run) => new RecordedSource(host.api, run.id, run.stream, [x.name, y.name], () => this.invalidate()),
    );
    this.canvas = el("canvas", { role: "img", "aria-label": t.xyLabel(x.name, y.name, all.map((run) => run.label)) });
    this.body = el("div", { class: "plot-body xy-body" }, this.canvas, this.note);
    const keys = host.timeText === undefined ? [] : all.map((run) => keyOf(run.label, y.colour, !run.isFirst));
    this.element = el(
      "figure",
      { class: "p-run-plot" },
      el("figcaption", { class: "row" }, el("h3", { class: "clip" }, texts.xy.title(x.name, y.name)), ...keys),
      this.body,
    );
    this.endings.push(
      watchElement(
        this.body,
        () => this.invalidate(),
        (isSeen) => {
          this.isSeen = isSeen;
          this.invalidate();
        },
      ),
      host.view.on((change) => {
        if (change !== "cursor") this.invalidate();
      }),
    );
  }

  invalidate(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      if (this.isSeen) this.draw();
    });
  }

  refresh(): void {
    for (const source of this.sources) source.refresh();
    this.invalidate();
  }

  dispose(): void {
    for (const end of this.endings) end();
    for (const source of this.sources) source.end();
    this.isSeen = false;
  }

  private draw(): void {
    const { view } = this.host;
    const ratio = devicePixelRatio;
    const scale = view.palette.labelPx / 11;
    const square = squareIn(this.body, scale);
    if (square === undefined) return;
    sizeCanvas(this.canvas, square.width, square.height, ratio);
    const ctx = this.canvas.getContext("2d")!;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const curves = this.runs.map((run, r) => this.curveOf(run, r));
    this.rangeX = rangeOf(this.rangeX, curves.map((curve) => curve.x));
    this.rangeY = rangeOf(this.rangeY, curves.map((curve) => curve.y));
    const area = { ...square, x: this.rangeX, y: this.rangeY };
    drawAxes(ctx, area, this.x, this.y, view.palette, scale);
    // The first run is over the second.
    for (let r = curves.length - 1; r >= 0; r--) this.drawCurve(ctx, area, curves[r]!, r);
    this.showNote(curves.every((curve) => curve.x.length === 0));
  }

  private curveOf(run: PlottedRun, r: number): RecordedPairs {
    const { fromS, toS } = this.host.view.stretch;
    const source = this.sources[r]!;
    const drawn = this.drawns[r]!;
    const widthNs = widthFor(toS - fromS, buckets / 2);
    const [from, to] = [fromS + run.originS, toS + run.originS];
    source.want({ fromS: from, toS: to, widthNs });
    gather(source.layers, 2, from, to, widthNs, drawn);
    const trace = drawn.traces[1];
    // Where most buckets hold whole cycles, their ends are no curve.
    if (r === 0)
      this.isTooDense =
        trace !== undefined &&
        drawn.length > 0 &&
        isDense(drawn, trace, { min: 0, max: (this.rangeY?.max ?? 1) - (this.rangeY?.min ?? 0), height: 100, ratio: 2 }, false);
    return pairsOf(drawn);
  }

  private drawCurve(
    ctx: CanvasRenderingContext2D,
    area: Area,
    curve: RecordedPairs,
    r: number,
  ): void {
    const { palette } = this.host.view;
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.side, area.side);
    ctx.clip();
    ctx.strokeStyle = palette.signals[this.y.colour]!;
    ctx.lineWidth = 1.5;
    ctx.lineJoin = "bevel";
    ctx.setLineDash(this.runs[r]!.isFirst ? [] : [5, 3]);
    ctx.beginPath();
    let isOpen = false;
    for (let i = 0; i < curve.x.length; i++) {
      const [x, y] = [curve.x[i]!, curve.y[i]!];
      if (!Number.isFinite(x) || !Number.isFinite(y)) isOpen = false;
      else if (isOpen) ctx.lineTo(xOf(area, x), yOf(area, y));
      else {
        ctx.moveTo(xOf(area, x), yOf(area, y));
        isOpen = true;
      }
    }

    ctx.stroke();
    // Limits are tried on the run that was opened.
    if (this.runs[r]!.isFirst) {
      const { host, x, y } = this;
      drawXyExcursions(ctx, area, curve, host.excursionsOf([x.name, y.name]), palette);
      drawXyLimits(ctx, area, host.limitsOf([x.name]), host.limitsOf([y.name]), palette);
    }

    ctx.restore();
  }

  private showNote(isEmpty: boolean): void {
    const failed = this.sources.findIndex((source) => source.state === "failed");
    const missing = this.all.filter((run) => !this.runs.includes(run)).map((run) => t.noChannel(run.label));
    const text =
      failed >= 0
        ? t.unread(this.runs[failed]!.label, this.sources[failed]!.reason)
        : this.sources.some((source) => source.state === "loading")
          ? t.loading
          : missing.length > 0
            ? missing.join("; ")
            : isEmpty
              ? texts.plot.nothing
              : this.isTooDense
                ? t.tooDense
                : "";
    setText(this.note, text);
    setAttribute(this.note, "data-kind", failed >= 0 ? "bad" : "quiet");
  }
}

function rangeOf(before: Range | undefined, values: readonly (readonly number[])[]): Range {
  let min = Infinity;
  let max = -Infinity;
  for (const list of values)
    for (const value of list) {
      if (value < min) min = value;
      if (value > max) max = value;
    }

  return steadyRange(before, min, max);
}

function keyOf(label: string, colour: number, isDashed: boolean): HTMLElement {
  const swatch = el("i", { class: "plot-swatch", "data-dashed": isDashed });
  swatch.style.color = `var(--signal-${colour})`;
  return el("span", { class: "p-key" }, swatch, label);
}
