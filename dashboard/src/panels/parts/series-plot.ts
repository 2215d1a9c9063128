/**
 * A small plot of values that no longer change: the band between minimum and maximum of each bucket, and a line in it.
 */

import uPlot from "uplot";
import { texts } from "../../texts/texts";
import { el, setAttribute } from "../../ui/dom";

const bandAlpha = "40";
const axisPx = 56;
const axisHeightPx = 36;
const minHeightPx = 120;

/** One signal over the common x of a plot; null is a gap. */
export interface PlotSeries {
  readonly name: string;
  readonly colour: string;
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
  /** The line; the middle of the band when it is left out. */
  readonly line?: readonly (number | null)[];
}

/** What is drawn: signals of one unit over time in seconds. */
export interface PlotData {
  readonly x: readonly number[];
  readonly xTitle: string;
  readonly unit: string;
  readonly series: readonly PlotSeries[];
}

export class SeriesPlot {
  readonly element = el("div", { class: "p-plot" });
  private readonly sizes = new ResizeObserver(() => this.resize());
  private readonly themes = new MutationObserver(() => this.plot?.redraw());
  private plot: uPlot | undefined;

  constructor() {
    this.sizes.observe(this.element);
    this.themes.observe(document.documentElement, { attributes: true });
  }

  /** Draws other data; the zoom of the ones before is forgotten. */
  show(data: PlotData): void {
    this.clear();
    setAttribute(this.element, "role", "img");
    setAttribute(this.element, "aria-label", describe(data));
    const columns = data.series.flatMap((series) => [series.max, series.min, series.line ?? middleOf(series)]);
    this.plot = new uPlot(
      optionsOf(data, this.size()),
      [data.x, ...columns] as unknown as uPlot.AlignedData,
      this.element,
    );
  }

  clear(): void {
    this.plot?.destroy();
    this.plot = undefined;
    setAttribute(this.element, "role", null);
    setAttribute(this.element, "aria-label", null);
  }

  dispose(): void {
    this.clear();
    this.sizes.disconnect();
    this.themes.disconnect();
  }

  private size(): { width: number; height: number } {
    return {
      width: Math.max(this.element.clientWidth, 1),
      height: Math.max(this.element.clientHeight, minHeightPx),
    };
  }

  private resize(): void {
    this.plot?.setSize(this.size());
  }
}

function optionsOf(data: PlotData, size: { width: number; height: number }): uPlot.Options {
  const series = data.series.flatMap(({ name, colour }): uPlot.Series[] => [
    { show: true, stroke: "transparent", width: 0, points: { show: false } },
    { show: true, stroke: "transparent", width: 0, points: { show: false } },
    { label: name, stroke: () => resolve(colour), width: 1.5, points: { show: false }, spanGaps: false },
  ]);
  const bands = data.series.map(({ colour }, index): uPlot.Band => ({
    series: [3 * index + 1, 3 * index + 2],
    fill: () => withAlpha(resolve(colour)),
  }));
  const axis = {
    stroke: () => resolve("var(--text-dim)"),
    font: `11px ${resolve("var(--font)")}`,
    labelFont: `11px ${resolve("var(--font)")}`,
    grid: { stroke: () => resolve("var(--grid)"), width: 1 },
    ticks: { stroke: () => resolve("var(--line)"), width: 1, size: 4 },
    labelSize: 14,
  };
  return {
    ...size,
    scales: { x: { time: false } },
    legend: { show: false },
    cursor: { points: { show: false }, y: false },
    axes: [
      { ...axis, label: data.xTitle, size: axisHeightPx - 14 },
      { ...axis, label: data.unit.length > 0 ? data.unit : texts.series.noUnit, size: axisPx - 14 },
    ],
    series: [{}, ...series],
    bands,
  };
}

/** Text for screen readers: each signal with its range. */
export function describe(data: PlotData): string {
  const parts = data.series.map(({ name, min, max }) => {
    const lows = min.filter((value) => value !== null);
    const highs = max.filter((value) => value !== null);
    if (lows.length === 0) return texts.series.noValues(name);
    return texts.series.range(name, number(least(lows)), number(most(highs)), data.unit).trim();
  });
  return texts.series.label(data.xTitle, parts.join("; "));
}

function middleOf(series: PlotSeries): readonly (number | null)[] {
  return series.min.map((low, index) => {
    const high = series.max[index];
    return low === null || high === null || high === undefined ? null : (low + high) / 2;
  });
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

function number(value: number): string {
  return Number(value.toPrecision(4)).toString();
}

/** A colour that may be the name of a token, `var(--accent)`. */
function resolve(colour: string): string {
  const token = /^var\((--[a-z0-9-]+)\)$/.exec(colour)?.[1];
  return token === undefined ? colour : getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

function withAlpha(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour + bandAlpha : colour;
}
