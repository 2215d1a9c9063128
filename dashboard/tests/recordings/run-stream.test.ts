import { expect, test } from "vitest";
import type { Recording } from "../../src/api/recordings";
import { firstChoices } from "../../src/panels/recordings/first-choices";
import { colourIndex } from "../../src/plots/palette";
import { streamOf } from "../../src/recordings/run-stream";

const channel = (name: string, unit: string) => ({ stream: "main", name, unit, rateHz: 1000 });

const recording = {
  channels: [
    channel("servo1.count", ""),
    channel("servo1.command", "kN"),
    channel("servo1.output", "%"),
    channel("servo1.force", "kN"),
    channel("servo1.stroke", "mm"),
    channel("ad2", "V"),
    channel("bitin1", ""),
    { stream: "other", name: "servo1.force", unit: "N", rateHz: 1 },
  ],
  calculated: [{ name: "stress", unit: "MPa", expression: "servo1.force / 10" }],
} as unknown as Recording;

test("streamOf knows groups, channels and columns by the names", () => {
  const { signals } = streamOf(recording, "main");
  expect(signals.map(({ name, group, channel, column }) => [name, group, channel, column])).toEqual([
    ["servo1.count", "servo", 0, "count"],
    ["servo1.command", "servo", 0, "command"],
    ["servo1.output", "servo", 0, "output"],
    ["servo1.force", "servo", 0, "sensor"],
    ["servo1.stroke", "servo", 0, "sensor"],
    ["ad2", "ad", 1, "value"],
    ["bitin1", "bitIn", 0, "value"],
  ]);
});

test("colours are those of live plots", () => {
  const stream = streamOf(recording, "main");
  expect(["servo1.force", "servo1.command", "servo1.output"].map((name) => colourIndex(stream, name))).toEqual([0, 1, 2]);
});

test("the first plots are command with feedback, and a loop", () => {
  expect(firstChoices(streamOf(recording, "main"))).toEqual([
    { panel: "plot", signals: ["servo1.force", "servo1.command"] },
    { panel: "plot", signals: ["servo1.stroke"] },
    { panel: "plot", signals: ["ad2"] },
    { panel: "xy", signals: ["servo1.stroke", "servo1.force"] },
  ]);
});
