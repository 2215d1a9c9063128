/** Where cycles begin in a trail of values: upward crossings of the middle, with a dead band against noise. */

const deadBand = 0.1;
/** More cycles than this are not drawn. */
export const maxCycles = 6;

/**
 * Indices at which the newest cycles begin, oldest first, always with a first one from which on is drawn. Values that
 * never return, as in a tensile test, are one cycle.
 */
export function cycleStarts(values: Float64Array, length: number): number[] {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < length; i++) {
    min = Math.min(min, values[i]!);
    max = Math.max(max, values[i]!);
  }

  const middle = (min + max) / 2;
  const low = middle - (max - min) * deadBand;
  const starts: number[] = [];
  let below = false;
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    if (value < low) below = true;
    else if (below && value >= middle) {
      starts.push(i);
      below = false;
    }
  }

  // The cycle under way and the last whole one count as the newest; one crossing alone is the start of a test.
  if (starts.length < 2) return [0];
  return starts.length > maxCycles ? starts.slice(-maxCycles) : [0, ...starts];
}
