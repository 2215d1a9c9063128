import { expect, test } from "vitest";
import { firstFrom } from "../../src/plots/xy-limits";

const pairs = { length: 4, t: [1, NaN, 2, 3], x: [10, NaN, 20, 30], y: [10, NaN, 20, 30] };

test("firstFrom is the pair at which a stretch begins, past a gap", () => {
  expect([0, 1.5, 3, 4].map((seconds) => firstFrom(pairs, seconds))).toEqual([0, 2, 3, 4]);
});
