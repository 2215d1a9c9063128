/** Builds batches byte by byte, after the tables of docs/wire-format.md, without the code under test. */

export interface BucketBytes {
  readonly id: number;
  readonly flags?: number;
  readonly t0: bigint;
  readonly widthNs: bigint;
  readonly untilNs?: bigint;
  /** Of each signal its buckets: least, greatest, first, last, count. */
  readonly signals: readonly (readonly (readonly [number, number, number, number, number])[])[];
}

export function bucketSection(section: BucketBytes): Uint8Array {
  const signals = section.signals.length;
  const buckets = section.signals[0]?.length ?? 0;
  const cells = signals * buckets;
  const bytes = 48 + cells * 32 + Math.ceil((cells * 4) / 8) * 8;
  const view = header(
    1,
    section.flags ?? 0,
    signals,
    section.id,
    section.t0,
    section.widthNs,
    buckets,
    bytes,
    section.untilNs ?? 0n,
  );
  section.signals.flat().forEach((bucket, cell) => {
    for (let plane = 0; plane < 4; plane++) view.setFloat64(48 + (plane * cells + cell) * 8, bucket[plane]!, true);
    view.setUint32(48 + cells * 32 + cell * 4, bucket[4], true);
  });
  return new Uint8Array(view.buffer);
}

export function pairSection(id: number, t0: bigint, pairs: readonly (readonly [number, number, number])[]): Uint8Array {
  const view = header(2, 0, 1, id, t0, 0n, pairs.length, 48 + pairs.length * 24, 0n);
  pairs.forEach((pair, i) =>
    pair.forEach((value, plane) => view.setFloat64(48 + (plane * pairs.length + i) * 8, value, true)),
  );
  return new Uint8Array(view.buffer);
}

export function batch(number: number, serverNs: bigint, ...sections: Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(16 + sections.reduce((sum, section) => sum + section.length, 0));
  const view = new DataView(whole.buffer);
  view.setUint8(0, 1);
  view.setUint16(2, sections.length, true);
  view.setUint32(4, number, true);
  view.setBigInt64(8, serverNs, true);
  let at = 16;
  for (const section of sections) {
    whole.set(section, at);
    at += section.length;
  }

  return whole.buffer;
}

function header(
  kind: number,
  flags: number,
  signals: number,
  id: number,
  t0: bigint,
  width: bigint,
  count: number,
  bytes: number,
  until: bigint,
): DataView {
  const view = new DataView(new ArrayBuffer(bytes));
  view.setUint8(0, kind);
  view.setUint8(1, flags);
  view.setUint16(2, signals, true);
  view.setUint32(4, id, true);
  view.setBigInt64(8, t0, true);
  view.setBigInt64(16, width, true);
  view.setUint32(24, count, true);
  view.setUint32(28, bytes, true);
  view.setBigInt64(32, until, true);
  view.setBigUint64(40, 7n, true);
  return view;
}
