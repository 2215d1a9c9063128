import { expect, test } from "vitest";
import { limitLines, unitFactor } from "../../src/plots/limits";

const alarm = {
  variable: "f",
  kind: "upper",
  value1: 90,
  value2: 0,
  unit: "kN",
  severity: "critical",
  state: "normal",
};

test("limits are lines in the unit of the signal", () => {
  const alarms = [
    {
      stream: "a",
      alarms: [alarm, { ...alarm, kind: "band", value1: -1, value2: 2, state: "active" }, { ...alarm, kind: "rate" }],
    },
  ];
  const lines = limitLines(alarms, "a", () => "N");
  expect(lines.map((line) => [line.value, line.active])).toEqual([
    [90_000, false],
    [-1000, true],
    [2000, true],
  ]);
  expect(lines[0]!.text).toBe("f > 90 kN");
});

test("other streams, unknown signals and units that do not fit have none", () => {
  const alarms = [{ stream: "a", alarms: [alarm] }];
  expect([
    limitLines(alarms, "b", () => "N"),
    limitLines(alarms, "a", () => undefined),
    limitLines(alarms, "a", () => "mm"),
  ]).toEqual([[], [], []]);
  expect(limitLines([{ stream: "a", past: true, alarms: [alarm] }], "a", () => "kN")).toEqual([]);
});

test("unitFactor knows prefixes", () => {
  expect([
    unitFactor("kN", "N"),
    unitFactor("N", "kN"),
    unitFactor("MPa", "kPa"),
    unitFactor("mm", "m"),
    unitFactor("", "x"),
    unitFactor("bar", "kN"),
  ]).toEqual([1000, 0.001, 1000, 0.001, 1, undefined]);
});
