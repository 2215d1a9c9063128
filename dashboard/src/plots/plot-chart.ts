/** The uPlot chart of a time plot: its scales, axes and selection. What is drawn in it is the plot's. */

import uPlot from "uplot";
import { clockText, dayText, tickText } from "./format";
import { axisStep, decimalsOf, type Range, ticks, timeStep } from "./ticks";
import { showStretch } from "./time-window";
import type { View } from "./view";

const axisWidth = 52;
const axisHeight = 24;
const labelPx = 11;
const minAcrossPx = 72;
const minDownPx = 32;
const daySeconds = 86_400;
/** Less than this is a click. */
const minSelectionPx = 4;

/** Requests of a chart to its plot. */
export interface ChartContent {
  /** Range of the axis of values; undefined before the first data. */
  range(): Range | undefined;
  /** Draws into the canvas, behind the axes were. */
  draw(chart: uPlot): void;
  /** Text of a moment of the axis of time; left out, it is that of the clock. */
  timeText?(seconds: number, step: number): string;
}

/** Makes a chart of some size in the colours of the view; another theme needs another chart. */
export function makeChart(host: HTMLElement, width: number, height: number, view: View, content: ChartContent): uPlot {
  const { palette } = view;
  const scale = palette.labelPx / labelPx;
  const font = `${palette.labelPx}px ${palette.font}`;
  const common = { stroke: palette.dim, font, grid: { stroke: palette.grid, width: 1 }, ticks: { show: false } };
  const valueStep = (chart: uPlot, min: number, max: number): number =>
    axisStep(min, max, Math.max(2, chart.bbox.height / devicePixelRatio / (minDownPx * scale)));
  const options: uPlot.Options = {
    width,
    height,
    padding: [8 * scale, 12 * scale, 0, 4],
    legend: { show: false },
    pxAlign: 1,
    scales: {
      x: { time: false, auto: false },
      y: { auto: false, range: () => rangeOf(content.range()) },
    },
    axes: [
      {
        ...common,
        size: axisHeight * scale,
        gap: 6,
        splits: (chart, _axis, min, max) => ticks(min, max, secondsStep(chart, min, max, scale)),
        values: (chart, splits) => timeLabels(chart, splits, view, content),
      },
      {
        ...common,
        size: axisWidth * scale,
        gap: 4,
        splits: (chart, _axis, min, max) => ticks(min, max, valueStep(chart, min, max)),
        values: (chart, splits) => {
          const { min, max } = chart.scales["y"]!;
          return splits.map((value) => tickText(value, valueStep(chart, min!, max!)));
        },
      },
    ],
    // The series is not drawn by uPlot: it only makes the scale of y.
    series: [{}, { show: true, paths: () => null, points: { show: false } }],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: { mousedown: (_chart, _target, handler) => withoutShift(handler), dblclick: () => () => null },
    },
    hooks: { draw: [(chart) => content.draw(chart)], setSelect: [(chart) => showSelection(chart, view)] },
  };
  const always = [0, 4e9];
  return new uPlot(options, [always, [0, 0]], host);
}

function rangeOf(range: Range | undefined): [number, number] {
  return range === undefined ? [-1, 1] : [range.min, range.max];
}

// With shift a drag pans.
function withoutShift(handler: (event: MouseEvent) => null): (event: MouseEvent) => null {
  return (event) => (event.button === 0 && !event.shiftKey ? handler(event) : null);
}

function secondsStep(chart: uPlot, min: number, max: number, scale: number): number {
  return timeStep((max - min) / Math.max(1, chart.bbox.width / devicePixelRatio / (minAcrossPx * scale)));
}

// A label that would be cut at the edge is left out.
function timeLabels(chart: uPlot, splits: number[], view: View, content: ChartContent): string[] {
  const step = splits.length > 1 ? splits[1]! - splits[0]! : 1;
  const decimals = decimalsOf(step);
  const half = (8 + decimals) * 0.29 * view.palette.labelPx;
  const right = chart.bbox.width / devicePixelRatio + 12;
  const textOf = (seconds: number): string =>
    content.timeText?.(seconds, step) ??
    (step < daySeconds ? clockText(seconds + 1e-7, decimals, view.utc) : dayText(seconds, view.utc));
  return splits.map((seconds) => (chart.valToPos(seconds, "x") + half > right ? "" : textOf(seconds)));
}

function showSelection(chart: uPlot, view: View): void {
  const { left, width } = chart.select;
  if (width < minSelectionPx) return;
  const from = chart.posToVal(left, "x");
  const to = chart.posToVal(left + width, "x");
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  view.setWindow(showStretch(from, to));
}
