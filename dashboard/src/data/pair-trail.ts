/**
 * Pairs of samples of an XY plot in fixed memory: the newest as they came, older ones thinned out, so that a slow test
 * stays whole.
 */

import type { PairSection } from "../protocol/batch";

export class PairTrail {
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  private held = 0;
  private taken = 0;

  constructor(readonly capacity: number) {
    this.t = new Float64Array(capacity);
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
  }

  /** Pairs that are held, in the order of time. */
  get length(): number {
    return this.held;
  }

  /** Pairs that were ever put in: changes with each new one. */
  get total(): number {
    return this.taken;
  }

  clear(): void {
    this.held = 0;
  }

  /** Takes pairs; those that are no numbers have no place on the plot and are left out. */
  put(section: Pick<PairSection, "pairs" | "baseS" | "t" | "x" | "y">): void {
    for (let i = 0; i < section.pairs; i++) {
      if (!Number.isFinite(section.x[i]!) || !Number.isFinite(section.y[i]!)) continue;
      if (this.held === this.capacity) this.thin();
      this.t[this.held] = section.baseS + section.t[i]! / 1e9;
      this.x[this.held] = section.x[i]!;
      this.y[this.held] = section.y[i]!;
      this.held++;
      this.taken++;
    }
  }

  // Each second pair of the older half goes.
  private thin(): void {
    const half = this.capacity >> 1;
    for (const plane of [this.t, this.x, this.y]) {
      for (let i = 0; 2 * i < half; i++) plane[i] = plane[2 * i]!;
      plane.copyWithin(Math.ceil(half / 2), half, this.held);
    }

    this.held -= half - Math.ceil(half / 2);
  }
}
