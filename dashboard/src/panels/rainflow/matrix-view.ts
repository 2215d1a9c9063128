/** Draws a rainflow matrix on a canvas, with axes and a legend. */

import { axisStep, ticks } from "../../plots/ticks";
import { texts } from "../../texts/texts";
import { el } from "../../ui/dom";
import { type HeatMap, colourOf, legendCounts, shadeOf } from "./heat-map";

const t = texts.rainflow;

/** In px at a label of `usualLabelPx`. */
const margin = { left: 64, right: 76, top: 8, bottom: 36 };
const legendPx = 12;
const usualLabelPx = 11;
const maxTicks = 5;

export class MatrixView {
  readonly element: HTMLElement;
  private readonly canvas = el("canvas", { role: "img" });
  private readonly sizes = new ResizeObserver(() => this.draw());
  private readonly themes = new MutationObserver(() => this.draw());
  private shown: { readonly map: HeatMap; readonly unit: string } | undefined;

  constructor() {
    this.element = el("div", { class: "p-matrix" }, this.canvas);
    this.sizes.observe(this.element);
    this.themes.observe(document.documentElement, { attributes: true });
  }

  show(map: HeatMap, unit: string): void {
    this.shown = { map, unit };
    this.canvas.setAttribute(
      "aria-label",
      t.matrix(
        number(map.total),
        t.span(number(map.range[0]), number(map.range[1]), unit),
        t.span(number(map.mean[0]), number(map.mean[1]), unit),
      ),
    );
    this.draw();
  }

  dispose(): void {
    this.sizes.disconnect();
    this.themes.disconnect();
  }

  private draw(): void {
    const context = this.canvas.getContext("2d");
    const { clientWidth: width, clientHeight: height } = this.element;
    if (context === null || this.shown === undefined || width === 0 || height === 0) return;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const token = (name: string): string => style.getPropertyValue(name).trim();
    const scale = (Number.parseFloat(token("--label")) || usualLabelPx) / usualLabelPx;
    const area = {
      x: margin.left * scale,
      y: margin.top * scale,
      width: Math.max(width - (margin.left + margin.right) * scale, 1),
      height: Math.max(height - (margin.top + margin.bottom) * scale, 1),
      scale,
    };
    context.font = `${token("--label") || "11px"} ${token("--font") || "sans-serif"}`;
    drawCells(context, area, this.shown.map);
    drawAxes(context, area, this.shown.map, this.shown.unit, token("--text-dim"), token("--line"));
    drawLegend(context, area, this.shown.map.most, token("--text-dim"));
  }
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of distances that go with the size of the labels. */
  readonly scale: number;
}

function drawCells(context: CanvasRenderingContext2D, area: Area, map: HeatMap): void {
  const [width, height] = [area.width / map.columns, area.height / map.rows];
  map.counts.forEach((count, index) => {
    if (count <= 0) return;
    const column = index % map.columns;
    const row = Math.floor(index / map.columns);
    context.fillStyle = colourOf(shadeOf(count, map.most));
    // The smallest mean is below, as on any axis; cells overlap by what rounding would leave open.
    context.fillRect(area.x + column * width, area.y + area.height - (row + 1) * height, width + 0.5, height + 0.5);
  });
}

function drawAxes(
  context: CanvasRenderingContext2D,
  area: Area,
  map: HeatMap,
  unit: string,
  text: string,
  line: string,
): void {
  context.strokeStyle = line;
  context.strokeRect(area.x + 0.5, area.y + 0.5, area.width - 1, area.height - 1);
  context.fillStyle = text;
  const titled = (name: string): string => (unit.length > 0 ? `${name}, ${unit}` : name);
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const { text: label, part } of ticksOf(map.range))
    context.fillText(label, area.x + part * area.width, area.y + area.height + 4 * area.scale);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const { text: label, part } of ticksOf(map.mean))
    context.fillText(label, area.x - 6 * area.scale, area.y + (1 - part) * area.height);
  context.textAlign = "center";
  context.textBaseline = "bottom";
  context.fillText(titled(t.range), area.x + area.width / 2, area.y + area.height + margin.bottom * area.scale);
  context.save();
  context.translate(12 * area.scale, area.y + area.height / 2);
  context.rotate(-Math.PI / 2);
  context.textBaseline = "middle";
  context.fillText(titled(t.mean), 0, 0);
  context.restore();
}

/** Ticks of an axis in steps of 1, 2 and 5, and where they are: 0 at its beginning, 1 at its end. */
export function ticksOf(range: readonly [number, number]): readonly { readonly text: string; readonly part: number }[] {
  const [from, to] = range;
  if (!(to > from)) return [{ text: number(from), part: 0.5 }];
  return ticks(from, to, axisStep(from, to, maxTicks)).map((value) => ({
    text: number(value),
    part: (value - from) / (to - from),
  }));
}

function drawLegend(context: CanvasRenderingContext2D, area: Area, most: number, text: string): void {
  const { scale } = area;
  const x = area.x + area.width + 12 * scale;
  const steps = 64;
  for (let step = 0; step < steps; step++) {
    context.fillStyle = colourOf((step + 0.5) / steps);
    context.fillRect(x, area.y + area.height * (1 - (step + 1) / steps), legendPx * scale, area.height / steps + 0.5);
  }
  context.fillStyle = text;
  context.textAlign = "left";
  context.textBaseline = "middle";
  let last = Number.POSITIVE_INFINITY;
  for (const count of legendCounts(most)) {
    const y = area.y + area.height * (1 - shadeOf(count, most));
    if (last - y < 12 * scale) continue;
    const [top, bottom] = [area.y + 6 * scale, area.y + area.height - 6 * scale];
    context.fillText(number(count), x + (legendPx + 5) * scale, Math.min(Math.max(y, top), bottom));
    last = y;
  }
}

function number(value: number): string {
  return Number(value.toPrecision(4))
    .toLocaleString("en", { maximumFractionDigits: 4, useGrouping: false })
    .replace("-", "−");
}
