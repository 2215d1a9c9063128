import { expect, test } from "vitest";
import { ApiError } from "../../src/api/api";
import type { ListedRecording } from "../../src/api/recordings";
import { commonSpan, fromStart, originOf, parseAlignment, startOf } from "../../src/recordings/align";

const run = { id: "lab/rig1/T 1", startedNs: "1790000000000000000", fromNs: "1789999999500000000", toNs: "1790000100000000000" };

function apiOf(answer: (path: string) => unknown): { get: (path: string) => Promise<never>; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    get: async (path) => {
      asked.push(path);
      return answer(path) as never;
    },
  };
}

test("startOf is when the run was started, or its first block where that is not recorded", () => {
  expect(startOf(run)).toBe(1_790_000_000);
  expect(startOf({ ...run, fromNs: "1790000050000000000" })).toBe(1_790_000_050);
  expect(startOf({ ...run, fromNs: null, toNs: null })).toBe(1_790_000_000);
});

test("originOf by cycle asks for the count that rises to its number", async () => {
  const api = apiOf(() => ({ ns: "1790000012500000000" }));
  const alignment = { by: "cycle", signal: "servo1.count", level: 10, edge: "falling" } as const;
  const origin = await originOf(api as never, run as ListedRecording, "main", alignment);
  expect(origin).toEqual({ atS: 1_790_000_012.5, reason: "" });
  expect(api.asked).toEqual([
    "/api/recordings/lab/rig1/T%201/moment?stream=main&signal=servo1.count&level=10&edge=rising",
  ]);
});

test("originOf says why a run has no such moment", async () => {
  const api = apiOf(() => {
    throw new ApiError(404, "servo1.count never reaches 10", {});
  });
  const alignment = { by: "trigger", signal: "servo1.count", level: 10, edge: "rising" } as const;
  const origin = await originOf(api as never, run as ListedRecording, "main", alignment);
  expect(origin).toEqual({ atS: undefined, reason: "servo1.count never reaches 10" });
});

test("originOf by the start asks nothing", async () => {
  const api = apiOf(() => undefined);
  expect((await originOf(api as never, run as ListedRecording, "main", fromStart)).atS).toBe(1_790_000_000);
  expect(api.asked).toEqual([]);
});

test("commonSpan is from the earlier begin to the later end", () => {
  const runs = [
    { fromS: 100, toS: 200, originS: 110 },
    { fromS: 1000, toS: 1300, originS: 1005 },
  ];
  expect(commonSpan(runs)).toEqual({ fromS: -10, toS: 295 });
  expect(commonSpan([{ fromS: 5, toS: 5, originS: 5 }])).toEqual({ fromS: 0, toS: 1 });
});

test("parseAlignment reads what a layout kept, and nothing else", () => {
  const kept = { by: "trigger", signal: "servo1.force", level: 5, edge: "falling" };
  expect(parseAlignment(kept)).toEqual(kept);
  for (const wrong of [undefined, null, 7, {}, { by: "cycle" }, { ...kept, by: "moon" }, { ...kept, level: "5" }])
    expect(parseAlignment(wrong)).toEqual(fromStart);
});
