/** One plot for each unit of a capture, over the time before and after the break. */

import type { Capture } from "../../api/captures";
import { texts } from "../../texts/texts";
import { el } from "../../ui/dom";
import { numberOf } from "../parts/format";
import { type PlotData, SeriesPlot } from "../parts/series-plot";

/** Signals grouped by unit, in the order of their first one. */
export function plotsOf(capture: Capture, colourOf: (signal: string) => string): readonly PlotData[] {
  const units = [...new Set(capture.channels.map((channel) => channel.unit))];
  return units.map((unit): PlotData => ({
    x: capture.t,
    xTitle: texts.captures.x,
    unit,
    series: capture.channels.flatMap((channel, index) =>
      channel.unit !== unit
        ? []
        : [
            {
              name: channel.name,
              colour: colourOf(channel.name),
              min: (capture.min[index] ?? []).map(finiteOrGap),
              max: (capture.max[index] ?? []).map(finiteOrGap),
            },
          ],
    ),
  }));
}

export class CapturePlots {
  readonly element = el("div", { class: "p-capture-plots" });
  private plots: readonly SeriesPlot[] = [];

  show(data: readonly PlotData[]): void {
    this.dispose();
    this.plots = data.map(() => new SeriesPlot());
    this.element.replaceChildren(
      ...data.map((one, index) =>
        el(
          "figure",
          {},
          el("figcaption", { class: "row label" }, ...one.series.map((series) => keyOf(series.name, series.colour))),
          this.plots[index]!.element,
        ),
      ),
    );
    data.forEach((one, index) => this.plots[index]!.show(one));
  }

  dispose(): void {
    for (const plot of this.plots) plot.dispose();
    this.plots = [];
    this.element.replaceChildren();
  }
}

function keyOf(name: string, colour: string): HTMLElement {
  const swatch = el("span", { class: "p-swatch", "aria-hidden": "true" });
  swatch.style.background = colour;
  return el("span", { class: "p-key" }, swatch, name);
}

function finiteOrGap(value: number | string | null): number | null {
  const number = numberOf(value);
  return Number.isFinite(number) ? number : null;
}
