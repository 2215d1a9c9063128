import { expect, test } from "vitest";
import { cycleStarts, maxCycles } from "../../src/plots/cycles";

test("cycles begin where the value rises through its middle", () => {
  const sine = Float64Array.from({ length: 400 }, (_, i) => Math.sin((2 * Math.PI * (i + 0.5)) / 100));
  expect(cycleStarts(sine, 400)).toEqual([0, 100, 200, 300]);
});

test("noise about the middle is no cycle", () => {
  const noise = Float64Array.from({ length: 100 }, (_, i) => i - 50 + (i % 2) * 3);
  expect(cycleStarts(noise, 100)).toEqual([0]);
});

test("only the newest cycles are drawn", () => {
  const sine = Float64Array.from({ length: 2000 }, (_, i) => Math.sin((2 * Math.PI * i) / 100));
  expect(cycleStarts(sine, 2000)).toHaveLength(maxCycles);
  expect(cycleStarts(sine, 2000).at(-1)).toBe(1900);
});

test("nothing is one cycle", () => {
  expect(cycleStarts(new Float64Array(0), 0)).toEqual([0]);
});
