/**
 * Draws the buckets of a signal: a line through first, least, greatest and last value of each, over the band between
 * least and greatest.
 */

import type { Drawn, Trace } from "../data/gather";

/** Maps values to pixels of the canvas. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly fromS: number;
  readonly toS: number;
  readonly min: number;
  readonly max: number;
  /** Pixels of the canvas to one of the page. */
  readonly ratio: number;
}

export interface TraceStyle {
  readonly colour: string;
  readonly dashed: boolean;
  /** Drawn as an envelope, because most columns swing to and fro. */
  readonly dense: boolean;
}

const lineWidth = 1.5;
const edgeWidth = 1;
const bandAlpha = 0.25;
/** Buckets up to this width are drawn as bars. */
const narrowPx = 1.1;
const dashPx = 3;
// Pixels that a column swings beyond the way from its first to its last value: from the first on most columns are
// drawn as an envelope, below the second as a line again.
const denseFromPx = 5;
const denseToPx = 3;

/**
 * True when a signal is drawn as an envelope; `before` is what it was drawn as. A steep line is none: it goes one way
 * within a column.
 */
export function isDense(
  drawn: Drawn,
  trace: Trace,
  frame: Pick<Frame, "min" | "max" | "height" | "ratio">,
  before: boolean,
): boolean {
  const least = ((before ? denseToPx : denseFromPx) * frame.ratio * (frame.max - frame.min)) / frame.height;
  let swinging = 0;
  let present = 0;
  for (let i = 0; i < drawn.length; i++) {
    if (trace.count[i] === 0) continue;
    present++;
    if (trace.max[i]! - trace.min[i]! - Math.abs(trace.last[i]! - trace.first[i]!) > least) swinging++;
  }

  return swinging * 2 > present;
}

/** Draws one signal. `gapS`: without a sample for longer than this, the line is interrupted. */
export function drawTrace(
  ctx: CanvasRenderingContext2D,
  drawn: Drawn,
  trace: Trace,
  frame: Frame,
  gapS: number,
  style: TraceStyle,
): void {
  ctx.lineJoin = "bevel";
  ctx.lineCap = "butt";
  ctx.strokeStyle = style.colour;
  ctx.fillStyle = style.colour;
  ctx.setLineDash(style.dashed ? [6 * frame.ratio, 3 * frame.ratio] : []);
  let from = next(drawn, trace, 0);
  while (from < drawn.length) {
    const to = runEnd(drawn, trace, from, gapS);
    drawRun(ctx, drawn, trace, frame, style, from, to);
    from = next(drawn, trace, to);
  }

  ctx.setLineDash([]);
}

function next(drawn: Drawn, trace: Trace, from: number): number {
  let i = from;
  while (i < drawn.length && !isPoint(trace, i)) i++;
  return i;
}

/** The index after the last bucket that follows without a gap. */
function runEnd(drawn: Drawn, trace: Trace, from: number, gapS: number): number {
  let last = from;
  for (let i = from + 1; i < drawn.length; i++) {
    if (trace.count[i] === 0) continue;
    // Buckets of NaN alone are no values to draw a line to.
    if (!isPoint(trace, i) || drawn.from[i]! - drawn.to[last]! > gapS) break;
    last = i;
  }

  return last + 1;
}

function drawRun(
  ctx: CanvasRenderingContext2D,
  drawn: Drawn,
  trace: Trace,
  frame: Frame,
  style: TraceStyle,
  from: number,
  to: number,
): void {
  for (let begin = from; begin < to;) {
    const narrow = isNarrow(drawn, frame, begin);
    let end = begin + 1;
    while (end < to && isNarrow(drawn, frame, end) === narrow) end++;
    // A stroke reaches into the bars beside it, so that nothing is open between them.
    if (narrow) drawColumns(ctx, drawn, trace, frame, style, begin, end);
    else drawStroke(ctx, drawn, trace, frame, style, Math.max(from, begin - 1), Math.min(to, end + 1));
    begin = end;
  }
}

function drawStroke(
  ctx: CanvasRenderingContext2D,
  drawn: Drawn,
  trace: Trace,
  frame: Frame,
  style: TraceStyle,
  from: number,
  to: number,
): void {
  const widest = fillBand(ctx, drawn, trace, frame, from, to);
  if (style.dense && widest > 2 * frame.ratio) {
    ctx.lineWidth = edgeWidth * frame.ratio;
    strokeEdge(ctx, drawn, trace, trace.max, frame, from, to);
    strokeEdge(ctx, drawn, trace, trace.min, frame, from, to);
    return;
  }

  ctx.lineWidth = lineWidth * frame.ratio;
  strokeLine(ctx, drawn, trace, frame, from, to);
}

function isNarrow(drawn: Drawn, frame: Frame, i: number): boolean {
  return xAt(frame, drawn.to[i]!) - xAt(frame, drawn.from[i]!) <= narrowPx * frame.ratio;
}

// Buckets of a pixel or less are upright bars, one a column of pixels, from the least to the greatest value of its
// buckets and to the last value before: what a stroke would paint there, for a part of its cost without a graphics
// card.
function drawColumns(
  ctx: CanvasRenderingContext2D,
  drawn: Drawn,
  trace: Trace,
  frame: Frame,
  style: TraceStyle,
  from: number,
  to: number,
): void {
  const { fromS, left: origin } = frame;
  const pxPerS = frame.width / (frame.toS - fromS);
  const bar: Bar = { left: NaN, min: 0, max: 0, before: NaN };
  let last = -1;
  for (let i = from; i < to; i++) {
    const min = trace.min[i]!;
    const max = trace.max[i]!;
    if (trace.count[i] === 0 || !(min <= max)) continue;
    const left = Math.round(origin + (drawn.from[i]! - fromS) * pxPerS);
    if (left !== bar.left) {
      if (last >= 0) drawBar(ctx, bar, xAt(frame, drawn.to[last]!), frame, style);
      [bar.left, bar.min, bar.max] = [left, min, max];
      bar.before = last < 0 ? NaN : trace.last[last]!;
    } else {
      if (min < bar.min) bar.min = min;
      if (max > bar.max) bar.max = max;
    }

    last = i;
  }

  if (last >= 0) drawBar(ctx, bar, xAt(frame, drawn.to[last]!), frame, style);
}

/** A column of pixels; `before` is the last value of the column before, NaN for the first. */
interface Bar {
  left: number;
  min: number;
  max: number;
  before: number;
}

function drawBar(ctx: CanvasRenderingContext2D, bar: Bar, end: number, frame: Frame, style: TraceStyle): void {
  const { ratio } = frame;
  const width = Math.max(1, Math.round(end) - bar.left);
  if (style.dense) drawEnvelope(ctx, bar.left, yOf(frame, bar.max), yOf(frame, bar.min), width, edgeWidth * ratio);
  else if (!style.dashed || Math.floor(bar.left / (dashPx * ratio)) % 3 !== 2) {
    // A comparison with NaN is false.
    const top = yOf(frame, bar.before > bar.max ? bar.before : bar.max);
    const height = yOf(frame, bar.before < bar.min ? bar.before : bar.min) - top;
    const thick = Math.max(0, lineWidth * ratio - height);
    // As wide as a stroke where the line is steep.
    ctx.fillRect(bar.left - ratio / 4, top - thick / 2, width + ratio / 2, height + thick);
  }
}

function drawEnvelope(
  ctx: CanvasRenderingContext2D,
  left: number,
  top: number,
  bottom: number,
  width: number,
  thick: number,
): void {
  ctx.globalAlpha = bandAlpha;
  ctx.fillRect(left, top, width, bottom - top);
  ctx.globalAlpha = 1;
  ctx.fillRect(left, top - thick / 2, width, thick);
  ctx.fillRect(left, bottom - thick / 2, width, thick);
}

// Returns the greatest height of the band in pixels. A band within the line is not drawn.
function fillBand(
  ctx: CanvasRenderingContext2D,
  drawn: Drawn,
  trace: Trace,
  frame: Frame,
  from: number,
  to: number,
): number {
  const scale = frame.height / (frame.max - frame.min);
  let widest = 0;
  for (let i = from; i < to; i++) {
    if (trace.count[i] !== 0) widest = Math.max(widest, (trace.max[i]! - trace.min[i]!) * scale);
  }

  if (!(widest > lineWidth * frame.ratio)) return 0;
  ctx.beginPath();
  for (let i = from; i < to; i++) if (isPoint(trace, i)) ctx.lineTo(xOf(drawn, frame, i), yOf(frame, trace.max[i]!));
  for (let i = to - 1; i >= from; i--)
    if (isPoint(trace, i)) ctx.lineTo(xOf(drawn, frame, i), yOf(frame, trace.min[i]!));
  ctx.globalAlpha = bandAlpha;
  ctx.fill();
  ctx.globalAlpha = 1;
  return widest;
}

function strokeEdge(
  ctx: CanvasRenderingContext2D,
  drawn: Drawn,
  trace: Trace,
  edge: Float64Array,
  frame: Frame,
  from: number,
  to: number,
): void {
  ctx.beginPath();
  for (let i = from; i < to; i++) if (isPoint(trace, i)) ctx.lineTo(xOf(drawn, frame, i), yOf(frame, edge[i]!));
  ctx.stroke();
}

// First value at the beginning of a column, last at its end, least and greatest between: in columns of a pixel these
// are the pixels that a line through every sample would touch, and in wider ones a rising or falling signal is a
// straight line.
function strokeLine(
  ctx: CanvasRenderingContext2D,
  drawn: Drawn,
  trace: Trace,
  frame: Frame,
  from: number,
  to: number,
): void {
  const pixel = (frame.max - frame.min) / frame.height;
  let points = 0;
  let y = 0;
  ctx.beginPath();
  for (let i = from; i < to; i++) {
    if (!isPoint(trace, i)) continue;
    y = yOf(frame, trace.last[i]!);
    if (trace.max[i]! - trace.min[i]! > pixel) strokeColumn(ctx, drawn, trace, frame, i);
    else ctx.lineTo(xOf(drawn, frame, i), y);
    points++;
  }

  // A single bucket between two gaps would be a line without length.
  if (points === 1) ctx.lineTo(xOf(drawn, frame, to - 1) + lineWidth * frame.ratio, y);
  ctx.stroke();
}

function strokeColumn(ctx: CanvasRenderingContext2D, drawn: Drawn, trace: Trace, frame: Frame, i: number): void {
  const first = trace.first[i]!;
  const last = trace.last[i]!;
  const low = Math.min(first, last);
  const high = Math.max(first, last);
  const middle = xOf(drawn, frame, i);
  ctx.lineTo(xAt(frame, drawn.from[i]!), yOf(frame, first));
  const belowFirst = last >= first;
  if (belowFirst && trace.min[i]! < low) ctx.lineTo(middle, yOf(frame, trace.min[i]!));
  if (trace.max[i]! > high) ctx.lineTo(middle, yOf(frame, trace.max[i]!));
  if (!belowFirst && trace.min[i]! < low) ctx.lineTo(middle, yOf(frame, trace.min[i]!));
  ctx.lineTo(xAt(frame, drawn.to[i]!), yOf(frame, last));
}

// NaN is no place on the canvas; infinities are drawn at the edge.
function isPoint(trace: Trace, i: number): boolean {
  return trace.count[i] !== 0 && trace.min[i]! <= trace.max[i]!;
}

function xOf(drawn: Drawn, frame: Frame, i: number): number {
  return xAt(frame, (drawn.from[i]! + drawn.to[i]!) / 2);
}

/** Pixel of the canvas at which a moment is drawn. */
export function xAt(frame: Frame, seconds: number): number {
  return frame.left + ((seconds - frame.fromS) / (frame.toS - frame.fromS)) * frame.width;
}

function yOf(frame: Frame, value: number): number {
  const y = frame.top + ((frame.max - value) / (frame.max - frame.min)) * frame.height;
  // Far outside of the canvas some rasterizers lose the line.
  return y < -1e5 ? -1e5 : y > 1e5 ? 1e5 : y;
}

/** Least and greatest finite value of what is drawn of some signals; min > max when there is none. */
export function extremes(drawn: Drawn, shown: readonly boolean[]): { min: number; max: number } {
  let min = Infinity;
  let max = -Infinity;
  drawn.traces.forEach((trace, signal) => {
    if (shown[signal] === false) return;
    for (let i = 0; i < drawn.length; i++) {
      if (trace.count[i] === 0) continue;
      const low = trace.min[i]!;
      const high = trace.max[i]!;
      if (low < min && low > -Infinity) min = low;
      if (high > max && high < Infinity) max = high;
    }
  });
  return { min, max };
}

/**
 * Stretches of [fromS, toS) without any sample, longer than `gapS`; before the first sample nothing is known, which is
 * no gap.
 */
export function gapsOf(drawn: Drawn, gapS: number, toS: number): { fromS: number; toS: number }[] {
  const gaps: { fromS: number; toS: number }[] = [];
  let end: number | undefined;
  for (let i = 0; i < drawn.length; i++) {
    if (!hasSamples(drawn, i)) continue;
    if (end !== undefined && drawn.from[i]! - end > gapS) gaps.push({ fromS: end, toS: drawn.from[i]! });
    end = drawn.to[i]!;
  }

  if (end !== undefined && toS - end > gapS) gaps.push({ fromS: end, toS });
  return gaps;
}

function hasSamples(drawn: Drawn, i: number): boolean {
  for (let signal = 0; signal < drawn.traces.length; signal++) if (drawn.traces[signal]!.count[i] !== 0) return true;
  return false;
}
