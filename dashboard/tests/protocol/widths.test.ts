import { expect, test } from "vitest";
import { finestWidthNs, gridWidth, widthFor, widthWithPoints } from "../../src/protocol/widths";

test("gridWidth is 100 ms halved or doubled", () => {
  expect([1, 781_250, 781_251, 60e6, 100e6, 100e6 + 1, 700e6].map(gridWidth)).toEqual([
    finestWidthNs,
    781_250,
    1_562_500,
    100e6,
    100e6,
    200e6,
    800e6,
  ]);
});

test("widthFor gives one or two buckets a column", () => {
  for (const spanS of [0.05, 1, 10, 60, 600]) {
    for (const columns of [300, 800, 3000]) {
      const buckets = (spanS * 1e9) / widthFor(spanS, columns);
      expect(buckets).toBeLessThanOrEqual(columns * 2.000001);
      if (widthFor(spanS, columns) > finestWidthNs) expect(buckets).toBeGreaterThan(columns * 0.999999);
    }
  }
});

test("widthWithPoints gives at least so many buckets", () => {
  expect([widthWithPoints(12.5, 2000), widthWithPoints(10, 2000), widthWithPoints(0.05, 2000)]).toEqual([
    6_250_000,
    3_125_000,
    finestWidthNs,
  ]);
});
