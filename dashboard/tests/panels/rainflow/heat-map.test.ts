import { describe, expect, it } from "vitest";
import { colourOf, heatMapOf, legendCounts, shadeOf } from "../../../src/panels/rainflow/heat-map";

describe("heatMapOf", () => {
  it("keeps every cycle", () => {
    const rows = Array.from({ length: 500 }, (_, i) => [i, i % 7, 1.5]);
    const map = heatMapOf(rows);
    expect(map.total).toBeCloseTo(750);
    expect(map.counts.reduce((a, b) => a + b, 0)).toBeCloseTo(750);
  });

  it("has at most 32 classes on each axis", () => {
    const map = heatMapOf(Array.from({ length: 500 }, (_, i) => [i, i, 1]));
    expect([map.columns, map.rows]).toEqual([32, 32]);
  });

  it("puts the smallest range and mean first, the greatest last", () => {
    const map = heatMapOf([
      [0, -1, 3],
      [10, 1, 5],
    ]);
    expect([map.columns, map.rows]).toEqual([2, 2]);
    expect([...map.counts]).toEqual([3, 0, 0, 5]);
  });

  it("begins ranges at zero", () =>
    expect(
      heatMapOf([
        [10, 0, 1],
        [20, 0, 1],
      ]).range,
    ).toEqual([0, 20]));

  it("leaves out what is not finite", () =>
    expect(
      heatMapOf([
        [Number.NaN, 0, 1],
        [1, 0, 2],
      ]).total,
    ).toBe(2));

  it("has room around one mean alone", () => expect(heatMapOf([[1, 5, 1]]).mean).toEqual([4.5, 5.5]));
});

describe("shadeOf", () => {
  it("is 0 for none and 1 for the most", () => expect([shadeOf(0, 9), shadeOf(9, 9)]).toEqual([0, 1]));

  it("shows one cycle of a million", () => expect(shadeOf(1, 1e6)).toBeGreaterThan(0.1));

  it("grows with the count", () => expect(shadeOf(100, 1e6)).toBeGreaterThan(shadeOf(10, 1e6)));

  it("takes half a cycle as one", () => expect(shadeOf(0.5, 1e6)).toBe(shadeOf(1, 1e6)));
});

describe("colourOf", () => {
  it("goes from the dark end to the bright one", () =>
    expect([colourOf(0), colourOf(1)]).toEqual(["rgb(0 34 78)", "rgb(254 232 56)"]));

  it("stays within the scale", () => expect(colourOf(2)).toBe(colourOf(1)));
});

describe("legendCounts", () => {
  it("has powers of ten and the most", () => expect(legendCounts(2500)).toEqual([1, 10, 100, 1000, 2500]));

  it("is empty without cycles", () => expect(legendCounts(0)).toEqual([]));
});
