/**
 * `window.telemetry`: what the page draws, to be read by tests and from the console. Read-only; it
 * changes nothing on the page.
 */

import type { Drawn, Trace } from "../data/gather";
import type { LiveClient } from "../data/live-client";
import type { Rigs } from "../data/rigs";
import type { Percentiles } from "../plots/percentiles";
import type { PlotPanel } from "../plots/plot-panels";
import { TimePlot } from "../plots/time-plot";
import type { PlotServices } from "./plot-services";

export interface DrawnSignal {
  readonly name: string;
  readonly unit: string;
  /** The newest drawn bucket; undefined when none is drawn. `fromS` and `toS` are its time, seconds since 1970. */
  readonly newest:
    | {
        readonly fromS: number;
        readonly toS: number;
        readonly min: number;
        readonly max: number;
        readonly last: number;
        readonly count: number;
      }
    | undefined;
}

/** Notes, an alarm or a break that is marked on a plot. */
export interface DrawnMark {
  readonly atS: number;
  /** Place of its line, pixels from the left edge of the page. */
  readonly x: number;
  readonly label: string;
  readonly texts: readonly string[];
}

export interface DrawnPlot {
  readonly id: string;
  readonly kind: "time" | "xy";
  readonly signals: readonly DrawnSignal[];
  /** Buckets, or pairs, that are drawn. */
  readonly points: number;
  readonly widthNs: number;
  readonly coarser: boolean;
  readonly notes: readonly DrawnMark[];
  readonly events: readonly DrawnMark[];
  /** Texts of the limits of its signals, watched and tried. */
  readonly limits: readonly string[];
  /** Stretches in which a limit that is tried would have counted. */
  readonly excursions: readonly DrawnExcursion[];
}

/** A stretch of a limit that was tried, seconds since 1970; `toS` undefined: to the end of what was computed. */
export interface DrawnExcursion {
  readonly signal: string;
  readonly fromS: number;
  readonly toS: number | undefined;
}

/** All drawn buckets of one signal, in the order of time. */
export interface DrawnBuckets {
  readonly fromS: readonly number[];
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly count: readonly number[];
}

/** What an opened recording draws of one signal of one run, on the time of the run. */
export interface RecordedTrace {
  readonly run: string;
  readonly signal: string;
  readonly buckets: DrawnBuckets;
}

/** An opened recording. */
export interface RecordedView {
  readonly traces: readonly RecordedTrace[];
  /** Stretches of a limit that was tried, as they are drawn. */
  readonly excursions: readonly DrawnExcursion[];
}

export interface Telemetry {
  /** Opened recordings, in the order of the page. */
  recorded(): readonly RecordedView[];
  readonly connection: string;
  readonly connections: number;
  readonly rig: string | undefined;
  readonly window: { readonly fromS: number; readonly toS: number; readonly paused: boolean };
  /** Milliseconds between frames and of drawing in a frame, over the last 1800; `latency` from due to drawn. */
  readonly frames: Summary;
  readonly work: Summary;
  readonly latency: Summary;
  /** Plots that were drawn since the page was opened. */
  readonly draws: number;
  plots(): readonly DrawnPlot[];
  /** The drawn buckets of a signal of a plot; of an XY plot `min` is X and `max` is Y. */
  buckets(plot: string, signal: string): DrawnBuckets | undefined;
  /** Resets the figures of `frames`, `work` and `latency`. */
  clearFigures(): void;
}

export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** @param plots the plots on the page, by the id of their item */
export function readBack(
  client: LiveClient,
  rigs: Rigs,
  services: PlotServices,
  plots: () => readonly (readonly [string, PlotPanel])[],
  panels: () => Iterable<object>,
): Telemetry {
  const { redraw, latency, view } = services;
  return {
    get connection() {
      return client.newest("connection") ?? "connecting";
    },
    get connections() {
      return client.connections;
    },
    get rig() {
      return rigs.name;
    },
    get window() {
      return { ...view.stretch, paused: view.isPaused };
    },
    get frames() {
      return summaryOf(redraw.frames);
    },
    get work() {
      return summaryOf(redraw.work);
    },
    get latency() {
      return summaryOf(latency);
    },
    get draws() {
      return redraw.drawn;
    },
    plots: () =>
      plots().map(([id, panel]) => {
        const { plot } = panel;
        const names = (plot instanceof TimePlot ? plot.signals : [plot.x, plot.y]).map((signal) => signal.name);
        return {
          ...describe(id, panel),
          limits: services.limitsOf(names).map((limit) => limit.text),
          excursions: services.excursionsOf(names).map(({ signal, fromS, toS }) => ({ signal, fromS, toS })),
        };
      }),
    buckets: (plot, signal) => {
      const panel = plots().find(([id]) => id === plot)?.[1];
      return panel === undefined ? undefined : bucketsOf(panel, signal);
    },
    recorded: () => [...panels()].flatMap((panel) => (isRecorded(panel) ? [panel.recorded] : [])),
    clearFigures: () => {
      for (const values of [redraw.frames, redraw.work, latency]) values.clear();
    },
  };
}

function isRecorded(panel: object): panel is { readonly recorded: RecordedView } {
  return "recorded" in panel;
}

export function summaryOf(values: Percentiles): Summary {
  return { count: values.count, p50: values.at(0.5), p95: values.at(0.95), p99: values.at(0.99), max: values.at(1) };
}

function describe(id: string, panel: PlotPanel): Omit<DrawnPlot, "limits" | "excursions"> {
  const { plot } = panel;
  if (!(plot instanceof TimePlot)) {
    const names = [plot.x, plot.y];
    return {
      id,
      kind: "xy",
      points: plot.pairs.length,
      widthNs: 0,
      coarser: false,
      notes: [],
      events: [],
      signals: names.map(({ name, unit }, i) => {
        const at = plot.pairs.length - 1;
        const value = (i === 0 ? plot.pairs.x : plot.pairs.y)[at];
        const fromS = plot.pairs.t[at]!;
        return {
          name,
          unit,
          newest:
            value === undefined || at < 0
              ? undefined
              : { fromS, toS: fromS, min: value, max: value, last: value, count: 1 },
        };
      }),
    };
  }

  const { drawn } = plot;
  return {
    id,
    kind: "time",
    points: drawn.length,
    widthNs: drawn.widthNs,
    coarser: plot.isCoarser,
    notes: plot.marks.notes.map(({ x, label, marks }) => ({
      atS: marks[0]!.atS,
      x: pageX(plot, x),
      label,
      texts: marks.map((mark) => mark.text),
    })),
    events: plot.marks.events.map(({ x, mark }) => ({
      atS: mark.atS,
      x: pageX(plot, x),
      label: mark.severity,
      texts: [mark.text],
    })),
    signals: plot.signals.map((signal, i) => {
      const at = plot.newestIndex(i);
      const trace = drawn.traces[i];
      const newest =
        at < 0 || trace === undefined
          ? undefined
          : {
              fromS: drawn.from[at]!,
              toS: drawn.to[at]!,
              min: trace.min[at]!,
              max: trace.max[at]!,
              last: trace.last[at]!,
              count: trace.count[at]!,
            };
      return { name: signal.name, unit: signal.unit, newest };
    }),
  };
}

function pageX(plot: TimePlot, canvasX: number): number {
  return (plot.canvas?.getBoundingClientRect().left ?? 0) + canvasX / devicePixelRatio;
}

function bucketsOf(panel: PlotPanel, signal: string): DrawnBuckets | undefined {
  const { plot } = panel;
  if (!(plot instanceof TimePlot)) {
    const part = (values: Float64Array): number[] => [...values.subarray(0, plot.pairs.length)];
    const [x, y] = [part(plot.pairs.x), part(plot.pairs.y)];
    return { fromS: part(plot.pairs.t), min: x, max: y, first: x, last: y, count: x.map(() => 1) };
  }

  const at = plot.signals.findIndex((candidate) => candidate.name === signal);
  const trace = plot.drawn.traces[at];
  return trace === undefined ? undefined : tracesOf(plot.drawn, trace);
}

/** The drawn buckets of one signal. */
export function tracesOf(drawn: Drawn, trace: Trace): DrawnBuckets {
  const part = (values: Float64Array | Uint32Array): number[] => [...values.subarray(0, drawn.length)];
  return {
    fromS: part(drawn.from),
    min: part(trace.min),
    max: part(trace.max),
    first: part(trace.first),
    last: part(trace.last),
    count: part(trace.count),
  };
}
