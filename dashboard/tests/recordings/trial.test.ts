import { expect, test } from "vitest";
import type { TriedChange } from "../../src/api/recordings";
import { excursionsOf, trialLines } from "../../src/recordings/trial";

const change = (row: number, cause: string, seconds: number, value: number | null = null): TriedChange => ({
  limit: "servo1.force:upper:critical",
  row,
  state: "",
  cause,
  ns: `${seconds}000000000`,
  sequence: "1",
  value,
  unit: "kN",
});

test("excursionsOf pairs each raise with its end, for each limit by itself", () => {
  const changes = [change(0, "raised", 1, 81), change(1, "raised", 2, 82), change(0, "cleared", 3), change(0, "raised", 4, 84)];
  expect(excursionsOf({ changes }).map(({ row, fromS, toS, value }) => [row, fromS, toS, value])).toEqual([
    [0, 1, 3, 81],
    [1, 2, undefined, 82],
    [0, 4, undefined, 84],
  ]);
  expect(excursionsOf({ changes })[0]).toMatchObject({ signal: "servo1.force", severity: "critical", unit: "kN" });
});

test("excursionsOf leaves out an end without a begin and a begin that comes twice", () => {
  const changes = [change(0, "cleared", 1), change(0, "raised", 2), change(0, "raised", 3), change(0, "cleared", 4)];
  expect(excursionsOf({ changes }).map(({ fromS, toS }) => [fromS, toS])).toEqual([[2, 4]]);
});

test("trialLines are in the unit of the signal", () => {
  const row = { signal: "servo1.force", kind: "band", value: 10, value2: 20, unit: "kN", severity: "warning" };
  const lines = trialLines([row], () => "N");
  expect(lines.map(({ value, active }) => [value, active])).toEqual([
    [10_000, false],
    [20_000, false],
  ]);
  expect(trialLines([row], () => undefined)).toEqual([]);
  expect(lines[0]).toMatchObject({ text: "tried: servo1.force < 10 kN", isTried: true });
});
