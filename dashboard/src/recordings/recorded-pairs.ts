/** Pairs of two signals from the buckets of a window, for XY plots. */

import type { Drawn } from "../data/gather";

/**
 * First and last value of both signals in each bucket: samples of one instant where their rates are one. A gap, and a
 * bucket in which one has no sample, is a pair of NaN.
 */
export function pairsOf(drawn: Drawn): { readonly x: readonly number[]; readonly y: readonly number[] } {
  const [x, y] = drawn.traces;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; x !== undefined && y !== undefined && i < drawn.length; i++) {
    const isWhole = x.count[i] !== 0 && y.count[i] !== 0;
    if (!isWhole) {
      if (xs.length > 0 && !Number.isNaN(xs[xs.length - 1])) put(NaN, NaN);
      continue;
    }

    put(x.first[i]!, y.first[i]!);
    if (x.count[i]! > 1 || y.count[i]! > 1) put(x.last[i]!, y.last[i]!);
  }

  return { x: xs, y: ys };

  function put(one: number, other: number): void {
    xs.push(one);
    ys.push(other);
  }
}
