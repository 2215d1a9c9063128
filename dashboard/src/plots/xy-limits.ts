/** Limits of an XY plot: a line for each axis, and the parts of the curve in which one that is tried counted. */

import type { Excursion, LimitLine } from "./limits";
import { colourOf, drawLimits, severityColour } from "./overlays";
import type { Palette } from "./palette";
import { type Area, xOf, yOf } from "./xy-axes";

/** Pairs in the order of time, seconds since 1970; NaN where the curve is interrupted. */
export interface TimedPairs {
  readonly length: number;
  readonly t: ArrayLike<number>;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Limits of Y as level lines, those of X as upright ones; one outside of an axis is its name with an arrow. */
export function drawXyLimits(
  ctx: CanvasRenderingContext2D,
  area: Area,
  ofX: readonly LimitLine[],
  ofY: readonly LimitLine[],
  palette: Palette,
): void {
  const { left, top, side } = area;
  const frame = { left, top, width: side, height: side, fromS: 0, toS: 1, min: area.y.min, max: area.y.max, ratio: 1 };
  drawLimits(ctx, frame, ofY.map(withoutSignal), palette);
  let lines = 0;
  for (const limit of ofX.map(withoutSignal)) drawUpright(ctx, area, limit, palette, lines++);
}

/** The line with a shorter text: the axis names the signal, and the square has little room. */
export function withoutSignal(limit: LimitLine): LimitLine {
  return { ...limit, text: limit.text.replace(`${limit.signal} `, "") };
}

/** Draws the parts of a curve that are in a stretch over it, thicker, in the colour of what would have been raised. */
export function drawXyExcursions(
  ctx: CanvasRenderingContext2D,
  area: Area,
  pairs: TimedPairs,
  excursions: readonly Excursion[],
  palette: Palette,
): void {
  for (const excursion of excursions) {
    ctx.strokeStyle = ctx.fillStyle = severityColour(excursion.severity, palette);
    ctx.lineWidth = 3;
    ctx.setLineDash([]);
    const first = firstFrom(pairs, excursion.fromS);
    const last = strokeUntil(ctx, area, pairs, first, excursion.toS ?? Infinity);
    if (last < first) continue;
    // The trip itself is a point: a stretch may be shorter than a pixel.
    ctx.beginPath();
    ctx.arc(xOf(area, pairs.x[first]!), yOf(area, pairs.y[first]!), 4, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** The first pair at or after a moment; `length` when there is none. Only pairs on the curve have a time. */
export function firstFrom(pairs: TimedPairs, seconds: number): number {
  for (let i = 0; i < pairs.length; i++) if (pairs.t[i]! >= seconds && Number.isFinite(pairs.x[i]!)) return i;
  return pairs.length;
}

// Index of the last pair of the stretch; before the first where there is none.
function strokeUntil(
  ctx: CanvasRenderingContext2D,
  area: Area,
  pairs: TimedPairs,
  first: number,
  untilS: number,
): number {
  let i = first;
  ctx.beginPath();
  for (; i < pairs.length && !(pairs.t[i]! > untilS); i++) {
    const [x, y] = [pairs.x[i]!, pairs.y[i]!];
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      ctx.stroke();
      ctx.beginPath();
    } else ctx.lineTo(xOf(area, x), yOf(area, y));
  }

  ctx.stroke();
  return i - 1;
}

function drawUpright(
  ctx: CanvasRenderingContext2D,
  area: Area,
  limit: LimitLine,
  palette: Palette,
  line: number,
): void {
  const x = xOf(area, limit.value);
  const isBefore = x < area.left;
  const isAfter = x > area.left + area.side;
  const colour = colourOf(limit, palette);
  if (!isBefore && !isAfter) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1;
    ctx.setLineDash([5, 4]);
    ctx.beginPath();
    ctx.moveTo(Math.round(x) + 0.5, area.top);
    ctx.lineTo(Math.round(x) + 0.5, area.top + area.side);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  const text = `${isBefore ? "\u25c0 " : ""}${limit.text}${isAfter ? " \u25b6" : ""}`;
  const size = palette.labelPx;
  const isLeft = x > area.left + area.side / 2;
  ctx.font = `${size}px ${palette.font}`;
  ctx.textAlign = isLeft ? "right" : "left";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = colour;
  const at = Math.min(Math.max(x, area.left), area.left + area.side) + (isLeft ? -4 : 4);
  ctx.fillText(text, at, area.top + area.side - size * (0.5 + 1.2 * line));
}
