import { describe, expect, test } from "vitest";
import type { Overview, OverviewRig } from "../../src/api/overview";
import { filterRigs, nameOf, rateOf, sortRigs } from "../../src/ui/overview-order";

function rig(name: string, change: Partial<OverviewRig> = {}): OverviewRig {
  return {
    stream: `lab/${name}/main`,
    station: `lab/${name}`,
    connection: 0,
    connector: "tcp://127.0.0.1:5556",
    state: "live",
    ageMs: 5,
    delivered: 100,
    lost: 0,
    missing: 0,
    healed: 0,
    alarms: [],
    run: null,
    fault: null,
    ...change,
  };
}

const alarm = (severity: string, unacknowledged = 1): Partial<OverviewRig> => ({
  alarms: [{ severity, count: 1, unacknowledged }],
});

describe("sortRigs", () => {
  test("puts a rig without data before any alarm, then alarms by severity, then faults and gaps", () => {
    const rigs = [
      rig("a"),
      rig("b", { state: "gap" }),
      rig("c", alarm("warning")),
      rig("d", { fault: "the database cannot be read" }),
      rig("e", alarm("severe")),
      rig("f", { state: "stale" }),
      rig("g", { state: "missing" }),
      rig("h", alarm("severe", 0)),
    ];
    expect(sortRigs(rigs, "worst").map((one) => one.station.slice(-1)).join("")).toBe("gfehcdba");
  });

  test("sorts by name with numbers as numbers", () => {
    const rigs = [rig("rig10"), rig("rig9", { state: "missing" })];
    expect(sortRigs(rigs, "name").map((one) => one.station)).toEqual(["lab/rig9", "lab/rig10"]);
  });
});

test("nameOf is the station, and the stream where the station has several", () => {
  const one = rig("a");
  const slow = rig("a", { stream: "lab/a/slow" });
  expect(nameOf(one, [one])).toBe("lab/a");
  expect(nameOf(one, [one, slow])).toBe("lab/a/main");
  const unheard = rig("b", { stream: null, state: "missing" });
  expect(nameOf(unheard, [unheard])).toBe("lab/b");
});

test("filterRigs finds words of name, state, alarm and test run", () => {
  const run = { name: "Fatigue 7", startedUtc: "2026-03-01T12:00:00Z", recorded: true };
  const rigs = [rig("a"), rig("b", alarm("critical")), rig("c", { run })];
  expect(filterRigs(rigs, "CRITICAL").map((one) => one.station)).toEqual(["lab/b"]);
  expect(filterRigs(rigs, "fatigue lab/c").map((one) => one.station)).toEqual(["lab/c"]);
  expect(filterRigs(rigs, " ").length).toBe(3);
});

test("rateOf is that between two answers, and unknown without a former one or after a restart", () => {
  const answer = (timeNs: string, delivered: number): Overview => ({ timeNs, rigs: [rig("a", { delivered })] });
  const now = answer("3000000000", 700);
  expect(rateOf(now, now.rigs[0]!, answer("1000000000", 100))).toBe(300);
  expect(rateOf(now, now.rigs[0]!, undefined)).toBeNaN();
  expect(rateOf(now, now.rigs[0]!, answer("1000000000", 900))).toBeNaN();
});
