/**
 * Pairs of samples of an XY plot in fixed memory: the newest as they came, older ones thinned out, so that a slow test
 * stays whole.
 */

import type { PairSection } from "../protocol/batch";

export class PairTrail {
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 1 where the curve is interrupted before a pair: blocks are missing there. */
  readonly gap: Uint8Array;
  private held = 0;
  private interrupted = false;
  private taken = 0;

  constructor(readonly capacity: number) {
    this.t = new Float64Array(capacity);
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
    this.gap = new Uint8Array(capacity);
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
    this.interrupted = false;
  }

  /** Takes pairs; those that are no numbers have no place on the plot and interrupt the curve. */
  put(section: Pick<PairSection, "pairs" | "baseS" | "t" | "x" | "y">): void {
    for (let i = 0; i < section.pairs; i++) {
      if (!Number.isFinite(section.x[i]!) || !Number.isFinite(section.y[i]!)) {
        this.interrupted = true;
        continue;
      }

      if (this.held === this.capacity) this.thin();
      this.t[this.held] = section.baseS + section.t[i]! / 1e9;
      this.x[this.held] = section.x[i]!;
      this.y[this.held] = section.y[i]!;
      this.gap[this.held] = this.interrupted ? 1 : 0;
      this.interrupted = false;
      this.held++;
      this.taken++;
    }
  }

  // Each second pair of the older half goes.
  private thin(): void {
    const half = this.capacity >> 1;
    this.thinGaps(half);
    for (const plane of [this.t, this.x, this.y]) {
      for (let i = 0; 2 * i < half; i++) plane[i] = plane[2 * i]!;
      plane.copyWithin(Math.ceil(half / 2), half, this.held);
    }

    this.held -= half - Math.ceil(half / 2);
  }

  // The gap before a pair that goes is before the one that follows it.
  private thinGaps(half: number): void {
    if (half % 2 === 0) this.gap[half]! |= this.gap[half - 1]!;
    for (let i = 1; 2 * i < half; i++) this.gap[i] = this.gap[2 * i]! | this.gap[2 * i - 1]!;
    this.gap.copyWithin(Math.ceil(half / 2), half, this.held);
  }
}
