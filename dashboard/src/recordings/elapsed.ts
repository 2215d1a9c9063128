/** Moments of two runs as time from their common zero. */

import { decimalsOf } from "../plots/ticks";

/** Seconds from a zero, `−1.5 s`, `00:12:30`. */
export function elapsedText(seconds: number, step: number): string {
  const sign = seconds < -1e-9 ? "\u2212" : "";
  const size = Math.abs(seconds);
  if (size < 60) return `${sign}${size.toFixed(decimalsOf(step))} s`;
  const whole = Math.floor(size + 1e-6);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const rest = step < 1 ? (size - whole).toFixed(decimalsOf(step)).slice(1) : "";
  return sign + parts.map((part) => String(part).padStart(2, "0")).join(":") + rest;
}
