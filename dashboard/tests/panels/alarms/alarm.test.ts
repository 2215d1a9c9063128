import { describe, expect, it } from "vitest";
import {
  type Alarm,
  alarmsOf,
  commandPath,
  comparedUnit,
  conditionOf,
  keyOf,
  sortAlarms,
  summaryOf,
  verbsOf,
} from "../../../src/panels/alarms/alarm";

function alarm(limit: number, more: Partial<Alarm> = {}): Alarm {
  return {
    stream: "rig-1",
    publisher: "p",
    past: false,
    limit,
    variable: `v${limit}`,
    kind: "upper",
    value1: 90,
    value2: 0,
    unit: "kN",
    severity: "warning",
    latch: false,
    state: "active",
    under: "active",
    sinceUtcNs: 0,
    value: 91,
    shelvedUntilUtcNs: 0,
    by: "",
    ...more,
  };
}

const limits = (alarms: readonly Alarm[]): number[] => alarms.map((one) => one.limit);

describe("alarmsOf", () => {
  it("gives each alarm its stream and publisher", () => {
    const { stream, publisher, past, ...rest } = alarm(1);
    expect(alarmsOf([{ stream, publisher, alarms: [rest] }])).toEqual([{ ...rest, stream, publisher, past }]);
  });
});

describe("sortAlarms", () => {
  it("puts unacknowledged before worse ones that somebody has seen", () => {
    expect(
      limits(sortAlarms([alarm(1, { state: "acknowledged", severity: "severe" }), alarm(2, { severity: "watch" })])),
    ).toEqual([2, 1]);
  });

  it("goes by severity, then by the newest", () => {
    const sorted = sortAlarms([
      alarm(1, { sinceUtcNs: 1 }),
      alarm(2, { sinceUtcNs: 2 }),
      alarm(3, { severity: "critical" }),
    ]);
    expect(limits(sorted)).toEqual([3, 2, 1]);
  });

  it("takes an alarm that came back unseen as unacknowledged", () => {
    expect(limits(sortAlarms([alarm(1, { state: "latched" }), alarm(2, { state: "returned" })]))).toEqual([2, 1]);
  });

  it("puts shelved and normal last", () => {
    const sorted = sortAlarms([
      alarm(1, { state: "normal" }),
      alarm(2, { state: "shelved" }),
      alarm(3, { state: "acknowledged" }),
    ]);
    expect(limits(sorted)).toEqual([3, 2, 1]);
  });

  it("keeps the order of what a person looks at, and puts new ones after", () => {
    const [seen, fresh] = [alarm(1, { severity: "watch" }), alarm(2, { severity: "severe" })];
    expect(limits(sortAlarms([fresh, seen], [keyOf(seen)]))).toEqual([1, 2]);
  });
});

describe("verbsOf", () => {
  it("resets what is latched and acknowledges nothing there", () =>
    expect(verbsOf(alarm(1, { state: "latched" }))).toEqual(["reset", "shelve"]));

  it("ends a shelf", () => expect(verbsOf(alarm(1, { state: "shelved" }))).toEqual(["unshelve"]));

  it("acknowledges what came back", () => expect(verbsOf(alarm(1, { state: "returned" }))).toContain("acknowledge"));
});

describe("conditionOf", () => {
  it("has the unit of the limit", () => expect(conditionOf(alarm(1), "N")).toBe("> 90 kN"));

  it("has the unit of the signal when the limit has none", () =>
    expect(conditionOf(alarm(1, { unit: "" }), "N")).toBe("> 90 N"));

  it("says both ends of a band", () => {
    expect(conditionOf(alarm(1, { kind: "band", value1: -70, value2: 70, unit: "mm" }), "mm")).toBe(
      "outside −70 to 70 mm",
    );
  });

  it("says ms for stale", () =>
    expect(conditionOf(alarm(1, { kind: "stale", value1: 500, unit: "" }), "kN")).toBe("no value for 500 ms"));
});

describe("comparedUnit", () => {
  it("is a rate for a rate", () => expect(comparedUnit({ kind: "rate" }, "kN")).toBe("kN/s"));

  it("is percent for a change", () => expect(comparedUnit({ kind: "peakvalleychange" }, "kN")).toBe("%"));
});

describe("commandPath", () => {
  it("names limit, verb, person, stream and publisher", () => {
    expect(commandPath(alarm(7, { stream: "rig 1" }), "shelve", "kim", 15)).toBe(
      "/alarms/7/shelve?by=kim&stream=rig+1&publisher=p&minutes=15",
    );
  });
});

describe("summaryOf", () => {
  it("counts what is open", () => {
    expect(summaryOf([alarm(1), alarm(2, { state: "returned" }), alarm(3, { state: "shelved" })])).toBe(
      "2 unacknowledged, 1 shelved",
    );
  });

  it("says how many limits are watched in silence", () =>
    expect(summaryOf([alarm(1, { state: "normal" })])).toBe("No alarms, 1 limit watched"));

  it("says that nothing is watched", () => expect(summaryOf([])).toBe("No limits are watched"));
});
