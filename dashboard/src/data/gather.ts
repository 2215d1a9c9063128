/** Puts together what a plot draws of a window: one bucket a column of pixels, each from the best layer that has it. */

import { type BucketRing, Slot } from "./bucket-ring";

/** The drawn buckets of one signal. Where count is 0 the other values mean nothing. */
export interface Trace {
  min: Float64Array;
  max: Float64Array;
  first: Float64Array;
  last: Float64Array;
  count: Uint32Array;
}

/**
 * Buckets in the order of time, for all signals of a plot; arrays are longer than `length` and kept from one draw to
 * the next.
 */
export class Drawn {
  length = 0;
  /** Width of an own bucket of the window; one from a coarser layer is wider. */
  widthNs = 1;
  /** Start and end of each bucket, seconds since 1970. */
  from = new Float64Array(0);
  to = new Float64Array(0);
  traces: Trace[] = [];

  reserve(signals: number, buckets: number): void {
    if (this.traces.length === signals && this.from.length >= buckets) return;
    const size = Math.max(buckets, this.from.length);
    this.from = new Float64Array(size);
    this.to = new Float64Array(size);
    this.traces = Array.from({ length: signals }, () => ({
      min: new Float64Array(size),
      max: new Float64Array(size),
      first: new Float64Array(size),
      last: new Float64Array(size),
      count: new Uint32Array(size),
    }));
  }
}

/**
 * Fills `drawn` with the buckets of [fromS, toS) that any layer holds. Layers are in order of preference: where two
 * hold a bucket, the first is taken. A layer with narrower buckets is folded to `widthNs`, exactly, as all are on one
 * grid; a wider bucket is drawn as it is.
 */
export function gather(
  layers: readonly BucketRing[],
  signals: number,
  fromS: number,
  toS: number,
  widthNs: number,
  drawn: Drawn,
): void {
  const width = widthNs / 1e9;
  const firstBucket = Math.floor(fromS / width);
  const buckets = Math.max(0, Math.ceil(toS / width) - firstBucket);
  drawn.reserve(signals, buckets + 1);
  drawn.widthNs = widthNs;
  drawn.length = 0;
  const end = firstBucket + buckets;
  for (let bucket = firstBucket; bucket < end;) {
    const at = layers.findIndex((candidate) => holds(candidate, bucket, widthNs));
    const layer = layers[at];
    const run = layer?.widthNs === widthNs ? layer.ownRun(bucket, untilFiner(layers, at, bucket, end, widthNs)) : 0;
    if (layer === undefined || run === 0) {
      if (layer !== undefined) append(layer, signals, bucket, widthNs, drawn);
      bucket++;
    } else {
      appendRun(layer, signals, bucket, run, drawn);
      bucket += run;
    }
  }
}

// The bucket after one at which a layer that is preferred to that at an index may begin; `end` when none does.
function untilFiner(layers: readonly BucketRing[], at: number, bucket: number, end: number, widthNs: number): number {
  let until = end;
  for (let i = 0; i < at; i++) {
    const { start, end: finerEnd, widthNs: finer } = layers[i]!;
    const from = Math.floor((start * finer) / widthNs);
    if (Math.ceil((finerEnd * finer) / widthNs) > bucket) until = Math.min(until, Math.max(bucket + 1, from));
  }

  return until;
}

// Most of a window: buckets as wide as they are drawn, all of one layer, which need no folding.
function appendRun(layer: BucketRing, signals: number, bucket: number, buckets: number, drawn: Drawn): void {
  const at = drawn.length;
  const { widthNs } = layer;
  if (at > 0 && drawn.to[at - 1]! > (bucket * widthNs) / 1e9) drawn.to[at - 1] = (bucket * widthNs) / 1e9;
  for (let i = 0; i < buckets; i++) {
    drawn.from[at + i] = ((bucket + i) * widthNs) / 1e9;
    drawn.to[at + i] = ((bucket + i + 1) * widthNs) / 1e9;
  }

  for (let signal = 0; signal < signals; signal++) layer.copyRun(signal, bucket, buckets, drawn.traces[signal]!, at);
  drawn.length += buckets;
}

function holds(layer: BucketRing, bucket: number, widthNs: number): boolean {
  if (layer.widthNs >= widthNs) return layer.slot(Math.floor((bucket * widthNs) / layer.widthNs)) !== Slot.Absent;
  const ratio = widthNs / layer.widthNs;
  const from = bucket * ratio;
  if (from < layer.start && layer.start - from > ratio / 2) return false;
  if (from + ratio <= layer.start || from >= layer.end) return false;
  for (let i = 0; i < ratio; i++) if (layer.slot(from + i) !== Slot.Absent) return true;
  return false;
}

function append(layer: BucketRing, signals: number, bucket: number, widthNs: number, drawn: Drawn): void {
  if (layer.widthNs > widthNs) appendWide(layer, signals, Math.floor((bucket * widthNs) / layer.widthNs), drawn);
  else appendFolded(layer, signals, bucket, widthNs, drawn);
}

// A wide bucket is met once for each narrow one inside it, and drawn once; what a finer layer has of its time is left
// to that.
function appendWide(layer: BucketRing, signals: number, own: number, drawn: Drawn): void {
  const width = layer.widthNs / 1e9;
  const end = (own + 1) * width;
  const before = drawn.length === 0 ? -Infinity : drawn.to[drawn.length - 1]!;
  // The newest bucket still fills: where a finer layer has some of its time, it has the newest of it too. Half of a
  // finest bucket is compared with a tolerance for rounding.
  const isFilling = own === layer.end - 1 && before > own * width + 4e-4;
  if (layer.slot(own) !== Slot.Own || isFilling || before > end - 4e-4) return;
  place(drawn, Math.max(own * width, before), end);
  for (let signal = 0; signal < signals; signal++) fold(layer, signal, own, 1, drawn.traces[signal]!, drawn.length);
  drawn.length++;
}

function appendFolded(layer: BucketRing, signals: number, bucket: number, widthNs: number, drawn: Drawn): void {
  const ratio = widthNs / layer.widthNs;
  const from = (bucket * widthNs) / 1e9;
  if (drawn.length > 0 && drawn.to[drawn.length - 1]! > from) drawn.to[drawn.length - 1] = from;
  place(drawn, from, from + widthNs / 1e9);
  for (let signal = 0; signal < signals; signal++)
    fold(layer, signal, bucket * ratio, ratio, drawn.traces[signal]!, drawn.length);
  drawn.length++;
}

function place(drawn: Drawn, fromS: number, toS: number): void {
  drawn.from[drawn.length] = fromS;
  drawn.to[drawn.length] = toS;
}

// A bucket of NaN alone takes no peak of its neighbours away.
function lesser(a: number, b: number): number {
  return a <= b || Number.isNaN(b) ? a : b;
}

function fold(layer: BucketRing, signal: number, from: number, ratio: number, trace: Trace, at: number): void {
  let count = 0;
  for (let bucket = Math.max(from, layer.start); bucket < Math.min(from + ratio, layer.end); bucket++) {
    if (layer.slot(bucket) !== Slot.Own) continue;
    const cell = layer.cell(signal, bucket);
    const samples = layer.count[cell]!;
    if (samples === 0) continue;
    if (count === 0) {
      trace.min[at] = layer.min[cell]!;
      trace.max[at] = layer.max[cell]!;
      trace.first[at] = layer.first[cell]!;
    } else {
      trace.min[at] = lesser(trace.min[at]!, layer.min[cell]!);
      trace.max[at] = -lesser(-trace.max[at]!, -layer.max[cell]!);
    }

    trace.last[at] = layer.last[cell]!;
    count += samples;
  }

  trace.count[at] = count;
}

/** Index of the drawn bucket at a moment for a signal; -1 where there is none within `gapS` before. */
export function indexAt(drawn: Drawn, trace: Trace | undefined, gapS: number, seconds: number): number {
  let low = 0;
  let high = drawn.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (drawn.from[middle]! <= seconds) low = middle + 1;
    else high = middle;
  }

  for (let i = low - 1; trace !== undefined && i >= 0; i--) {
    if (seconds - drawn.to[i]! > gapS) return -1;
    if (trace.count[i] !== 0) return i;
  }

  return -1;
}

/** Index of the newest drawn bucket of a signal; -1 without one. */
export function newestIndex(drawn: Drawn, trace: Trace | undefined): number {
  for (let i = drawn.length - 1; trace !== undefined && i >= 0; i--) if (trace.count[i] !== 0) return i;
  return -1;
}
