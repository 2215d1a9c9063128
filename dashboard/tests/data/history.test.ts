import { expect, test } from "vitest";
import { ApiError } from "../../src/api/api";
import { bucketsOf, historyPath } from "../../src/data/history";
import { combine, readHistory } from "../../src/data/history-layer";

const answer = {
  stream: "main",
  t0: 1_790_000_000_200_000_000,
  bucketNs: 100_000_000,
  until: 0,
  channels: [
    {
      name: "f",
      min: [1, null, "NaN"],
      max: [2, null, "Infinity"],
      first: [1, null, 0],
      last: [2, null, 0],
      count: [3, 0, 1],
    },
  ],
};

test("bucketsOf finds the grid after rounded nanoseconds", () => {
  const buckets = bucketsOf(answer, "f")!;
  expect([buckets.firstBucket, buckets.widthNs, [...buckets.count]]).toEqual([17_900_000_002, 1e8, [3, 0, 1]]);
  expect([buckets.min[0], buckets.min[2], buckets.max[2]]).toEqual([1, NaN, Infinity]);
  expect(bucketsOf(answer, "g")).toBeUndefined();
});

test("historyPath keeps to what the monitor allows", () => {
  const query = new URLSearchParams(historyPath("a b", "x<y", 1e8, 1_790_000_000.5, 1e6).split("?")[1]);
  expect(Object.fromEntries(query)).toEqual({
    stream: "a b",
    channel: "x<y",
    seconds: "2678400",
    buckets: "2048",
    until: "1790000000500000000",
  });
});

test("combine puts signals side by side, with gaps for one that is missing or began later", () => {
  const later = { ...bucketsOf(answer, "f")!, firstBucket: 17_900_000_003 };
  const ring = combine([bucketsOf(answer, "f"), undefined, later])!;
  const counts = [0, 1, 2].map((signal) =>
    [2, 3, 4, 5].map((bucket) => ring.count[ring.cell(signal, 17_900_000_000 + bucket)]),
  );
  expect(counts).toEqual([
    [3, 0, 1, 0],
    [0, 0, 0, 0],
    [0, 3, 0, 1],
  ]);
  expect(combine([undefined])).toBeUndefined();
});

test("readHistory takes what the monitor has of a window that it refuses as too long", async () => {
  const asked: (string | null)[] = [];
  const get = async (path: string): Promise<unknown> => {
    const seconds = new URLSearchParams(path.split("?")[1]).get("seconds");
    asked.push(seconds);
    if (seconds !== "600") throw new ApiError(400, "seconds is '3600'", {});
    return answer;
  };
  const ring = await readHistory({ get } as never, "main", ["f"], 3600, 1_790_000_000, 100);
  expect([asked, ring?.start]).toEqual([["3600", "600"], 17_900_000_002]);
});

test("readHistory without any answer is nothing", async () => {
  const get = async (): Promise<unknown> => {
    throw new ApiError(404, "no history", {});
  };
  expect(await readHistory({ get } as never, "main", ["f"], 3600, 1_790_000_000, 100)).toBeUndefined();
});
