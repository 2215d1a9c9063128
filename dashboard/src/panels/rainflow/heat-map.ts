/** Classes and colours of a rainflow matrix: [range, mean, count] rows into a grid, counts into colours. */

/**
 * Counts on a grid: `counts[row * columns + column]`; columns are ranges from the smallest, rows means from the
 * smallest.
 */
export interface HeatMap {
  readonly columns: number;
  readonly rows: number;
  readonly range: readonly [number, number];
  readonly mean: readonly [number, number];
  readonly counts: Float64Array;
  readonly most: number;
  readonly total: number;
}

const classes = 32;

/** Sorts rows [range, mean, count] into at most 32 by 32 classes of one width. */
export function heatMapOf(rows: readonly (readonly number[])[]): HeatMap {
  const usable = rows.filter(([range, mean, count]) => [range, mean, count].every((value) => Number.isFinite(value)));
  const range = extent(
    usable.map((row) => row[0]!),
    0,
  );
  const mean = extent(usable.map((row) => row[1]!));
  const columns = Math.min(classes, Math.max(1, distinct(usable.map((row) => row[0]!))));
  const lines = Math.min(classes, Math.max(1, distinct(usable.map((row) => row[1]!))));
  const counts = new Float64Array(columns * lines);
  let total = 0;
  for (const [ofRange, ofMean, count] of usable as [number, number, number][]) {
    counts[classOf(ofMean, mean, lines) * columns + classOf(ofRange, range, columns)]! += count;
    total += count;
  }
  return { columns, rows: lines, range, mean, counts, most: counts.reduce((a, b) => Math.max(a, b), 0), total };
}

/**
 * The place of a count between none (0) and the most (1), on a logarithmic scale: one cycle of a million is still seen.
 */
export function shadeOf(count: number, most: number): number {
  if (!(count > 0)) return 0;
  return most <= 1 ? 1 : 0.12 + (0.88 * Math.log(Math.max(count, 1))) / Math.log(most);
}

// Cividis: even for all kinds of colour vision, and brighter means more. Nunez, Anderton, Renslow, PLoS ONE 13(7),
// 2018.
const cividis: readonly (readonly [number, number, number])[] = [
  [0, 34, 78],
  [18, 53, 112],
  [59, 73, 108],
  [87, 93, 109],
  [112, 113, 115],
  [138, 134, 120],
  [165, 156, 116],
  [195, 179, 105],
  [225, 204, 85],
  [254, 232, 56],
];

/** A colour of the scale for a shade from 0 to 1. */
export function colourOf(shade: number): string {
  const place = Math.min(Math.max(shade, 0), 1) * (cividis.length - 1);
  const low = cividis[Math.floor(place)]!;
  const high = cividis[Math.ceil(place)]!;
  const part = place - Math.floor(place);
  return `rgb(${low.map((value, index) => Math.round(value + (high[index]! - value) * part)).join(" ")})`;
}

/** Counts at which the legend has marks: powers of ten, and the most. */
export function legendCounts(most: number): readonly number[] {
  if (most < 1) return [];
  const powers = Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power);
  return powers.at(-1) === most ? powers : [...powers, most];
}

function extent(values: readonly number[], from?: number): readonly [number, number] {
  const low = values.reduce((a, b) => Math.min(a, b), from ?? Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (!(low <= high)) return [0, 1];
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

function classOf(value: number, [low, high]: readonly [number, number], count: number): number {
  return Math.min(Math.floor(((value - low) / (high - low)) * count), count - 1);
}

function distinct(values: readonly number[]): number {
  return new Set(values).size;
}
