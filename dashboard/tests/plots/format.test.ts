import { describe, expect, test } from "vitest";
import { clockText, durationText, millisecondsText, momentText, tickText, valueText } from "../../src/plots/format";

describe("format", () => {
  test("values have the decimals of their range", () => {
    expect([valueText(64.98764, 160), valueText(-0.3742, 1), valueText(3, 0.001), valueText(-0.00001, 160)]).toEqual([
      "65.0",
      "\u22120.374",
      "3.000000",
      "0.0",
    ]);
    expect([valueText(NaN, 1), valueText(Infinity, 1), valueText(-Infinity, 1), valueText(1.5e9, 1e9)]).toEqual([
      "NaN",
      "+\u221e",
      "\u2212\u221e",
      "1.500e+9",
    ]);
  });

  test("labels of ticks agree in decimals", () => {
    expect([tickText(0.5, 0.1), tickText(-1, 0.1), tickText(2000, 1000), tickText(3e6, 1e6)]).toEqual([
      "0.5",
      "\u22121.0",
      "2000",
      "3.00e+6",
    ]);
  });

  test("moments in UTC, with the date of another day", () => {
    const noon = Date.UTC(2026, 10, 23, 12, 0, 7, 250) / 1000;
    expect([clockText(noon, 0, true), clockText(noon, 2, true)]).toEqual(["12:00:07", "12:00:07.25"]);
    expect([momentText(noon, 0, true, noon), momentText(noon, 1, true, noon + 86_400)]).toEqual([
      "12:00:07",
      "2026-11-23 12:00:07.2",
    ]);
  });

  test("lengths of time", () => {
    expect([durationText(-1), durationText(0.84), durationText(12.4), durationText(185)]).toEqual([
      "0.0 s",
      "0.8 s",
      "12 s",
      "3 min 05 s",
    ]);
    expect([durationText(7800), durationText(200_000)]).toEqual(["2 h 10 min", "2 d 07 h"]);
    expect([millisecondsText(612), millisecondsText(41_200), millisecondsText(412_000)]).toEqual([
      "0.61 ms",
      "41.2 ms",
      "412 ms",
    ]);
  });
});
