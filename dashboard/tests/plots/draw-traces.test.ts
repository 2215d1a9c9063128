import { describe, expect, test } from "vitest";
import { Drawn } from "../../src/data/gather";
import { extremes, gapsOf, isDense } from "../../src/plots/draw-traces";

/** One signal with a bucket a second; each is given as least, greatest, first, last, count. */
function drawnOf(cells: readonly (readonly number[])[]): Drawn {
  const drawn = new Drawn();
  drawn.reserve(1, cells.length);
  cells.forEach(([min, max, first, last, count], i) => {
    const trace = drawn.traces[0]!;
    [drawn.from[i], drawn.to[i]] = [i, i + 1];
    [trace.min[i], trace.max[i], trace.first[i], trace.last[i], trace.count[i]] = [min!, max!, first!, last!, count!];
  });
  drawn.length = cells.length;
  return drawn;
}

const one = [1, 1, 1, 1, 1];
const none = [0, 0, 0, 0, 0];
const frame = { min: 0, max: 100, height: 100, ratio: 1 };

describe("gapsOf", () => {
  test("finds stretches without samples and the open end", () => {
    expect(gapsOf(drawnOf([one, none, none, one]), 0.5, 6)).toEqual([
      { fromS: 1, toS: 3 },
      { fromS: 4, toS: 6 },
    ]);
  });

  test("a slow signal has no gap between its samples", () => {
    expect(gapsOf(drawnOf([one, none, none, one]), 2.5, 0)).toEqual([]);
  });

  test("before the first sample nothing is a gap", () => {
    expect(gapsOf(drawnOf([none, none, one]), 0.5, 3)).toEqual([]);
    expect(gapsOf(drawnOf([none]), 0.5, 9)).toEqual([]);
  });
});

describe("isDense", () => {
  test("noise is an envelope, a steep line is not", () => {
    const noise = drawnOf([
      [0, 20, 9, 10, 60],
      [0, 20, 11, 10, 60],
    ]);
    const steep = drawnOf([
      [0, 50, 0, 50, 60],
      [50, 100, 50, 100, 60],
    ]);
    expect([isDense(noise, noise.traces[0]!, frame, false), isDense(steep, steep.traces[0]!, frame, false)]).toEqual([
      true,
      false,
    ]);
  });

  test("stays what it was between the two thresholds", () => {
    const between = drawnOf([[0, 4, 0, 0, 60]]);
    expect([
      isDense(between, between.traces[0]!, frame, true),
      isDense(between, between.traces[0]!, frame, false),
    ]).toEqual([true, false]);
  });
});

test("extremes leave out what is not finite, empty or hidden", () => {
  const drawn = drawnOf([
    [-3, 4, 0, 0, 1],
    [NaN, NaN, 0, 0, 1],
    [-Infinity, Infinity, 0, 0, 1],
    [-9, 9, 0, 0, 0],
  ]);
  expect(extremes(drawn, [true])).toEqual({ min: -3, max: 4 });
  expect(extremes(drawn, [false]).min).toBe(Infinity);
});
