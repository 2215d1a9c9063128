import { describe, expect, test } from "vitest";
import { arranged } from "../../src/data/signal-buffer";

const section = {
  signals: 2,
  buckets: 2,
  widthNs: 100_000_000,
  firstBucket: 7,
  min: Float64Array.of(1, 2, 10, 20),
  max: Float64Array.of(3, 4, 30, 40),
  first: Float64Array.of(1, 2, 10, 20),
  last: Float64Array.of(3, 4, 30, 40),
  count: Uint32Array.of(5, 6, 7, 8),
};

describe("arranged", () => {
  test("leaves a section as it is that has all signals in their order", () => {
    expect(arranged(section, ["a", "b"], ["a", "b"])).toBe(section);
  });

  test("gives a signal that the rig does not have no samples, and the others theirs", () => {
    const all = arranged(section, ["a", "b"], ["a", "gone", "b"]);
    expect([all.signals, all.firstBucket, all.buckets]).toEqual([3, 7, 2]);
    expect([...all.count]).toEqual([5, 6, 0, 0, 7, 8]);
    expect([...all.max]).toEqual([3, 4, 0, 0, 30, 40]);
  });
});
