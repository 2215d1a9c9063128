/** The first screen of a rig, without any set-up: what belongs together by channel and unit. */

import type { CalculatedEntry, SignalEntry, StreamEntry } from "../data/catalogue";
import { addItem, columns, type Layout, rows } from "./layout";

const maxPlots = 8;
const maxSignals = 6;
/** Of a rig with more channels than plots, so that 64 of them are in sight. */
const maxOfMany = 8;
const maxXy = 2;

export interface PlotGroup {
  readonly title: string;
  readonly signals: readonly string[];
}

export interface XyPair {
  readonly x: string;
  readonly y: string;
}

/**
 * Plots of a stream, the most telling first: command and feedback of each servo channel (of many channels the feedbacks
 * together), the other servo sensors by unit over all channels, calculated channels by unit, temperatures, analogue
 * inputs, outputs.
 */
export function plotGroups(stream: StreamEntry): PlotGroup[] {
  const servo = stream.signals.filter((signal) => signal.group === "servo");
  const axes = channelsOf(servo).flatMap((channel) => commandAndFeedback(channel));
  const used = new Set(axes.flatMap((group) => group.signals));
  const pairs = hasMany(stream) ? feedbacksOf(servo, axes) : axes;
  const sensors = (group: string): SignalEntry[] =>
    stream.signals.filter((signal) => signal.group === group && isMeasured(signal) && !used.has(signal.name));
  return [
    ...pairs,
    ...byUnit(sensors("servo")),
    ...byUnit(
      stream.calculated.filter((entry) => isCurve(entry)),
      "calculated",
    ),
    ...byUnit(
      stream.signals.filter((signal) => signal.group === "temp" && (isMeasured(signal) || signal.column === "command")),
    ),
    ...byUnit(stream.signals.filter((signal) => signal.group === "ad")),
    ...byUnit(stream.signals.filter((signal) => signal.group === "servo" && signal.column === "output")),
  ];
}

/** XY plots that a test engineer expects: stress over strain, force over stroke, feedback over command. */
export function xyPairs(stream: StreamEntry): XyPair[] {
  const names = [
    ...stream.calculated.filter((entry) => isCurve(entry)).map((entry) => entry.name),
    ...stream.signals.map((signal) => signal.name),
  ];
  const stress = names.find((name) => /stress/i.test(name));
  const strain = names.find((name) => /strain|extens/i.test(name) && !/stress/i.test(name));
  const first = channelsOf(stream.signals.filter((signal) => signal.group === "servo"))[0] ?? [];
  const force = first.find((signal) => /force|load/i.test(signal.name));
  const path =
    first.find((signal) => /strain|extens/i.test(signal.name)) ??
    first.find((signal) => /stroke|displ/i.test(signal.name));
  const command = first.find((signal) => signal.column === "command");
  const feedback = command === undefined ? undefined : feedbackOf(first, command);
  const pairs: XyPair[] = [];
  if (stress !== undefined && strain !== undefined) pairs.push({ x: strain, y: stress });
  else if (force !== undefined && path !== undefined) pairs.push({ x: path.name, y: force.name });
  if (command !== undefined && feedback !== undefined) pairs.push({ x: command.name, y: feedback.name });
  return pairs.slice(0, maxXy);
}

/**
 * The whole first layout: plots that fill the main area, values and the like at the side, everything else in the dock.
 */
export function firstLayout(stream: StreamEntry, panels: readonly string[]): Layout {
  const pairs = hasMany(stream) ? [] : xyPairs(stream);
  const groups = plotGroups(stream).slice(0, maxPlots - pairs.length);
  const { width, height } = sizeFor(groups.length + pairs.length);
  let layout: Layout = { version: 1, rig: stream.name, spanS: 10, sideOpen: true, dockTab: "", items: [] };
  const plots = groups.map((group) => ({
    panel: "plot",
    settings: { title: group.title, signals: [...group.signals] },
  }));
  const xy = pairs.map((pair) => ({ panel: "xy", settings: { x: pair.x, y: pair.y } }));
  // An XY plot ends the first row, the second place a person looks.
  const perRow = Math.max(
    1,
    columns / width - ((columns / width) * (rows / height) > groups.length + pairs.length ? 1 : 0),
  );
  const order = [...plots.slice(0, perRow - 1), ...xy.slice(0, 1), ...plots.slice(perRow - 1), ...xy.slice(1)];
  const wide = widths(order.length, width, height);
  order.forEach((item, i) => {
    layout = addItem(layout, { ...item, area: "main", width: wide[i]!, height });
  });
  for (const panel of panels) {
    const area = panel === "values" || panel === "bits" ? "side" : "dock";
    // Lamps of a rig without digital lines would only take room from the values.
    const hidden = panel === "bits" && !hasBits(stream);
    const height = panel === "values" ? 8 : 4;
    if (panel !== "alarms") layout = addItem(layout, { panel, area, width: columns, height, settings: {}, hidden });
  }

  return layout;
}

/** Width and height of each of some plots, so that they fill one screen. */
export function sizeFor(plots: number): { width: number; height: number } {
  if (plots <= 1) return { width: columns, height: rows };
  if (plots <= 2) return { width: columns, height: rows / 2 };
  if (plots <= 4) return { width: 6, height: rows / 2 };
  return plots <= 6 ? { width: 4, height: rows / 2 } : { width: 4, height: rows / 3 };
}

// Room that is left in the last row goes to the first plot, and then to the last.
function widths(plots: number, width: number, height: number): number[] {
  const free = (columns / width) * (rows / height) - plots;
  return Array.from({ length: plots }, (_, i) =>
    (i === 0 && free > 0) || (i === plots - 1 && free > 1) ? 2 * width : width,
  );
}

function hasMany(stream: StreamEntry): boolean {
  return channelsOf(stream.signals.filter((signal) => signal.group === "servo")).length > maxPlots;
}

function hasBits(stream: StreamEntry): boolean {
  return stream.signals.some((signal) => signal.group === "bitIn" || signal.group === "bitOut");
}

function feedbacksOf(servo: readonly SignalEntry[], axes: readonly PlotGroup[]): PlotGroup[] {
  const names = new Set(axes.map((axis) => axis.signals[0]));
  return byUnit(
    servo.filter((signal) => names.has(signal.name)),
    undefined,
    maxOfMany,
  );
}

function channelsOf(signals: readonly SignalEntry[]): SignalEntry[][] {
  const channels = new Map<number, SignalEntry[]>();
  for (const signal of signals) channels.set(signal.channel, [...(channels.get(signal.channel) ?? []), signal]);
  return [...channels.values()];
}

function commandAndFeedback(channel: readonly SignalEntry[]): PlotGroup[] {
  const command = channel.find((signal) => signal.column === "command");
  const feedback = command === undefined ? undefined : feedbackOf(channel, command);
  if (command === undefined || feedback === undefined) return [];
  return [{ title: quantityOf(feedback.name), signals: [feedback.name, command.name] }];
}

// The sensor in the unit of the command is what the controller follows.
function feedbackOf(channel: readonly SignalEntry[], command: SignalEntry): SignalEntry | undefined {
  const sensors = channel.filter((signal) => isMeasured(signal));
  return sensors.find((signal) => signal.unit === command.unit) ?? (command.unit === "" ? sensors[0] : undefined);
}

function isMeasured(signal: SignalEntry): boolean {
  return signal.column === "sensor" || signal.column === "value";
}

function isCurve(entry: CalculatedEntry): boolean {
  return entry.running && (entry.kind === "series" || entry.kind === "value");
}

function byUnit(
  signals: readonly { readonly name: string; readonly unit: string }[],
  title?: string,
  most = maxSignals,
): PlotGroup[] {
  const groups = new Map<string, string[]>();
  for (const signal of signals) groups.set(signal.unit, [...(groups.get(signal.unit) ?? []), signal.name]);
  return [...groups.values()]
    .flatMap((names) => parts(names, most))
    .map((names) => ({ title: title ?? commonQuantity(names), signals: names }));
}

function parts(names: readonly string[], most: number): string[][] {
  const result: string[][] = [];
  for (let i = 0; i < names.length; i += most) result.push(names.slice(i, i + most));
  return result;
}

/** What signals have in common after the dot of their names: `stroke` of servo1.stroke and servo2.stroke. */
export function commonQuantity(names: readonly string[]): string {
  const quantities = new Set(names.map((name) => quantityOf(name)));
  return quantities.size === 1 ? [...quantities][0]! : "";
}

function quantityOf(name: string): string {
  return name.includes(".") ? name.slice(name.indexOf(".") + 1) : "";
}
