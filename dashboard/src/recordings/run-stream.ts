/** The channels of a recording in the form of the catalogue, so that grouping and colours are those of live plots. */

import type { Recording } from "../api/recordings";
import type { SignalColumn, SignalEntry, SignalGroup, StreamEntry } from "../data/catalogue";

const groups: readonly (readonly [RegExp, SignalGroup])[] = [
  [/^servo(\d+)\./, "servo"],
  [/^temp(\d+)\./, "temp"],
  [/^ad(\d+)$/, "ad"],
  [/^bitin(\d+)$/, "bitIn"],
  [/^bitout(\d+)$/, "bitOut"],
];

const columns: Readonly<Record<string, SignalColumn>> = {
  activectrl: "activeCtrl",
  count: "count",
  command: "command",
  output: "output",
};

/** One stream of a recording. */
export function streamOf(recording: Recording, name: string): StreamEntry {
  return {
    name,
    publisher: "",
    connection: 0,
    freshness: "past",
    past: true,
    replay: false,
    guess: false,
    epoch: "0",
    baseRateHz: 0,
    blockRateHz: 0,
    signals: recording.channels.filter((channel) => channel.stream === name).map(entryOf),
    calculated: recording.calculated.map((formula) => ({
      ...formula,
      kind: "series" as const,
      running: false,
      fault: null,
      warning: null,
      rateHz: 0,
    })),
  };
}

function entryOf(channel: Recording["channels"][number]): SignalEntry {
  const { name, unit, rateHz } = channel;
  for (const [pattern, group] of groups) {
    const number = pattern.exec(name)?.[1];
    if (number === undefined) continue;
    // Servo channels count from 1 in their names.
    const index = Number(number) - 1;
    const column = group === "servo" || group === "temp" ? columnOf(name) : "value";
    return { name, unit, group, channel: Math.max(0, index), column, rateHz };
  }

  return { name, unit, group: "ad", channel: 0, column: "value", rateHz };
}

function columnOf(name: string): SignalColumn {
  return columns[name.slice(name.indexOf(".") + 1).toLowerCase()] ?? "sensor";
}
