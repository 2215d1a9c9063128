/** Catalogue entries for tests: a servo-hydraulic rig. */

import type { CalculatedEntry, SignalColumn, SignalEntry, StreamEntry } from "../../src/data/catalogue";

export function servoStream(channels: number, calculated: readonly CalculatedEntry[] = []): StreamEntry {
  const columns: readonly [string, SignalColumn, string][] = [
    ["count", "count", ""],
    ["command", "command", "kN"],
    ["output", "output", "%"],
    ["force", "sensor", "kN"],
    ["stroke", "sensor", "mm"],
  ];
  const servo = Array.from({ length: channels }, (_, channel) =>
    columns.map(([name, column, unit]): SignalEntry => ({
      name: `servo${channel + 1}.${name}`,
      unit,
      group: "servo",
      channel,
      column,
      rateHz: 4800,
    })),
  );
  return streamOf(
    [
      ...servo.flat(),
      { name: "temp1.upper", unit: "\u00b0C", group: "temp", channel: 0, column: "sensor", rateHz: 10 },
      { name: "bitin1", unit: "", group: "bitIn", channel: 0, column: "value", rateHz: 300 },
    ],
    calculated,
  );
}

export function streamOf(signals: readonly SignalEntry[], calculated: readonly CalculatedEntry[] = []): StreamEntry {
  return {
    name: "main",
    publisher: "p",
    connection: 0,
    freshness: "fresh",
    past: false,
    replay: false,
    guess: false,
    epoch: "1",
    baseRateHz: 4800,
    blockRateHz: 300,
    signals,
    calculated,
  };
}

export function calculatedOf(name: string, unit: string): CalculatedEntry {
  return { name, unit, expression: name, kind: "series", running: true, fault: null, warning: null, rateHz: 4800 };
}
