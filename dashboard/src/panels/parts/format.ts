/** Numbers, times and ages as panels show them. Widths do not depend on the value, so that nothing jumps. */

const maxDecimals = 9;
const usualDigits = 5;
const usualDecimals = 3;

/** A value as JSON has it: what JSON has no number for is a string. */
export type JsonNumber = number | string;

/** The number; `"NaN"`, `"Infinity"` and whatever is no number are what they say, or NaN. */
export function numberOf(value: JsonNumber | null | undefined): number {
  return value === null || value === undefined ? Number.NaN : Number(value);
}

/** Digits after the decimal point that show five digits of the largest magnitude of a range. */
export function decimalsOf(min: number | undefined, max: number | undefined): number {
  const largest = Math.max(Math.abs(min ?? Number.NaN), Math.abs(max ?? Number.NaN));
  if (!Number.isFinite(largest) || largest === 0) return usualDecimals;
  return Math.min(Math.max(usualDigits - 1 - Math.floor(Math.log10(largest)), 0), maxDecimals);
}

/** A value with a fixed number of decimals; very large ones with an exponent, NaN as a dash. */
export function formatValue(value: number, decimals: number): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  const text = Math.abs(value) >= 1e9 ? value.toExponential(usualDigits - 1) : value.toFixed(decimals);
  return text.replace("-", "−");
}

/** A value with five significant digits, for what has no range of its own. */
export function formatSignificant(value: number): string {
  return formatValue(value, decimalsOf(value, value));
}

/** A number as it was written: no decimals are added. Minus signs as those of values. */
export function formatPlain(value: number): string {
  return Number.isFinite(value) ? String(value).replace("-", "−") : formatValue(value, 0);
}

/** Bytes with a unit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  return `${(bytes / 10 ** (3 * power)).toFixed(1)} ${units[power - 1]}`;
}

/** UTC nanoseconds as a whole number: new forms have a string, old ones a number. */
export function nsOf(ns: string | number): bigint {
  return typeof ns === "number" ? BigInt(Math.round(ns)) : BigInt(ns);
}
