/** Numbers and moments as texts of a width that does not jump. */

import { decimalsOf, niceStep } from "./ticks";

const minus = "\u2212";

/** A value with the decimals that a range of `span` needs: a thousandth of it can be distinguished. */
export function valueText(value: number, span: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+\u221e" : `${minus}\u221e`;
  const magnitude = Math.max(Math.abs(value), Number.isFinite(span) ? Math.abs(span) : 0);
  if (magnitude >= 1e7 || (magnitude > 0 && magnitude < 1e-4)) return signed(value.toExponential(3));
  return signed(value.toFixed(Math.min(6, decimalsOf(niceStep(Math.max(span, 1e-9) / 1000)))));
}

/** A label of an axis with ticks of a step. */
export function tickText(value: number, step: number): string {
  const magnitude = Math.abs(value);
  return signed(
    magnitude >= 1e6 || (magnitude > 0 && step < 1e-4) ? value.toExponential(2) : value.toFixed(decimalsOf(step)),
  );
}

function signed(text: string): string {
  return /^-0*\.?0*$/.test(text) ? text.slice(1) : text.replace("-", minus);
}

/** A moment, `14:03:07.25`, in local time or UTC. */
export function clockText(seconds: number, decimals: number, utc: boolean): string {
  const scale = 10 ** decimals;
  const rounded = Math.floor(seconds * scale + 1e-6) / scale;
  const date = new Date(Math.floor(rounded) * 1000);
  const whole = utc
    ? [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
    : [date.getHours(), date.getMinutes(), date.getSeconds()];
  const text = whole.map(two).join(":");
  return decimals === 0 ? text : text + (rounded - Math.floor(rounded)).toFixed(decimals).slice(1);
}

/** A moment with its date where it is of another day than `todayS`. */
export function momentText(seconds: number, decimals: number, utc: boolean, todayS: number): string {
  const day = dayText(seconds, utc);
  const clock = clockText(seconds, decimals, utc);
  return day === dayText(todayS, utc) ? clock : `${day} ${clock}`;
}

/** The day of a moment, `2026-11-25`. */
export function dayText(seconds: number, utc: boolean): string {
  const date = new Date(seconds * 1000);
  const parts = utc
    ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    : [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map(two).join("-");
}

/** A length of time or an age: `0.8 s`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 d 04 h`. */
export function durationText(seconds: number): string {
  if (seconds < 9.95) return `${Math.max(0, seconds).toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  if (whole < 7200) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  if (whole < 172_800) return `${Math.floor(whole / 3600)} h ${two(Math.floor(whole / 60) % 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${two(Math.floor(whole / 3600) % 24)} h`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** A time of microseconds as milliseconds with three significant digits. */
export function millisecondsText(us: number): string {
  const ms = us / 1000;
  return `${ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2)} ms`;
}
