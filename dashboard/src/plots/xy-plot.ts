/** One XY plot on its own canvas: square, the last cycle strong, older ones fading. */

import { PairTrail } from "../data/pair-trail";
import type { Subscription } from "../data/live-client";
import { el, setText } from "../ui/dom";
import { texts } from "../texts/texts";
import { cycleStarts } from "./cycles";
import { durationText, valueText } from "./format";
import { shortNames } from "./legend";
import type { Drawable } from "./redraw";
import { type Range, steadyRange } from "./ticks";
import type { PlotSignal } from "./plot-signal";
import type { PlotHost } from "./time-plot";
import { ValueBox } from "./value-box";
import { watchElement } from "./watch-element";
import { drawXyExcursions, drawXyLimits } from "./xy-limits";
import { type Area, drawAxes, sizeCanvas, squareIn, xOf, yOf } from "./xy-axes";

const capacity = 16_384;
const pairsPerSecond = 1000;
const periodMs = 1000 / 15;
const legendPeriodMs = 200;

export class XyPlot implements Drawable {
  readonly element: HTMLElement;
  /** Names and values, for the head of the panel. */
  readonly heading: HTMLElement;
  private readonly trail = new PairTrail(capacity);
  private readonly canvasElement: HTMLCanvasElement;
  private readonly values = new ValueBox();
  private readonly note: HTMLElement;
  private readonly body: HTMLElement;
  private readonly subscription: Subscription;
  private readonly endings: (() => void)[] = [];
  private rangeX: Range | undefined;
  private rangeY: Range | undefined;
  private visible = false;
  private invalid = true;
  private drawnTotal = -1;
  private drawnAtMs = 0;
  private legendAtMs = 0;
  private refusal = "";

  constructor(
    private readonly host: PlotHost,
    stream: string,
    readonly x: PlotSignal,
    readonly y: PlotSignal,
  ) {
    this.canvasElement = el("canvas", { role: "img", "aria-label": texts.xy.label(x.name, y.name) });
    this.note = el("div", { class: "plot-note" });
    this.body = el("div", { class: "plot-body xy-body" }, this.canvasElement, this.note);
    this.heading = el(
      "div",
      { class: "plot-legend xy-legend" },
      el("h2", { class: "clip", title: texts.xy.title(x.name, y.name) }, titleOf(x.name, y.name)),
      this.values.element,
    );
    this.element = el("div", { class: "plot" }, this.body);
    this.subscription = host.client.pairs(stream, x.name, y.name, pairsPerSecond, {
      section: (section) => {
        if (section.reset) this.trail.clear();
        this.trail.put(section);
      },
      subscribed: (_width, _signals, missing) => this.refuse(missing.length > 0 ? texts.plot.missing(missing) : ""),
      refused: (reason) => this.refuse(reason),
    });
    this.listen();
  }

  get canvas(): HTMLCanvasElement {
    return this.canvasElement;
  }

  /** The pairs that are held, for read-back and export. */
  get pairs(): PairTrail {
    return this.trail;
  }

  dispose(): void {
    for (const end of this.endings) end();
    this.subscription.end();
  }

  invalidate(): void {
    this.invalid = true;
  }

  isDue(nowMs: number): boolean {
    if (!this.visible) return false;
    if (this.invalid) return true;
    if (this.host.view.isPaused || nowMs - this.drawnAtMs < periodMs) return false;
    return this.trail.total !== this.drawnTotal || nowMs - this.drawnAtMs > 500;
  }

  draw(nowMs: number): void {
    this.invalid = false;
    this.drawnAtMs = nowMs;
    this.drawnTotal = this.trail.total;
    const ratio = devicePixelRatio;
    const { palette } = this.host.view;
    const scale = palette.labelPx / 11;
    const square = squareIn(this.body, scale);
    if (square === undefined) return;
    sizeCanvas(this.canvasElement, square.width, square.height, ratio);
    const ctx = this.canvasElement.getContext("2d")!;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, this.canvasElement.width, this.canvasElement.height);
    this.rangeX = this.rangeOf(this.trail.x, this.rangeX);
    this.rangeY = this.rangeOf(this.trail.y, this.rangeY);
    const area = { ...square, x: this.rangeX, y: this.rangeY };
    drawAxes(ctx, area, this.x, this.y, palette, scale);
    this.drawCycles(ctx, area);
    this.updateTexts(nowMs);
  }

  private listen(): void {
    this.endings.push(
      watchElement(
        this.body,
        () => this.invalidate(),
        (isSeen) => {
          this.visible = isSeen;
          this.invalid = true;
        },
      ),
      this.host.redraw.add(this),
      this.host.onLimits(() => this.invalidate()),
      this.host.view.on((change) => {
        if (change === "theme") this.invalidate();
      }),
    );
  }

  private refuse(reason: string): void {
    this.refusal = reason;
    this.invalidate();
  }

  private rangeOf(values: Float64Array, before: Range | undefined): Range {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < this.trail.length; i++) {
      if (values[i]! < min) min = values[i]!;
      if (values[i]! > max) max = values[i]!;
    }

    return steadyRange(before, min, max);
  }

  private drawCycles(ctx: CanvasRenderingContext2D, area: Area): void {
    const { palette } = this.host.view;
    const stale = this.host.staleS() !== undefined && !this.host.view.isPaused;
    const starts = cycleStarts(this.trail.y, this.trail.length);
    ctx.strokeStyle = stale ? palette.stale : palette.signals[this.y.colour]!;
    ctx.lineJoin = "bevel";
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.side, area.side);
    ctx.clip();
    starts.forEach((start, i) => {
      const age = starts.length - 1 - i;
      // The cycle under way and the whole one before it are strong.
      ctx.globalAlpha = age <= 1 ? 1 : 0.5 / age;
      ctx.lineWidth = age <= 1 ? 1.5 : 1;
      this.stroke(ctx, area, start, starts[i + 1] ?? this.trail.length - 1);
    });
    ctx.globalAlpha = 1;
    drawXyExcursions(ctx, area, this.trail, this.host.excursionsOf([this.x.name, this.y.name]), palette);
    drawXyLimits(ctx, area, this.host.limitsOf([this.x.name]), this.host.limitsOf([this.y.name]), palette);
    this.drawHead(ctx, area, palette.text);
    ctx.restore();
  }

  // Points closer than half a pixel to the one before add nothing that can be seen.
  private stroke(ctx: CanvasRenderingContext2D, area: Area, from: number, to: number): void {
    let lastX = NaN;
    let lastY = NaN;
    ctx.beginPath();
    for (let i = from; i <= to; i++) {
      const x = xOf(area, this.trail.x[i]!);
      const y = yOf(area, this.trail.y[i]!);
      const isBreak = i > from && this.trail.gap[i] === 1;
      if (!isBreak && Math.abs(x - lastX) < 0.5 && Math.abs(y - lastY) < 0.5 && i !== to) continue;
      if (isBreak) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
      lastX = x;
      lastY = y;
    }

    ctx.stroke();
  }

  private drawHead(ctx: CanvasRenderingContext2D, area: Area, colour: string): void {
    const last = this.trail.length - 1;
    if (last < 0) return;
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(xOf(area, this.trail.x[last]!), yOf(area, this.trail.y[last]!), 3, 0, 2 * Math.PI);
    ctx.fill();
  }

  private updateTexts(nowMs: number): void {
    const stale = this.host.view.isPaused ? undefined : this.host.staleS();
    const text =
      this.refusal !== ""
        ? this.refusal
        : stale !== undefined
          ? texts.plot.stale(durationText(stale))
          : this.trail.length === 0
            ? texts.plot.waiting
            : "";
    setText(this.note, text);
    this.note.dataset["kind"] = this.refusal !== "" ? "bad" : stale !== undefined ? "stale" : "quiet";
    if (nowMs - this.legendAtMs < legendPeriodMs || this.trail.length === 0) return;
    this.legendAtMs = nowMs;
    const last = this.trail.length - 1;
    this.values.show(
      `${withUnit(this.trail.x[last]!, this.rangeX!, this.x)}  ${withUnit(this.trail.y[last]!, this.rangeY!, this.y)}`,
    );
  }
}

function withUnit(value: number, range: Range, signal: PlotSignal): string {
  return `${valueText(value, range.max - range.min)} ${signal.unit}`;
}

/** `force over stroke` of one channel; the axes have the whole names. */
function titleOf(x: string, y: string): string {
  const [shortX, shortY] = shortNames([x, y]).names;
  return texts.xy.title(shortX!, shortY!);
}
