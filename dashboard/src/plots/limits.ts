/** Limits of a plot: the lines that alarms of its signals watch, and what a limit that is tried would have done. */

import type { StreamAlarms } from "../protocol/messages";

export interface LimitLine {
  readonly signal: string;
  readonly value: number;
  readonly text: string;
  readonly severity: string;
  /** Its condition counts now. */
  readonly active: boolean;
  /** It is only tried: nothing watches it. */
  readonly isTried?: boolean;
}

/** A stretch during which a limit counted, seconds since 1970. */
export interface Excursion {
  /** Index of the limit among those that were tried. */
  readonly row: number;
  readonly signal: string;
  readonly severity: string;
  readonly fromS: number;
  /** Undefined: it still counted at the end of what was computed. */
  readonly toS: number | undefined;
  /** What crossed the limit; undefined where nothing was compared. */
  readonly value: number | undefined;
  readonly unit: string;
}

interface Alarm {
  readonly variable: string;
  readonly kind: string;
  readonly value1: number | string;
  readonly value2: number | string | null;
  readonly unit: string;
  readonly severity: string;
  readonly state: string;
  /** The state that a shelved alarm would have. */
  readonly under?: string | null;
}

const prefixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  "\u00b5": 1e-6,
  u: 1e-6,
  m: 1e-3,
  c: 1e-2,
  k: 1e3,
  M: 1e6,
  G: 1e9,
};

/** Lines of the limits of a stream, in the unit of each signal; a limit whose unit cannot be compared has none. */
export function limitLines(
  alarms: readonly StreamAlarms[],
  stream: string,
  unitOf: (signal: string) => string | undefined,
): LimitLine[] {
  const own = alarms.filter((entry) => entry.stream === stream && entry["past"] !== true);
  return own
    .flatMap((entry) => (entry["alarms"] as Alarm[] | undefined) ?? [])
    .flatMap((alarm) => linesOf(alarm, unitOf));
}

/** States in which the limit is exceeded; an acknowledged alarm still is. */
const holding: ReadonlySet<string> = new Set(["active", "acknowledged"]);

function linesOf(alarm: Alarm, unitOf: (signal: string) => string | undefined): LimitLine[] {
  const unit = unitOf(alarm.variable);
  const factor = unit === undefined ? undefined : unitFactor(alarm.unit, unit);
  if (factor === undefined) return [];
  const line = (value: number | string | null, sign: string): LimitLine[] => {
    const number = Number(value);
    if (value === null || !Number.isFinite(number)) return [];
    const text = `${alarm.variable} ${sign} ${number} ${alarm.unit || unit}`.trim();
    return [
      {
        signal: alarm.variable,
        value: number * factor,
        text,
        severity: alarm.severity,
        active: holding.has(alarm.state === "shelved" ? (alarm.under ?? "") : alarm.state),
      },
    ];
  };
  if (alarm.kind === "upper" || alarm.kind === "endofcount") return line(alarm.value1, ">");
  if (alarm.kind === "lower") return line(alarm.value1, "<");
  return alarm.kind === "band" ? [...line(alarm.value1, "<"), ...line(alarm.value2, ">")] : [];
}

/**
 * By what a number of one unit is multiplied to be of another; only prefixes are known here, everything else is
 * undefined.
 */
export function unitFactor(from: string, to: string): number | undefined {
  if (from === to || from === "") return 1;
  const [a, b] = [prefixed(from, to), prefixed(to, from)];
  if (a !== undefined) return a;
  if (b !== undefined) return 1 / b;
  const [scaleA, scaleB] = [prefixes[from[0]!], prefixes[to[0]!]];
  return from.length > 1 && from.slice(1) === to.slice(1) && scaleA !== undefined && scaleB !== undefined
    ? scaleA / scaleB
    : undefined;
}

// kN in N: the unit with one letter before it.
function prefixed(unit: string, base: string): number | undefined {
  return unit.length === base.length + 1 && unit.endsWith(base) ? prefixes[unit[0]!] : undefined;
}
