/** Alarms as in `/alarms` (docs/alarms.md), in the order in which a person looks at them. */

import type { StreamAlarms } from "../../protocol/messages";
import { type JsonNumber, formatPlain, numberOf } from "../parts/format";
import { type StatusStyle, severityOrder } from "../parts/status";
import { texts } from "../../texts/texts";

const w = texts.words;
const t = texts.alarms;

/** States after ANSI/ISA-18.2. */
export type AlarmState = "normal" | "active" | "acknowledged" | "returned" | "latched" | "shelved";

/** One limit and its state. */
export interface Alarm {
  readonly stream: string;
  readonly publisher: string;
  readonly past: boolean;
  readonly limit: number;
  readonly variable: string;
  readonly kind: string;
  readonly value1: number;
  readonly value2: number;
  readonly unit: string;
  readonly severity: string;
  readonly latch: boolean;
  readonly state: AlarmState;
  readonly under: AlarmState;
  readonly sinceUtcNs: number | string;
  readonly value: JsonNumber;
  readonly shelvedUntilUtcNs: number | string;
  readonly by: string;
}

export type AlarmVerb = "acknowledge" | "reset" | "shelve" | "unshelve";

/** All alarms of all streams as one list. */
export function alarmsOf(streams: readonly StreamAlarms[]): readonly Alarm[] {
  return streams.flatMap((stream) => {
    const { publisher, past, alarms } = stream as unknown as {
      publisher: string;
      past?: boolean;
      alarms: Omit<Alarm, "stream">[];
    };
    return alarms.map((alarm) => ({ ...alarm, stream: stream.stream, publisher, past: past === true }));
  });
}

/** What stays the same as long as it is the same alarm. */
export function keyOf(alarm: Alarm): string {
  return `${alarm.publisher}/${alarm.stream}/${alarm.limit}`;
}

const stateOrder: readonly AlarmState[] = ["active", "returned", "latched", "acknowledged", "shelved", "normal"];

function rankOf(alarm: Alarm): number {
  return isUnacknowledged(alarm) ? 0 : stateOrder.indexOf(alarm.state);
}

/** Not acknowledged since it was raised. */
export function isUnacknowledged(alarm: Alarm): boolean {
  return alarm.state === "active" || alarm.state === "returned";
}

/** Something is or was wrong, and it is not put aside. */
export function isOpen(alarm: Alarm): boolean {
  return alarm.state !== "normal" && alarm.state !== "shelved";
}

/** Unacknowledged first, then by severity, state and the newest; limits that are normal by name. */
export function compareAlarms(a: Alarm, b: Alarm): number {
  return (
    rankOf(a) - rankOf(b) ||
    severityOrder.indexOf(b.severity) - severityOrder.indexOf(a.severity) ||
    stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) ||
    (a.state === "normal" ? 0 : Number(b.sinceUtcNs) - Number(a.sinceUtcNs)) ||
    a.variable.localeCompare(b.variable) ||
    a.limit - b.limit
  );
}

/**
 * Sorts alarms. Keys in `held` keep their order and new ones come after them: a person who is about to click a row
 * must hit the one that he saw.
 */
export function sortAlarms(alarms: readonly Alarm[], held?: readonly string[]): readonly Alarm[] {
  const sorted = [...alarms].sort(compareAlarms);
  if (held === undefined) return sorted;
  const place = new Map(held.map((key, index) => [key, index]));
  const placeOf = (alarm: Alarm): number => place.get(keyOf(alarm)) ?? held.length;
  return sorted.sort((a, b) => placeOf(a) - placeOf(b));
}

const stateStyles: Readonly<Record<AlarmState, StatusStyle>> = {
  normal: { word: w.normal, tone: "quiet", shape: "circle" },
  active: { word: w.active, tone: "bad", shape: "triangle" },
  acknowledged: { word: w.acknowledged, tone: "warn", shape: "ring" },
  returned: { word: w.returned, tone: "warn", shape: "clock" },
  latched: { word: w.latched, tone: "warn", shape: "square" },
  shelved: { word: w.shelved, tone: "quiet", shape: "dash" },
};

export function stateStyle(state: AlarmState): StatusStyle {
  return stateStyles[state] ?? { word: state, tone: "stale", shape: "dash" };
}

/** What can be done to an alarm in its state; whatever else is refused by the monitor. */
export function verbsOf(alarm: Alarm): readonly AlarmVerb[] {
  switch (alarm.state) {
    case "active":
      return ["acknowledge", "shelve"];
    case "returned":
      return ["acknowledge", "shelve"];
    case "latched":
      return ["reset", "shelve"];
    case "acknowledged":
      return ["shelve"];
    case "shelved":
      return ["unshelve"];
    default:
      return ["shelve"];
  }
}

/** The condition in words, with unit: `> 90 kN`, `outside −70 to 70 mm`. */
export function conditionOf(alarm: Pick<Alarm, "kind" | "value1" | "value2" | "unit">, signalUnit: string): string {
  const unit = alarm.unit.length > 0 ? alarm.unit : signalUnit;
  const first = formatPlain(numberOf(alarm.value1));
  const second = formatPlain(numberOf(alarm.value2));
  const with_ = (text: string, of: string): string => (of.length > 0 ? `${text} ${of}` : text);
  switch (alarm.kind) {
    case "upper":
      return with_(`> ${first}`, unit);
    case "lower":
      return with_(`< ${first}`, unit);
    case "band":
      return with_(t.outside(first, second), unit);
    case "rate":
      return with_(
        t.rate(first),
        alarm.unit.length > 0 || signalUnit.length === 0 ? alarm.unit : `${signalUnit}/s`,
      );
    case "underpeak":
      return with_(t.peak(first), unit);
    case "peakvalleychange":
      return t.peakChange(first);
    case "endofcount":
      return with_(t.count(first), unit);
    case "stale":
      return t.silent(first);
    default:
      return with_(`${alarm.kind} ${first}`, unit);
  }
}

/** Unit of what was compared with the limit. */
export function comparedUnit(alarm: Pick<Alarm, "kind">, signalUnit: string): string {
  switch (alarm.kind) {
    case "rate":
      return signalUnit.length > 0 ? `${signalUnit}/s` : "1/s";
    case "peakvalleychange":
      return "%";
    case "stale":
      return "ms";
    default:
      return signalUnit;
  }
}

/** Path of a command; `minutes` for shelve alone. */
export function commandPath(alarm: Alarm, verb: AlarmVerb, by: string, minutes?: number): string {
  const query = new URLSearchParams({ by, stream: alarm.stream, publisher: alarm.publisher });
  if (minutes !== undefined) query.set("minutes", String(minutes));
  return `/alarms/${alarm.limit}/${verb}?${query.toString()}`;
}

/** One line of what is open: `2 unacknowledged, 1 shelved`. */
export function summaryOf(alarms: readonly Alarm[]): string {
  const counts: readonly (readonly [string, number])[] = [
    [w.unacknowledged, alarms.filter(isUnacknowledged).length],
    [w.latched, alarms.filter((alarm) => alarm.state === "latched").length],
    [w.acknowledged, alarms.filter((alarm) => alarm.state === "acknowledged").length],
    [w.shelved, alarms.filter((alarm) => alarm.state === "shelved").length],
  ];
  const parts = counts.filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`);
  return parts.length > 0 ? parts.join(", ") : t.watched(alarms.length);
}
