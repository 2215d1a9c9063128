/** Binary batches of `/live`, little endian; byte tables in docs/wire-format.md. */

const version = 1;
const batchHeaderBytes = 16;
const sectionHeaderBytes = 48;
const kindBuckets = 1;
const kindPairs = 2;
const flagReset = 1;
const flagCoarser = 2;

interface SectionHeader {
  /** Number of the subscription that the page chose. */
  readonly id: number;
  /** Forget what was held of this subscription before. */
  readonly reset: boolean;
  /** Due time of the newest block in it, seconds since 1970. */
  readonly untilS: number;
  /** Blocks that the dashboard could not take since the monitor started. */
  readonly skippedBlocks: number;
}

/** Buckets of the signals of a subscription. Plane index: signal * buckets + bucket. */
export interface BucketSection extends SectionHeader {
  readonly kind: "buckets";
  /** Wider than requested, because the page was behind. */
  readonly coarser: boolean;
  readonly signals: number;
  readonly buckets: number;
  readonly widthNs: number;
  /** Number of the first bucket on the grid of its width: start in ns / width. */
  readonly firstBucket: number;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Samples; 0 is a gap. */
  readonly count: Uint32Array;
}

/** Pairs of samples for an XY plot. */
export interface PairSection extends SectionHeader {
  readonly kind: "pairs";
  readonly pairs: number;
  /** Time base, seconds since 1970. */
  readonly baseS: number;
  /** Nanoseconds after the time base. */
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export type Section = BucketSection | PairSection;

export interface Batch {
  readonly number: number;
  /** Clock of the monitor when it was sent, seconds since 1970. */
  readonly serverS: number;
  readonly sections: readonly Section[];
}

export type Decoded = { readonly ok: true; readonly batch: Batch } | { readonly ok: false; readonly reason: string };

class Malformed extends Error {}

/**
 * Reads a batch; planes are views of `buffer`, nothing is copied. Anything that does not fit is refused with its place.
 */
export function decodeBatch(buffer: ArrayBuffer): Decoded {
  try {
    return { ok: true, batch: readBatch(buffer) };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, reason: error.message };
    throw error;
  }
}

function readBatch(buffer: ArrayBuffer): Batch {
  const view = new DataView(buffer);
  check(
    buffer.byteLength >= batchHeaderBytes,
    0,
    `${buffer.byteLength} bytes are less than a header of ${batchHeaderBytes}`,
  );
  check(view.getUint8(0) === version, 0, `version ${view.getUint8(0)}, known is ${version}`);
  const count = view.getUint16(2, true);
  const sections: Section[] = [];
  let at = batchHeaderBytes;
  for (let i = 0; i < count; i++) {
    check(at + sectionHeaderBytes <= buffer.byteLength, at, `section ${i + 1} of ${count} is cut off`);
    const bytes = view.getUint32(at + 28, true);
    check(bytes >= sectionHeaderBytes && bytes % 8 === 0, at + 28, `${bytes} is no length of a section`);
    check(
      at + bytes <= buffer.byteLength,
      at + 28,
      `a section of ${bytes} bytes reaches beyond the batch of ${buffer.byteLength}`,
    );
    sections.push(readSection(view, at, bytes));
    at += bytes;
  }

  check(at === buffer.byteLength, at, `${buffer.byteLength - at} bytes after the last section`);
  return { number: view.getUint32(4, true), serverS: seconds(view.getBigInt64(8, true)), sections };
}

function readSection(view: DataView, at: number, bytes: number): Section {
  const kind = view.getUint8(at);
  const flags = view.getUint8(at + 1);
  const header: SectionHeader = {
    id: view.getUint32(at + 4, true),
    reset: (flags & flagReset) !== 0,
    untilS: seconds(view.getBigInt64(at + 32, true)),
    skippedBlocks: Number(view.getBigUint64(at + 40, true)),
  };
  if (kind === kindBuckets) return readBuckets(view, at, bytes, header, (flags & flagCoarser) !== 0);
  check(kind === kindPairs, at, `kind ${kind} of a section is not known`);
  return readPairs(view, at, bytes, header);
}

function readBuckets(
  view: DataView,
  at: number,
  bytes: number,
  header: SectionHeader,
  coarser: boolean,
): BucketSection {
  const signals = view.getUint16(at + 2, true);
  const buckets = view.getUint32(at + 24, true);
  const cells = signals * buckets;
  expectBytes(at, bytes, cells * 32 + padded(cells * 4));
  const t0 = view.getBigInt64(at + 8, true);
  const width = view.getBigInt64(at + 16, true);
  check(width > 0n, at + 16, `${width} ns is no width`);
  check(t0 >= 0n && t0 % width === 0n, at + 8, `${t0} ns is not on the grid of ${width} ns`);
  const plane = (index: number): Float64Array =>
    new Float64Array(view.buffer as ArrayBuffer, at + sectionHeaderBytes + index * cells * 8, cells);
  return {
    ...header,
    kind: "buckets",
    coarser,
    signals,
    buckets,
    widthNs: Number(width),
    firstBucket: Number(t0 / width),
    min: plane(0),
    max: plane(1),
    first: plane(2),
    last: plane(3),
    count: new Uint32Array(view.buffer as ArrayBuffer, at + sectionHeaderBytes + cells * 32, cells),
  };
}

function readPairs(view: DataView, at: number, bytes: number, header: SectionHeader): PairSection {
  const pairs = view.getUint32(at + 24, true);
  expectBytes(at, bytes, pairs * 24);
  const plane = (index: number): Float64Array =>
    new Float64Array(view.buffer as ArrayBuffer, at + sectionHeaderBytes + index * pairs * 8, pairs);
  return {
    ...header,
    kind: "pairs",
    pairs,
    baseS: seconds(view.getBigInt64(at + 8, true)),
    t: plane(0),
    x: plane(1),
    y: plane(2),
  };
}

function expectBytes(at: number, bytes: number, content: number): void {
  const whole = sectionHeaderBytes + content;
  check(bytes === whole, at + 28, `a section of ${bytes} bytes should have ${whole}`);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

// Seconds as a double are good to 0.3 microseconds, a two-thousandth of the finest bucket.
function seconds(ns: bigint): number {
  return Number(ns) / 1e9;
}

function check(holds: boolean, at: number, reason: string): void {
  if (!holds) throw new Malformed(`byte ${at}: ${reason}`);
}
