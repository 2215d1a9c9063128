import { expect, test } from "vitest";
import { Drawn } from "../../src/data/gather";
import { pairsOf } from "../../src/recordings/recorded-pairs";

test("pairsOf gives first and last of each bucket, and NaN once for a gap", () => {
  const drawn = new Drawn();
  drawn.reserve(2, 4);
  drawn.length = 4;
  const counts = [2, 0, 0, 1];
  drawn.traces.forEach((trace, signal) =>
    counts.forEach((count, i) => {
      trace.count[i] = count;
      trace.first[i] = 10 * signal + i;
      trace.last[i] = 10 * signal + i + 0.5;
    }),
  );
  drawn.from.set([1, 2, 3, 4]);
  drawn.to.set([2, 3, 4, 5]);
  expect(pairsOf(drawn)).toEqual({
    length: 4,
    t: [1, 2, NaN, 4],
    x: [0, 0.5, NaN, 3],
    y: [10, 10.5, NaN, 13],
  });
});
