import { expect, test } from "vitest";
import type { ListedRecording } from "../../src/api/recordings";
import { selectRecordings, spanOf, stateOf } from "../../src/recordings/select-recordings";

const one = (change: Partial<ListedRecording>): ListedRecording => ({
  id: "lab/rig1/T-1",
  site: "lab",
  rig: "rig1",
  run: "T-1",
  specimen: "S1",
  operator: "kim",
  startedNs: "1",
  stoppedNs: "2",
  open: false,
  recording: false,
  kept: false,
  bytes: 1,
  blocks: 1,
  gaps: 0,
  damaged: 0,
  fromNs: "1000000000",
  toNs: "3000000000",
  streams: ["main"],
  fault: null,
  ...change,
});

test("stateOf says the worst", () => {
  expect(stateOf(one({}))).toBe("closed");
  expect(stateOf(one({ kept: true }))).toBe("kept");
  expect(stateOf(one({ open: true, recording: true }))).toBe("recording");
  expect(stateOf(one({ open: true }))).toBe("unfinished");
  expect(stateOf(one({ kept: true, damaged: 1 }))).toBe("damaged");
  expect(stateOf(one({ blocks: 0, fault: "gone" }))).toBe("unreadable");
});

test("selectRecordings wants all words, in any column", () => {
  const all = [one({}), one({ id: "2", run: "T-2", specimen: null, operator: "lee", kept: true })];
  const runs = (search: string): string[] => selectRecordings(all, search, (state) => state).map(({ run }) => run);
  expect(runs("")).toEqual(["T-1", "T-2"]);
  expect(runs("KIM s1")).toEqual(["T-1"]);
  expect(runs("lee kept rig1")).toEqual(["T-2"]);
  expect(runs("kim lee")).toEqual([]);
});

test("spanOf is 0 without blocks", () => {
  expect([spanOf(one({})), spanOf(one({ fromNs: null }))]).toEqual([2, 0]);
});
