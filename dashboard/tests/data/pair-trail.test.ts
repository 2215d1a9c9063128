import { expect, test } from "vitest";
import { PairTrail } from "../../src/data/pair-trail";

function put(trail: PairTrail, from: number, count: number): void {
  const t = Float64Array.from({ length: count }, (_, i) => (from + i) * 1e9);
  const x = Float64Array.from({ length: count }, (_, i) => from + i);
  trail.put({ pairs: count, baseS: 0, t, x, y: x });
}

test("keeps pairs in order", () => {
  const trail = new PairTrail(8);
  put(trail, 0, 3);
  expect([trail.length, [...trail.t.subarray(0, 3)], [...trail.x.subarray(0, 3)]]).toEqual([3, [0, 1, 2], [0, 1, 2]]);
});

test("thins out the older half when it is full, and keeps the newest", () => {
  const trail = new PairTrail(8);
  put(trail, 0, 100);
  const held = [...trail.x.subarray(0, trail.length)];
  expect(trail.length).toBeLessThanOrEqual(8);
  expect([held[0], held.at(-1)]).toEqual([0, 99]);
  expect(held).toEqual([...held].sort((a, b) => a - b));
  expect(trail.total).toBe(100);
});

test("leaves out what is no number", () => {
  const trail = new PairTrail(8);
  trail.put({
    pairs: 3,
    baseS: 0,
    t: Float64Array.of(0, 1, 2),
    x: Float64Array.of(NaN, 1, 2),
    y: Float64Array.of(0, Infinity, 3),
  });
  expect([trail.length, trail.x[0], trail.y[0]]).toEqual([1, 2, 3]);
});

test("marks where the curve is interrupted, also when pairs are thinned out", () => {
  const trail = new PairTrail(8);
  put(trail, 0, 3);
  trail.put({ pairs: 1, baseS: 0, t: Float64Array.of(3e9), x: Float64Array.of(NaN), y: Float64Array.of(NaN) });
  put(trail, 3, 5);
  expect([...trail.gap]).toEqual([0, 0, 0, 1, 0, 0, 0, 0]);
  put(trail, 8, 1);
  expect([...trail.x.subarray(0, trail.length)]).toEqual([0, 2, 4, 5, 6, 7, 8]);
  expect([...trail.gap.subarray(0, trail.length)]).toEqual([0, 0, 1, 0, 0, 0, 0]);
});
