/** What an overview shows of each rig, and in which order. */

import type { Overview, OverviewRig } from "../api/overview";
import { severityOrder } from "../panels/parts/status";

/** A monitor that follows more rigs than this opens with the overview: fewer tiles fit above the plots. */
export const mostRigsInStrip = 4;

export type OverviewOrder = "worst" | "name";

/** What identifies a rig over time: its stream, or its connection before the first. */
export function keyOf(rig: OverviewRig): string {
  return rig.stream ?? `${rig.connection} ${rig.connector}`;
}

/** Its name: the station, with the stream where the station has several, and what is known before the first stream. */
export function nameOf(rig: OverviewRig, all: readonly OverviewRig[]): string {
  if (rig.stream === null) return rig.station === "" ? rig.connector : rig.station;
  const isAlone = all.filter((other) => other.station === rig.station).length === 1;
  return isAlone && rig.stream.startsWith(`${rig.station}/`) ? rig.station : rig.stream;
}

/** Rigs that contain the text in name, state, alarm, test run or fault. */
export function filterRigs(rigs: readonly OverviewRig[], text: string): readonly OverviewRig[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return rigs.filter((rig) => {
    const alarms = rig.alarms.map((alarm) => alarm.severity).join(" ");
    const about = [rig.stream, rig.station, rig.connector, rig.state, alarms, rig.run?.name, rig.fault];
    const line = about.filter((part) => part !== null && part !== undefined).join(" ").toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

/** Sorted worst first: no data, then alarms by severity, gaps and faults; or by name. */
export function sortRigs(rigs: readonly OverviewRig[], order: OverviewOrder): readonly OverviewRig[] {
  const byName = (a: OverviewRig, b: OverviewRig): number =>
    nameOf(a, rigs).localeCompare(nameOf(b, rigs), undefined, { numeric: true });
  if (order === "name") return [...rigs].sort(byName);
  return [...rigs].sort((a, b) => badness(b) - badness(a) || byName(a, b));
}

/** Blocks a second since an earlier answer; NaN while that is unknown. */
export function rateOf(now: Overview, rig: OverviewRig, before: Overview | undefined): number {
  const former = before?.rigs.find((other) => keyOf(other) === keyOf(rig));
  if (before === undefined || former === undefined) return NaN;
  const seconds = Number(BigInt(now.timeNs) - BigInt(before.timeNs)) / 1e9;
  return seconds > 0 && rig.delivered >= former.delivered ? (rig.delivered - former.delivered) / seconds : NaN;
}

const states: Readonly<Record<string, number>> = {
  missing: 1000,
  stale: 900,
  gap: 60,
  behind: 50,
  past: 20,
  replay: 1,
};

// A rig without data is worse than any alarm: nobody would see its alarms.
function badness(rig: OverviewRig): number {
  const severity = rig.alarms.length === 0 ? -1 : severityOrder.indexOf(rig.alarms[0]!.severity);
  const alarm = severity < 0 ? 0 : 100 * (severity + 1) + (rig.alarms[0]!.unacknowledged > 0 ? 50 : 0);
  return (states[rig.state] ?? 0) + Math.min(alarm, 800) + (rig.fault === null ? 0 : 70);
}
