/** What is drawn beside the lines: gaps as hatched bars, limits as dashed lines with their names, and their trips. */

import { type Frame, xAt } from "./draw-traces";
import type { Excursion, LimitLine } from "./limits";
import type { Palette } from "./palette";

const hatchPx = 8;
const excursionAlpha = 0.22;
const patterns = new Map<string, CanvasPattern | null>();

/** A hatched bar over the whole height for each stretch without samples. */
export function drawGaps(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  gaps: readonly { fromS: number; toS: number }[],
  palette: Palette,
): void {
  if (gaps.length === 0) return;
  ctx.fillStyle = hatch(palette.hatch, frame.ratio) ?? palette.hatch;
  for (const gap of gaps) {
    const from = xOf(frame, gap.fromS);
    ctx.fillRect(from, frame.top, Math.max(2 * frame.ratio, xOf(frame, gap.toS) - from), frame.height);
  }
}

// Oblique lines, made once for each colour and resolution.
function hatch(colour: string, ratio: number): CanvasPattern | null {
  const key = `${colour} ${ratio}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const size = Math.round(hatchPx * ratio);
  const tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const ctx = tile.getContext("2d")!;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5 * ratio;
  ctx.beginPath();
  for (const shift of [-size, 0, size]) {
    ctx.moveTo(shift, size);
    ctx.lineTo(shift + size, 0);
  }

  ctx.stroke();
  const pattern = ctx.createPattern(tile, "repeat");
  patterns.set(key, pattern);
  return pattern;
}

/**
 * Dashed lines with their names at the right edge; one outside of the range is a name with an arrow at the edge that it
 * is beyond.
 */
export function drawLimits(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  limits: readonly LimitLine[],
  palette: Palette,
): void {
  if (limits.length === 0) return;
  const size = palette.labelPx * frame.ratio;
  ctx.font = `${size}px ${palette.font}`;
  ctx.textAlign = "right";
  ctx.textBaseline = "alphabetic";
  ctx.lineWidth = frame.ratio;
  const taken: number[] = [];
  for (const limit of limits) {
    const y = frame.top + ((frame.max - limit.value) / (frame.max - frame.min)) * frame.height;
    const colour = colourOf(limit, palette);
    const above = y < frame.top;
    const below = y > frame.top + frame.height;
    if (!above && !below) {
      ctx.strokeStyle = colour;
      ctx.setLineDash([5 * frame.ratio, 4 * frame.ratio]);
      ctx.beginPath();
      ctx.moveTo(frame.left, Math.round(y) + 0.5);
      ctx.lineTo(frame.left + frame.width, Math.round(y) + 0.5);
      ctx.stroke();
      ctx.setLineDash([]);
    }

    const place = free(
      taken,
      above ? frame.top + size : below ? frame.top + frame.height - size * 0.4 : baseline(y, frame, size),
      size,
      below,
    );
    drawName(ctx, `${above ? "\u25b2 " : below ? "\u25bc " : ""}${limit.text}`, frame, place, size, colour, palette);
  }
}

/** Colour of a limit: one that is only tried must not look like one that is watched. */
export function colourOf(limit: LimitLine, palette: Palette): string {
  if (limit.isTried === true) return palette.accent;
  return limit.active ? palette.bad : palette.warn;
}

/** Colour of what a severity would have raised. */
export function severityColour(severity: string, palette: Palette): string {
  return severity === "critical" || severity === "severe" ? palette.bad : palette.warn;
}

/** Shades the stretches in which a limit that is tried would have counted, with a tick at each begin. */
export function drawExcursions(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  excursions: readonly Excursion[],
  palette: Palette,
): void {
  for (const { fromS, toS, severity } of excursions) {
    const end = toS ?? frame.toS;
    if (end < frame.fromS || fromS > frame.toS) continue;
    const left = xAt(frame, fromS);
    const width = Math.max(2 * frame.ratio, xAt(frame, end) - left);
    ctx.fillStyle = severityColour(severity, palette);
    ctx.globalAlpha = excursionAlpha;
    ctx.fillRect(left, frame.top, width, frame.height);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, frame.top, Math.max(2 * frame.ratio, Math.min(width, 3 * frame.ratio)), 8 * frame.ratio);
  }
}

function baseline(y: number, frame: Frame, size: number): number {
  return y - size * 0.4 < frame.top + size ? y + size * 1.1 : y - size * 0.4;
}

// Two limits at one value are below each other.
function free(taken: number[], wanted: number, size: number, upward: boolean): number {
  let place = wanted;
  while (taken.some((other) => Math.abs(other - place) < size * 1.1)) place += upward ? -size * 1.15 : size * 1.15;
  taken.push(place);
  return place;
}

function drawName(
  ctx: CanvasRenderingContext2D,
  text: string,
  frame: Frame,
  y: number,
  size: number,
  colour: string,
  palette: Palette,
): void {
  const right = frame.left + frame.width - 4 * frame.ratio;
  const width = ctx.measureText(text).width;
  ctx.globalAlpha = 0.8;
  ctx.fillStyle = palette.surface;
  ctx.fillRect(right - width - 2 * frame.ratio, y - size, width + 4 * frame.ratio, size * 1.3);
  ctx.globalAlpha = 1;
  ctx.fillStyle = colour;
  ctx.fillText(text, right, y);
}

function xOf(frame: Frame, seconds: number): number {
  return frame.left + ((seconds - frame.fromS) / (frame.toS - frame.fromS)) * frame.width;
}
