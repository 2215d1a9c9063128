import { expect, test } from "vitest";
import { firstFrom, withoutSignal } from "../../src/plots/xy-limits";

const pairs = { length: 4, t: [1, NaN, 2, 3], x: [10, NaN, 20, 30], y: [10, NaN, 20, 30] };

test("firstFrom is the pair at which a stretch begins, past a gap", () => {
  expect([0, 1.5, 3, 4].map((seconds) => firstFrom(pairs, seconds))).toEqual([0, 2, 3, 4]);
});

test("withoutSignal leaves what the axis does not say", () => {
  const text = "tried: servo1.force > 40 kN";
  const limit = { signal: "servo1.force", value: 40, text, severity: "watch", active: false };
  expect(withoutSignal(limit).text).toBe("tried: > 40 kN");
});
