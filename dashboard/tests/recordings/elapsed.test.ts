import { expect, test } from "vitest";
import { elapsedText } from "../../src/recordings/elapsed";

test("elapsedText is seconds below a minute, then hours, minutes, seconds", () => {
  expect([elapsedText(0, 1), elapsedText(-1.5, 0.5), elapsedText(59.99, 0.01)]).toEqual(["0 s", "\u22121.5 s", "59.99 s"]);
  expect([elapsedText(3725, 60), elapsedText(-75.5, 0.5)]).toEqual(["01:02:05", "\u221200:01:15.5"]);
});
