import { expect, test } from "vitest";
import { colourIndex } from "../../src/plots/palette";
import { servoStream } from "../layout/streams";

test("columns of a channel differ, and so does one column over channels", () => {
  const stream = servoStream(4);
  const columns = ["command", "output", "force", "stroke"].map((column) => colourIndex(stream, `servo1.${column}`));
  const channels = [1, 2, 3, 4].map((channel) => colourIndex(stream, `servo${channel}.stroke`));
  expect([new Set(columns).size, new Set(channels).size]).toEqual([4, 4]);
});

test("an unknown signal has a colour too", () => {
  expect(colourIndex(undefined, "x")).toBe(0);
});
