import { describe, expect, test } from "vitest";
import { ticksOf } from "../../../src/panels/rainflow/matrix-view";

describe("axes of the rainflow matrix", () => {
  test.each([
    [[0, 49.44], ["0", "10", "20", "30", "40"]],
    [[-24.71, 24.7102], ["\u221220", "\u221210", "0", "10", "20"]],
  ] as const)("ticks of %j are steps of 1, 2 and 5", (range, texts) => {
    expect(ticksOf(range).map((tick) => tick.text)).toEqual(texts);
  });

  test("a tick stands where its value is", () => {
    expect(ticksOf([-10, 30]).map((tick) => tick.part)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  test("a range without an extent has one tick", () => {
    expect(ticksOf([5, 5])).toEqual([{ text: "5", part: 0.5 }]);
  });
});
