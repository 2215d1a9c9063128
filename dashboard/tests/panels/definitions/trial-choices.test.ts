import { expect, test } from "vitest";
import type { ListedRecording } from "../../../src/api/recordings";
import { trialChoices } from "../../../src/panels/definitions/trial-choices";

const one = (id: string, change: Partial<ListedRecording> = {}): ListedRecording =>
  ({ id, blocks: 1, streams: ["main"], recording: false, ...change }) as ListedRecording;

test("trialChoices has what goes on first, and leaves out other rigs and what has no blocks", () => {
  const other = one("other", { streams: ["b"] });
  const all = [one("new"), other, one("now", { recording: true }), one("empty", { blocks: 0 })];
  expect(trialChoices(all, "main").map(({ id }) => id)).toEqual(["now", "new"]);
  expect(trialChoices(all, "")).toEqual([]);
});
