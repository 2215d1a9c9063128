/** Axes of a square XY plot: grid lines, ticks and titles with units. */

import { tickText } from "./format";
import type { Palette } from "./palette";
import { axisStep, type Range, ticks } from "./ticks";

const marginLeft = 56;
const marginBottom = 36;
const marginTop = 8;
const marginRight = 12;
const minSide = 40;

/** Where values are on the canvas, in pixels of the page. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly x: Range;
  readonly y: Range;
}

interface Axis {
  readonly name: string;
  readonly unit: string;
}

/** The greatest square that has room in an element; undefined where that is too small. `scale` is that of labels. */
export function squareIn(
  body: HTMLElement,
  scale: number,
): { readonly left: number; readonly top: number; readonly side: number; readonly width: number; readonly height: number } | undefined {
  const wide = (marginLeft + marginRight) * scale;
  const high = (marginTop + marginBottom) * scale;
  const side = Math.min(body.clientWidth - wide, body.clientHeight - high);
  if (side < minSide) return undefined;
  return { left: marginLeft * scale, top: marginTop * scale, side, width: side + wide, height: side + high };
}

/** Gives a canvas its size in pixels of the page; true when it was another. */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): boolean {
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width === w && canvas.height === h) return false;
  canvas.width = w;
  canvas.height = h;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  return true;
}

export function drawAxes(
  ctx: CanvasRenderingContext2D,
  area: Area,
  x: Axis,
  y: Axis,
  palette: Palette,
  scale: number,
): void {
  ctx.font = `${palette.labelPx}px ${palette.font}`;
  ctx.lineWidth = 1;
  ctx.strokeStyle = palette.grid;
  ctx.fillStyle = palette.dim;
  ctx.setLineDash([]);
  const stepX = axisStep(area.x.min, area.x.max, Math.max(3, area.side / (48 * scale)));
  const stepY = axisStep(area.y.min, area.y.max, Math.max(3, area.side / (36 * scale)));
  ctx.beginPath();
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (const value of ticks(area.x.min, area.x.max, stepX)) {
    const at = Math.round(xOf(area, value)) + 0.5;
    ctx.moveTo(at, area.top);
    ctx.lineTo(at, area.top + area.side);
    ctx.fillText(tickText(value, stepX), at, area.top + area.side + 4);
  }

  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (const value of ticks(area.y.min, area.y.max, stepY)) {
    const at = Math.round(yOf(area, value)) + 0.5;
    ctx.moveTo(area.left, at);
    ctx.lineTo(area.left + area.side, at);
    ctx.fillText(tickText(value, stepY), area.left - 5, at);
  }

  ctx.stroke();
  drawTitles(ctx, area, x, y, scale);
}

export function xOf(area: Area, value: number): number {
  return area.left + ((value - area.x.min) / (area.x.max - area.x.min)) * area.side;
}

export function yOf(area: Area, value: number): number {
  return area.top + ((area.y.max - value) / (area.y.max - area.y.min)) * area.side;
}

function drawTitles(ctx: CanvasRenderingContext2D, area: Area, x: Axis, y: Axis, scale: number): void {
  ctx.textAlign = "center";
  ctx.textBaseline = "bottom";
  ctx.fillText(titleOf(x), area.left + area.side / 2, area.top + area.side + (marginBottom - 2) * scale);
  ctx.save();
  ctx.translate(2, area.top + area.side / 2);
  ctx.rotate(-Math.PI / 2);
  ctx.textBaseline = "top";
  ctx.fillText(titleIn(ctx, y, area.side + 2 * area.top), 0, 0);
  ctx.restore();
}

function titleOf(axis: Axis): string {
  return `${axis.name} [${axis.unit || "\u2013"}]`;
}

/** A title that fits: without the channel, whose name is in the heading too, where there is no room. */
function titleIn(ctx: CanvasRenderingContext2D, axis: Axis, room: number): string {
  const whole = titleOf(axis);
  if (ctx.measureText(whole).width <= room) return whole;
  return titleOf({ ...axis, name: axis.name.slice(axis.name.lastIndexOf(".") + 1) });
}
