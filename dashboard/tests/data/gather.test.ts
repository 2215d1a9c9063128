import { describe, expect, test } from "vitest";
import { BucketRing } from "../../src/data/bucket-ring";
import { Drawn, gather } from "../../src/data/gather";

const second = 1e9;

/** A ring of one signal; each bucket is given as least, greatest, first, last, count. */
function ring(widthNs: number, firstBucket: number, cells: readonly (readonly number[])[], capacity = 64): BucketRing {
  const made = new BucketRing(1, widthNs, capacity);
  const plane = (i: number): Float64Array => Float64Array.from(cells, (cell) => cell[i]!);
  made.put({
    signals: 1,
    buckets: cells.length,
    widthNs,
    firstBucket,
    min: plane(0),
    max: plane(1),
    first: plane(2),
    last: plane(3),
    count: Uint32Array.from(cells, (cell) => cell[4]!),
  });
  return made;
}

function flat(value: number): readonly number[] {
  return [value, value, value, value, 1];
}

function drawnOf(layers: readonly BucketRing[], fromS: number, toS: number, widthNs: number): [number, number][] {
  const drawn = new Drawn();
  gather(layers, 1, fromS, toS, widthNs, drawn);
  return Array.from({ length: drawn.length }, (_, i) => [drawn.from[i]!, drawn.traces[0]!.last[i]!]);
}

describe("gather", () => {
  test("folds narrow buckets exactly", () => {
    const layer = ring(second, 4, [[1, 5, 1, 5, 3], [-2, 4, 4, 0, 2], flat(7), flat(8)]);
    const drawn = new Drawn();
    gather([layer], 1, 4, 8, 2 * second, drawn);
    const trace = drawn.traces[0]!;
    expect([drawn.length, [...drawn.from.subarray(0, 2)], [...drawn.to.subarray(0, 2)]]).toEqual([2, [4, 6], [6, 8]]);
    expect([trace.min[0], trace.max[0], trace.first[0], trace.last[0], trace.count[0]]).toEqual([-2, 5, 1, 0, 5]);
  });

  test("a bucket of NaN alone takes no peak of its neighbours away", () => {
    const drawn = new Drawn();
    gather([ring(second, 4, [[1, 5, 1, 5, 3], [NaN, NaN, NaN, NaN, 2]])], 1, 4, 6, 2 * second, drawn);
    const trace = drawn.traces[0]!;
    expect([trace.min[0], trace.max[0], trace.count[0]]).toEqual([1, 5, 5]);
  });

  test("an impulse one sample wide is in the bucket at every width", () => {
    const cells = Array.from({ length: 64 }, () => flat(0));
    cells[37] = [0, 1000, 0, 0, 60];
    for (let ratio = 1; ratio <= 64; ratio *= 2) {
      const drawn = new Drawn();
      gather([ring(second, 0, cells)], 1, 0, 64, ratio * second, drawn);
      expect(Math.max(...drawn.traces[0]!.max.subarray(0, drawn.length))).toBe(1000);
    }
  });

  test("empty buckets do not hide values beside them", () => {
    const drawn = new Drawn();
    gather([ring(second, 0, [[0, 0, 0, 0, 0], flat(3)])], 1, 0, 2, 2 * second, drawn);
    expect([drawn.traces[0]!.min[0], drawn.traces[0]!.count[0]]).toEqual([3, 1]);
  });

  test("the first layer that holds a bucket gives it", () => {
    const fine = ring(second, 6, [flat(6), flat(7)]);
    const old = ring(second, 4, [flat(-4), flat(-5), flat(-6), flat(-7)]);
    expect(drawnOf([fine, old], 4, 8, second)).toEqual([
      [4, -4],
      [5, -5],
      [6, 6],
      [7, 7],
    ]);
  });

  test("buckets of one width are taken in one piece over the end of the ring, but for those of a layer before it", () => {
    const old = ring(second, 0, Array.from({ length: 11 }, (_, i) => flat(-i)), 8);
    const retired = ring(second / 2, 8, [flat(4), flat(4.5), flat(5), flat(5.5)]);
    expect(drawnOf([retired, old], 0, 11, second)).toEqual([
      [3, -3],
      [4, 4.5],
      [5, 5.5],
      [6, -6],
      [7, -7],
      [8, -8],
      [9, -9],
      [10, -10],
    ]);
  });

  test("a wider layer is drawn as it is, once", () => {
    const fine = ring(second, 8, [flat(8)]);
    const wide = ring(4 * second, 0, [flat(-1), flat(-2), flat(-3)]);
    expect(drawnOf([fine, wide], 0, 9, second)).toEqual([
      [0, -1],
      [4, -2],
      [8, 8],
    ]);
  });

  test("between a finer layer and a wider one no time is left out, and none is drawn twice", () => {
    const fine = ring(second, 2, [flat(2)]);
    const later = ring(second, 6, [flat(6)]);
    const wide = ring(4 * second, 0, [flat(-1), flat(-2), flat(-3)]);
    const drawn = new Drawn();
    gather([fine, later, wide], 1, 2, 7, second, drawn);
    const stretches = Array.from({ length: drawn.length }, (_, i) => [
      drawn.from[i],
      drawn.to[i],
      drawn.traces[0]!.last[i],
    ]);
    expect(stretches).toEqual([
      [2, 3, 2],
      [3, 4, -1],
      [4, 6, -2],
      [6, 7, 6],
    ]);
  });

  test("a wide bucket that still fills adds nothing after a finer layer", () => {
    const fine = ring(second, 4, [flat(4), flat(5)]);
    const wide = ring(4 * second, 0, [flat(-1), flat(-2)]);
    expect(drawnOf([fine, wide], 0, 8, second)).toEqual([
      [0, -1],
      [4, 4],
      [5, 5],
    ]);
  });

  test("a hole of the preferred layer is filled by another", () => {
    const live = ring(second, 0, [flat(0), flat(1)]);
    live.put({
      signals: 1,
      buckets: 1,
      widthNs: second,
      firstBucket: 4,
      min: Float64Array.of(4),
      max: Float64Array.of(4),
      first: Float64Array.of(4),
      last: Float64Array.of(4),
      count: Uint32Array.of(1),
    });
    const history = ring(second, 0, [flat(-1), flat(-1), flat(-2), flat(-3)]);
    expect(drawnOf([live, history], 0, 5, second)).toEqual([
      [0, 0],
      [1, 1],
      [2, -2],
      [3, -3],
      [4, 4],
    ]);
  });

  test("works at times of today", () => {
    const bucket = Math.floor(1_790_000_000.123 / 0.0125);
    expect(
      drawnOf([ring(12_500_000, bucket, [flat(1), flat(2)])], bucket * 0.0125, (bucket + 2) * 0.0125, 12_500_000).map(
        ([, value]) => value,
      ),
    ).toEqual([1, 2]);
  });
});
