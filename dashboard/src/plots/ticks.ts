/** Places of ticks and ranges of axes, in steps of 1, 2 and 5. */

const timeSteps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000,
];

/** The smallest step of 1, 2 or 5 times a power of ten that is at least `least`. */
export function niceStep(least: number): number {
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const mantissa = least / power;
  // The tolerance keeps 0.1 + 0.2 of a step from becoming the next one.
  return power * (mantissa <= 1.0000001 ? 1 : mantissa <= 2.0000001 ? 2 : mantissa <= 5.0000001 ? 5 : 10);
}

/** A step for an axis with about `count` ticks, and never less than three where a finer step gives them. */
export function axisStep(min: number, max: number, count: number): number {
  const step = niceStep((max - min) / count);
  return ticks(min, max, step).length >= 3 ? step : niceStep((max - min) / count / 2);
}

/** A step for an axis of time in seconds: 1, 2, 5 below a second, round parts of minutes above. */
export function timeStep(least: number): number {
  return least <= 0.5 ? niceStep(least) : (timeSteps.find((step) => step >= least) ?? niceStep(least));
}

/** Multiples of a step within [min, max]. */
export function ticks(min: number, max: number, step: number): number[] {
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.min(100, Math.floor(max / step + 1e-9) - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) => round((first + i) * step, step));
}

/** Decimals that distinguish neighbouring multiples of a step. */
export function decimalsOf(step: number): number {
  return Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

/** Range of an axis. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * A range that does not jump: it grows at once to round numbers when a value is outside, and shrinks only when the
 * values fill less than half of it.
 */
export function steadyRange(before: Range | undefined, least: number, most: number): Range {
  if (!(least <= most)) return before ?? { min: -1, max: 1 };
  if (before !== undefined && least >= before.min && most <= before.max && fills(before, least, most)) return before;
  const margin = (most - least) * 0.05 || Math.max(Math.abs(most) * 0.05, 1e-9);
  const step = niceStep((most - least + 2 * margin) / 10);
  const min = Math.floor((least - margin) / step) * step;
  const max = Math.ceil((most + margin) / step) * step;
  return { min: round(min, step), max: round(max, step) };
}

// Of a constant there is nothing to fill; its range stays.
function fills(range: Range, least: number, most: number): boolean {
  return most - least >= (range.max - range.min) * 0.5 || most === least;
}

function round(value: number, step: number): number {
  if (Number.isInteger(value) && value !== 0) return value;
  const rounded = Number(value.toFixed(Math.min(20, decimalsOf(step) + 3)));
  return rounded === 0 ? 0 : rounded;
}
