import { describe, expect, it } from "vitest";
import { addEvents, filterEvents, maxEvents } from "../../../src/panels/events/event-log";
import type { LiveEvent } from "../../../src/protocol/messages";

const event = (n: number, more: Partial<LiveEvent> = {}): LiveEvent => ({
  n: String(n),
  utcNs: String(1000 + n),
  kind: "note",
  stream: "rig-1",
  severity: "info",
  text: `text ${n}`,
  ...more,
});

const numbers = (events: readonly LiveEvent[]): string[] => events.map(({ n }) => n);

describe("addEvents", () => {
  it("puts the newest first", () =>
    expect(numbers(addEvents([event(1)], [event(3), event(2)]))).toEqual(["3", "2", "1"]));

  it("has each number once", () => expect(numbers(addEvents([event(1)], [event(1), event(2)]))).toEqual(["2", "1"]));

  it("orders events of one moment by number", () => {
    expect(numbers(addEvents([], [event(9, { utcNs: "5" }), event(10, { utcNs: "5" })]))).toEqual(["10", "9"]);
  });

  it("keeps no more than it has room for", () => {
    const many = Array.from({ length: maxEvents + 10 }, (_, n) => event(n));
    expect(addEvents([], many)).toHaveLength(maxEvents);
  });
});

describe("filterEvents", () => {
  const log = [
    event(1),
    event(2, { kind: "alarm", severity: "critical" }),
    event(3, { stream: "rig-2" }),
    event(4, { stream: "" }),
  ];

  it("shows one kind", () =>
    expect(numbers(filterEvents(log, { kind: "alarm", search: "", stream: undefined }))).toEqual(["2"]));

  it("shows one rig and what belongs to none", () => {
    expect(numbers(filterEvents(log, { kind: "", search: "", stream: "rig-2" }))).toEqual(["3", "4"]);
  });

  it("searches text and severity", () =>
    expect(numbers(filterEvents(log, { kind: "", search: "CRIT 2", stream: undefined }))).toEqual(["2"]));
});
