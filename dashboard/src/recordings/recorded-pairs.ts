/** Pairs of two signals from the buckets of a window, for XY plots. */

import type { Drawn } from "../data/gather";

/** Pairs in the order of time; `t` in seconds since 1970 is that of the begin or the end of their bucket. */
export interface RecordedPairs {
  readonly length: number;
  readonly t: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/**
 * First and last value of both signals in each bucket: samples of one instant where their rates are one. A gap, and a
 * bucket in which one has no sample, is a pair of NaN.
 */
export function pairsOf(drawn: Drawn): RecordedPairs {
  const [x, y] = drawn.traces;
  const times: number[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; x !== undefined && y !== undefined && i < drawn.length; i++) {
    const isWhole = x.count[i] !== 0 && y.count[i] !== 0;
    if (!isWhole) {
      if (xs.length > 0 && !Number.isNaN(xs[xs.length - 1])) put(NaN, NaN, NaN);
      continue;
    }

    put(drawn.from[i]!, x.first[i]!, y.first[i]!);
    if (x.count[i]! > 1 || y.count[i]! > 1) put(drawn.to[i]!, x.last[i]!, y.last[i]!);
  }

  return { length: xs.length, t: times, x: xs, y: ys };

  function put(atS: number, one: number, other: number): void {
    times.push(atS);
    xs.push(one);
    ys.push(other);
  }
}
