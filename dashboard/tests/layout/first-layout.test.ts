import { describe, expect, test } from "vitest";
import { firstLayout, plotGroups, xyPairs } from "../../src/layout/first-layout";
import { columns, rows, shown } from "../../src/layout/layout";
import type { StreamEntry } from "../../src/data/catalogue";
import { calculatedOf, servoStream, streamOf } from "./streams";

describe("first layout", () => {
  test("command and feedback stand together, other sensors by unit", () => {
    expect(
      plotGroups(servoStream(2))
        .slice(0, 3)
        .map((group) => group.signals),
    ).toEqual([
      ["servo1.force", "servo1.command"],
      ["servo2.force", "servo2.command"],
      ["servo1.stroke", "servo2.stroke"],
    ]);
  });

  test("no plot of bits and counts, no signal twice", () => {
    const names = plotGroups(servoStream(3)).flatMap((group) => group.signals);
    expect(names.some((name) => /count|bit/.test(name))).toBe(false);
    expect(new Set(names).size).toBe(names.length);
  });

  test("stress over strain where there is one, else force over stroke", () => {
    expect(xyPairs(servoStream(1))).toEqual([
      { x: "servo1.stroke", y: "servo1.force" },
      { x: "servo1.command", y: "servo1.force" },
    ]);
    const tensile = servoStream(1, [calculatedOf("eng_stress", "MPa"), calculatedOf("eng_strain", "%")]);
    expect(xyPairs(tensile)[0]).toEqual({ x: "eng_strain", y: "eng_stress" });
  });

  test.each([1, 2, 4, 16])("at most eight plots fill the screen, with %i channels", (channels) => {
    const main = shown(firstLayout(servoStream(channels), ["alarms", "values", "channels"]), "main");
    expect(main.length).toBeLessThanOrEqual(8);
    const area = main.reduce((sum, item) => sum + item.width * item.height, 0);
    expect(area).toBeLessThanOrEqual(columns * rows);
    for (const item of main)
      if (item.panel === "plot") expect((item.settings["signals"] as string[]).length).toBeLessThanOrEqual(8);
  });

  test("64 channels are all in sight, eight a plot", () => {
    const plots = shown(firstLayout(servoStream(64), []), "main");
    expect(plots.map((item) => item.panel)).toEqual(Array.from({ length: 8 }, () => "plot"));
    const names = plots.flatMap((item) => item.settings["signals"] as string[]);
    expect(names).toEqual(Array.from({ length: 64 }, (_, i) => `servo${i + 1}.force`));
  });

  test("lamps stand beside the plots of a rig that has digital lines, and of no other", () => {
    const panelsOf = (stream: StreamEntry): string[] =>
      shown(firstLayout(stream, ["values", "bits"]), "side").map((item) => item.panel);
    const force = { name: "servo1.force", unit: "kN", channel: 0, column: "sensor", rateHz: 100 } as const;
    const line = { name: "bitin1", unit: "", channel: 0, column: "value", rateHz: 100 } as const;
    expect(panelsOf(streamOf([{ ...force, group: "servo" }]))).toEqual(["values"]);
    expect(panelsOf(streamOf([{ ...line, group: "bitIn" }]))).toEqual(["values", "bits"]);
  });

  test("values stand at the side, the rest in the dock, alarms in their strip", () => {
    const layout = firstLayout(servoStream(1), ["alarms", "values", "channels", "rainflow"]);
    expect([shown(layout, "side"), shown(layout, "dock")].map((items) => items.map((item) => item.panel))).toEqual([
      ["values"],
      ["channels", "rainflow"],
    ]);
  });

  test("a stream without signals has no plots", () => {
    expect(shown(firstLayout(streamOf([]), []), "main")).toEqual([]);
  });

  test("4096 analogue inputs are split over plots", () => {
    const stream = streamOf(
      Array.from({ length: 4096 }, (_, i) => ({
        name: `ad${i}`,
        unit: "V",
        group: "ad" as const,
        channel: i,
        column: "value" as const,
        rateHz: 1,
      })),
    );
    expect(shown(firstLayout(stream, []), "main")).toHaveLength(8);
  });
});
