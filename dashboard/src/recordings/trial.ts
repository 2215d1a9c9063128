/** What limits that were tried did, as plots draw it. */

import type { DefinitionRow } from "../api/definitions";
import { secondsOf, type TriedLimits } from "../api/recordings";
import { type Excursion, type LimitLine, limitLines } from "../plots/limits";
import { texts } from "../texts/texts";

/** Stretches of the changes, in the order of their begin. */
export function excursionsOf(tried: Pick<TriedLimits, "changes">): readonly Excursion[] {
  const open = new Map<number, number>();
  const found: Excursion[] = [];
  for (const { row, limit, cause, ns, value, unit } of tried.changes) {
    const at = open.get(row);
    if (cause === "raised" && at === undefined) {
      const [signal = "", , severity = "warning"] = limit.split(":");
      open.set(row, found.length);
      found.push({ row, signal, severity, fromS: secondsOf(ns), toS: undefined, value: value ?? undefined, unit });
    } else if (cause === "cleared" && at !== undefined) {
      found[at] = { ...found[at]!, toS: secondsOf(ns) };
      open.delete(row);
    }
  }

  return found;
}

/** Lines of limits as they are typed, in the unit of each signal. */
export function trialLines(
  rows: readonly DefinitionRow[],
  unitOf: (signal: string) => string | undefined,
): readonly LimitLine[] {
  const alarms = rows.map((row) => ({
    variable: row["signal"],
    kind: row["kind"],
    value1: row["value"],
    value2: row["value2"] ?? null,
    unit: row["unit"] ?? "",
    severity: row["severity"],
    state: "normal",
  }));
  return limitLines([{ stream: "", alarms }], "", unitOf).map((line) => ({
    ...line,
    text: texts.plot.tried(line.text),
    isTried: true,
  }));
}
