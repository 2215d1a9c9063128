import { describe, expect, test } from "vitest";
import { axisStep, decimalsOf, niceStep, steadyRange, ticks, timeStep } from "../../src/plots/ticks";

describe("ticks", () => {
  test("steps are 1, 2, 5 times a power of ten", () => {
    expect([0.0011, 0.3, 1, 1.1, 4, 5.1, 1200].map(niceStep)).toEqual([0.002, 0.5, 1, 2, 5, 10, 2000]);
    expect([niceStep(0), niceStep(NaN), niceStep(Infinity)]).toEqual([1, 1, 1]);
  });

  test("an axis has three ticks at least", () => {
    expect([axisStep(-80, 80, 3), axisStep(-80, 80, 8), axisStep(0, 1, 5)]).toEqual([50, 20, 0.2]);
  });

  test("steps of time are round parts of minutes", () => {
    expect([0.03, 0.7, 3, 8, 20, 50, 100, 400].map(timeStep)).toEqual([0.05, 1, 5, 10, 30, 60, 120, 600]);
  });

  test("ticks are exact multiples without a minus zero", () => {
    expect(ticks(-0.2, 0.3, 0.1)).toEqual([-0.2, -0.1, 0, 0.1, 0.2, 0.3]);
    expect(Object.is(ticks(-1, 1, 1)[1], 0)).toBe(true);
    expect(ticks(0, 1e9, 1)).toHaveLength(100);
  });

  test("decimals tell neighbours apart", () => {
    expect([5, 1, 0.5, 0.25, 0.02].map(decimalsOf)).toEqual([0, 0, 1, 1, 2]);
  });
});

describe("steadyRange", () => {
  test("begins and grows with round numbers", () => {
    expect(steadyRange(undefined, -65, 65)).toEqual({ min: -80, max: 80 });
    expect(steadyRange({ min: -80, max: 80 }, -65, 81)).toEqual({ min: -80, max: 100 });
  });

  test("stays while the values fill half of it, and for a constant", () => {
    const before = { min: -80, max: 80 };
    expect([steadyRange(before, -40, 41), steadyRange(before, 3, 3)]).toEqual([before, before]);
    expect(steadyRange(before, -10, 10)).toEqual({ min: -15, max: 15 });
  });

  test("gives a constant and nothing a height", () => {
    const constant = steadyRange(undefined, 5, 5);
    expect(constant.min < 5 && constant.max > 5).toBe(true);
    const zero = steadyRange(undefined, 0, 0);
    expect(zero.min < 0 && zero.max > 0).toBe(true);
    expect(steadyRange(undefined, Infinity, -Infinity)).toEqual({ min: -1, max: 1 });
  });
});
