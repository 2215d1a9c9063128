/** Buckets of some signals at one width, the newest of them: a ring of fixed memory on the absolute grid of time. */

import type { BucketSection } from "../protocol/batch";

/** Content of a slot of the ring. */
export const enum Slot {
  /** Never received. */
  Absent = 0,
  /** Received; a count of 0 is a gap. */
  Own = 1,
  /** Inside a wider bucket that is in a slot before. */
  Covered = 2,
}

/** The planes of a section, of whatever origin. */
export type Buckets = Pick<
  BucketSection,
  "signals" | "buckets" | "widthNs" | "firstBucket" | "min" | "max" | "first" | "last" | "count"
>;

type Planes = Pick<BucketSection, "min" | "max" | "first" | "last" | "count">;

const planes = ["min", "max", "first", "last", "count"] as const;

export class BucketRing {
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly count: Uint32Array;
  private readonly slots: Uint8Array;
  private startBucket = 0;
  private endBucket = 0;

  /**
   * Memory: 36 bytes a signal and bucket. The first bucket that is held is a multiple of `align`: where it takes over
   * from a ring of wider buckets, no bucket of that is cut.
   */
  constructor(
    readonly signals: number,
    readonly widthNs: number,
    readonly capacity: number,
    private readonly align = 1,
  ) {
    const cells = signals * capacity;
    this.min = new Float64Array(cells);
    this.max = new Float64Array(cells);
    this.first = new Float64Array(cells);
    this.last = new Float64Array(cells);
    this.count = new Uint32Array(cells);
    this.slots = new Uint8Array(capacity);
  }

  /** Number of the oldest bucket that is held. */
  get start(): number {
    return this.startBucket;
  }

  /** Number after the newest bucket; equal to {@link start} when nothing is held. */
  get end(): number {
    return this.endBucket;
  }

  get isEmpty(): boolean {
    return this.startBucket === this.endBucket;
  }

  clear(): void {
    this.startBucket = this.endBucket = 0;
    this.slots.fill(Slot.Absent);
  }

  slot(bucket: number): Slot {
    return bucket >= this.startBucket && bucket < this.endBucket ? this.slots[bucket % this.capacity]! : Slot.Absent;
  }

  /** Index of a bucket in the planes. */
  cell(signal: number, bucket: number): number {
    return signal * this.capacity + (bucket % this.capacity);
  }

  /** How many buckets from one on, up to another, are held one by one: none absent, none within a wider one. */
  ownRun(from: number, to: number): number {
    const end = from >= this.startBucket ? Math.min(to, this.endBucket) : from;
    let bucket = from;
    while (bucket < end && this.slots[bucket % this.capacity] === Slot.Own) bucket++;
    return bucket - from;
  }

  /** Copies buckets of a signal that follow each other to an index of other planes. */
  copyRun(signal: number, from: number, buckets: number, to: Planes, at: number): void {
    const begin = this.cell(signal, from);
    // After the last cell of the signal the ring continues with its first.
    const before = Math.min(buckets, (signal + 1) * this.capacity - begin);
    for (const plane of planes) {
      const source: Float64Array | Uint32Array = this[plane];
      to[plane].set(source.subarray(begin, begin + before), at);
      if (before === buckets) continue;
      const first = signal * this.capacity;
      to[plane].set(source.subarray(first, first + buckets - before), at + before);
    }
  }

  /**
   * Takes buckets of this width or a multiple of it; those that are held already are replaced. Buckets far behind the
   * newest mean that the time of the rig went back: what is held is forgotten. False when they do not fit: other
   * signals, or a width that is no multiple.
   */
  put(section: Buckets): boolean {
    const ratio = section.widthNs / this.widthNs;
    if (section.signals !== this.signals || !Number.isInteger(ratio)) return false;
    const from = section.firstBucket * ratio;
    const to = from + section.buckets * ratio;
    if (!this.isEmpty && (to <= this.endBucket - this.capacity || from >= this.endBucket + this.capacity)) this.clear();
    if (this.isEmpty && !this.begin(Math.max(from, to - this.capacity), to)) return true;
    this.extendTo(to);
    for (let b = 0; b < section.buckets; b++) this.putOne(section, b, from + b * ratio, ratio);
    return true;
  }

  /** Drops the newest buckets back to a multiple of the alignment: nothing more comes. */
  close(): void {
    this.endBucket = Math.max(this.startBucket, Math.floor(this.endBucket / this.align) * this.align);
  }

  /** A copy of what is held of [from, to), for a paused view. */
  copy(from: number, to: number): BucketRing {
    const start = Math.max(from, this.startBucket);
    const end = Math.max(start, Math.min(to, this.endBucket));
    const held = new BucketRing(this.signals, this.widthNs, Math.max(1, end - start));
    held.startBucket = start;
    held.endBucket = end;
    for (let bucket = start; bucket < end; bucket++) {
      held.slots[bucket % held.capacity] = this.slot(bucket);
      for (let signal = 0; signal < this.signals; signal++)
        held.copyCell(held.cell(signal, bucket), this, this.cell(signal, bucket));
    }

    return held;
  }

  private begin(from: number, to: number): boolean {
    this.startBucket = this.endBucket = Math.ceil(from / this.align) * this.align;
    if (this.startBucket < to) return true;
    this.clear();
    return false;
  }

  private extendTo(to: number): void {
    for (let bucket = this.endBucket; bucket < to; bucket++) this.slots[bucket % this.capacity] = Slot.Absent;
    this.endBucket = Math.max(this.endBucket, to);
    this.startBucket = Math.max(this.startBucket, this.endBucket - this.capacity);
  }

  private putOne(section: Buckets, index: number, bucket: number, ratio: number): void {
    if (bucket < this.startBucket) return;
    for (let i = 1; i < ratio; i++) this.slots[(bucket + i) % this.capacity] = Slot.Covered;
    this.slots[bucket % this.capacity] = Slot.Own;
    for (let signal = 0; signal < this.signals; signal++)
      this.copyCell(this.cell(signal, bucket), section, signal * section.buckets + index);
  }

  private copyCell(cell: number, from: Planes, at: number): void {
    this.min[cell] = from.min[at]!;
    this.max[cell] = from.max[at]!;
    this.first[cell] = from.first[at]!;
    this.last[cell] = from.last[at]!;
    this.count[cell] = from.count[at]!;
  }
}
