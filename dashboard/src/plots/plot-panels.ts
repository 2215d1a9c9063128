/** Time and XY plots as panels of the layout. */

import type { StreamEntry } from "../data/catalogue";
import type { BoardPanel } from "../layout/board";
import { commonQuantity } from "../layout/first-layout";
import type { LayoutItem } from "../layout/layout";
import { texts } from "../texts/texts";
import { csvOf, csvOfPairs, download, pictureOf } from "./export";
import { colourIndex } from "./palette";
import type { PlotSignal } from "./plot-signal";
import { type PlotHost, TimePlot } from "./time-plot";
import { XyPlot } from "./xy-plot";

const maxSignals = 8;
const maxPoints = 4096;

/** A plot that is on the page. */
export interface PlotPanel extends BoardPanel {
  readonly plot: TimePlot | XyPlot;
}

/** The plot of an item, over a stream; `choose` opens the choice of its signals. */
export function makePlotPanel(item: LayoutItem, stream: StreamEntry, host: PlotHost, choose: () => void): PlotPanel {
  return item.panel === "xy" ? makeXy(item, stream, host, choose) : makeTime(item, stream, host, choose);
}

/** Names of the signals of an item: of an XY plot first X, then Y. */
export function signalsOf(item: LayoutItem): readonly string[] {
  const { signals, x, y } = item.settings;
  const names = item.panel === "xy" ? [x, y] : Array.isArray(signals) ? signals.slice(0, maxSignals) : [];
  return names.filter((name): name is string => typeof name === "string");
}

function makeTime(item: LayoutItem, stream: StreamEntry, host: PlotHost, choose: () => void): PlotPanel {
  const names = signalsOf(item);
  const signals = names.map((name) => plotSignal(stream, name));
  const title =
    typeof item.settings["title"] === "string" && item.settings["title"] !== ""
      ? item.settings["title"]
      : names.join(", ");
  const plot = new TimePlot(
    host,
    stream.name,
    signals,
    commonQuantity(names) || (item.settings["title"] as string | undefined) || "",
    pointsOf(item),
  );
  return {
    plot,
    title,
    element: plot.element,
    heading: plot.heading,
    chooseSignals: choose,
    exportCsv: () => download(fileName(names, host, "csv"), new Blob([csvOf(plot)], { type: "text/csv" })),
    exportPng: () => void exportPicture(plot.canvas, names, host),
    dispose: () => plot.dispose(),
  };
}

function makeXy(item: LayoutItem, stream: StreamEntry, host: PlotHost, choose: () => void): PlotPanel {
  const names = signalsOf(item);
  const plot = new XyPlot(host, stream.name, plotSignal(stream, names[0] ?? ""), plotSignal(stream, names[1] ?? ""));
  return {
    plot,
    title: texts.xy.title(plot.x.name, plot.y.name),
    element: plot.element,
    heading: plot.heading,
    chooseSignals: choose,
    exportCsv: () => download(fileName(names, host, "csv"), new Blob([csvOfPairs(plot)], { type: "text/csv" })),
    exportPng: () => void exportPicture(plot.canvas, names, host),
    dispose: () => plot.dispose(),
  };
}

/** `points` of the settings: buckets of a window at least, instead of as many as there are pixels. */
function pointsOf(item: LayoutItem): number {
  const { points } = item.settings;
  return typeof points === "number" && points > 0 ? Math.min(maxPoints, points) : 0;
}

async function exportPicture(
  canvas: HTMLCanvasElement | undefined,
  names: readonly string[],
  host: PlotHost,
): Promise<void> {
  if (canvas === undefined) return;
  const picture = await pictureOf(canvas, names.join(", "), host.view);
  if (picture !== null) download(fileName(names, host, "png"), picture);
}

function plotSignal(stream: StreamEntry, name: string): PlotSignal {
  const signal = stream.signals.find((candidate) => candidate.name === name);
  const calculated = stream.calculated.find((candidate) => candidate.name === name);
  return {
    name,
    unit: signal?.unit ?? calculated?.unit ?? "",
    rateHz: signal?.rateHz ?? calculated?.rateHz ?? 0,
    colour: colourIndex(stream, name),
  };
}

function fileName(names: readonly string[], host: PlotHost, ending: string): string {
  const moment = new Date(host.view.stretch.toS * 1000).toISOString().replace(/[:.]/g, "-");
  return `${names
    .slice(0, 3)
    .join("_")
    .replace(/[^\w.-]/g, "_")}_${moment}.${ending}`;
}
