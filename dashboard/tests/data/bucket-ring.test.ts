import { describe, expect, test } from "vitest";
import { BucketRing, type Buckets, Slot } from "../../src/data/bucket-ring";

/** One signal whose buckets have the given value in all planes. */
function buckets(firstBucket: number, values: readonly number[], widthNs = 100): Buckets {
  const plane = Float64Array.from(values);
  return {
    signals: 1,
    buckets: values.length,
    widthNs,
    firstBucket,
    min: plane,
    max: plane,
    first: plane,
    last: plane,
    count: Uint32Array.from(values, () => 1),
  };
}

function values(ring: BucketRing): (number | undefined)[] {
  const result = [];
  for (let bucket = ring.start; bucket < ring.end; bucket++)
    result.push(ring.slot(bucket) === Slot.Own ? ring.last[ring.cell(0, bucket)] : undefined);
  return result;
}

describe("BucketRing", () => {
  test("replaces the newest bucket, which was still filling", () => {
    const ring = new BucketRing(1, 100, 8);
    ring.put(buckets(10, [1, 2]));
    ring.put(buckets(11, [3, 4]));
    expect([ring.start, ring.end, values(ring)]).toEqual([10, 13, [1, 3, 4]]);
  });

  test("forgets the oldest beyond its memory", () => {
    const ring = new BucketRing(1, 100, 4);
    for (let bucket = 0; bucket < 10; bucket++) ring.put(buckets(bucket, [bucket]));
    expect([ring.start, ring.end, values(ring)]).toEqual([6, 10, [6, 7, 8, 9]]);
  });

  test("takes the newest of more than it holds", () => {
    const ring = new BucketRing(1, 100, 3);
    ring.put(buckets(0, [0, 1, 2, 3, 4]));
    expect(values(ring)).toEqual([2, 3, 4]);
  });

  test("what never came is absent", () => {
    const ring = new BucketRing(1, 100, 8);
    ring.put(buckets(10, [1]));
    ring.put(buckets(13, [4]));
    expect(values(ring)).toEqual([1, undefined, undefined, 4]);
    expect(ring.slot(11)).toBe(Slot.Absent);
  });

  test("a coarser bucket covers several", () => {
    const ring = new BucketRing(1, 100, 8);
    ring.put(buckets(10, [1]));
    ring.put(buckets(3, [7], 400));
    expect([ring.slot(12), ring.slot(13), ring.slot(15), ring.end]).toEqual([Slot.Own, Slot.Covered, Slot.Covered, 16]);
    ring.put(buckets(16, [9]));
    expect(values(ring)).toEqual([1, undefined, 7, undefined, undefined, undefined, 9]);
  });

  test("time that went back starts over", () => {
    const ring = new BucketRing(1, 100, 4);
    ring.put(buckets(1000, [1]));
    ring.put(buckets(5, [2]));
    expect([ring.start, ring.end]).toEqual([5, 6]);
  });

  test("a jump ahead over all its memory leaves only the new", () => {
    const ring = new BucketRing(1, 100, 4);
    ring.put(buckets(0, [1]));
    ring.put(buckets(1e12, [2]));
    expect([ring.start, ring.end, values(ring)]).toEqual([1e12, 1e12 + 1, [2]]);
  });

  test("refuses other signals and widths that do not fit", () => {
    const ring = new BucketRing(2, 100, 4);
    expect([ring.put(buckets(0, [1])), new BucketRing(1, 100, 4).put(buckets(0, [1], 150))]).toEqual([false, false]);
  });

  test("an aligned ring begins and ends where a wider bucket does", () => {
    const ring = new BucketRing(1, 100, 16, 4);
    ring.put(buckets(5, [5, 6]));
    expect(ring.isEmpty).toBe(true);
    ring.put(buckets(6, [6, 7, 8, 9]));
    expect([ring.start, ring.end]).toEqual([8, 10]);
    ring.put(buckets(10, [10, 11, 12, 13]));
    ring.close();
    expect([ring.start, ring.end, values(ring)]).toEqual([8, 12, [8, 9, 10, 11]]);
  });

  test("a copy stays when the ring goes on", () => {
    const ring = new BucketRing(1, 100, 4);
    ring.put(buckets(0, [0, 1, 2, 3]));
    const copy = ring.copy(1, 3);
    ring.put(buckets(4, [4, 5, 6, 7]));
    expect([copy.start, copy.end, values(copy)]).toEqual([1, 3, [1, 2]]);
  });
});
