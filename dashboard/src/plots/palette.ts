/** Colours of the canvas, read from the style sheet when the theme changes. */

import type { SignalEntry, StreamEntry } from "../data/catalogue";

export const signalColours = 8;

export interface Palette {
  readonly surface: string;
  readonly text: string;
  readonly dim: string;
  readonly grid: string;
  readonly line: string;
  readonly accent: string;
  readonly stale: string;
  readonly warn: string;
  readonly bad: string;
  readonly hatch: string;
  readonly signals: readonly string[];
  readonly font: string;
  readonly labelPx: number;
}

export function readPalette(root: Element = document.documentElement): Palette {
  const style = getComputedStyle(root);
  const value = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    surface: value("surface"),
    text: value("text"),
    dim: value("text-dim"),
    grid: value("grid"),
    line: value("line"),
    accent: value("accent"),
    stale: value("stale"),
    warn: value("warn"),
    bad: value("bad"),
    hatch: value("hatch"),
    signals: Array.from({ length: signalColours }, (_, i) => value(`signal-${i}`)),
    font: value("font"),
    labelPx: parseFloat(value("label")) || 11,
  };
}

/**
 * Number of the colour of a signal: the same in every panel. Columns of one channel differ, and so does one column
 * over the channels that are side by side in a plot.
 */
export function colourIndex(stream: StreamEntry | undefined, name: string): number {
  const signal = stream?.signals.find((candidate) => candidate.name === name);
  if (signal !== undefined) return (signal.channel + rankOf(stream!, signal)) % signalColours;
  const calculated = stream?.calculated.findIndex((candidate) => candidate.name === name) ?? -1;
  return calculated < 0 ? 0 : (calculated + 3) % signalColours;
}

function rankOf(stream: StreamEntry, signal: SignalEntry): number {
  if (signal.column === "command") return 1;
  if (signal.column === "output") return 2;
  if (signal.column !== "sensor") return 0;
  const sensors = stream.signals.filter(
    (other) => other.group === signal.group && other.channel === signal.channel && other.column === "sensor",
  );
  const sensor = sensors.indexOf(signal);
  // The first sensor has the first colour; the others follow after command and output.
  return sensor <= 0 ? 0 : sensor + 2;
}
