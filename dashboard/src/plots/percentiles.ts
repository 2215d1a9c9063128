/** Percentiles of the newest values, in fixed memory. */
export class Percentiles {
  private readonly values: Float64Array;
  private taken = 0;

  constructor(readonly capacity: number) {
    this.values = new Float64Array(capacity);
  }

  get count(): number {
    return Math.min(this.taken, this.capacity);
  }

  add(value: number): void {
    this.values[this.taken++ % this.capacity] = value;
  }

  clear(): void {
    this.taken = 0;
  }

  /** The value below which a part (0 to 1) of the values is, nearest rank; NaN without values. */
  at(part: number): number {
    if (this.count === 0) return NaN;
    const sorted = this.values.slice(0, this.count).sort();
    return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!;
  }
}
