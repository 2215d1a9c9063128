import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../src/api/audit";
import { changeOf, filterEntries, mergeEntries } from "../../../src/panels/audit/audit-entries";

function entry(number: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    number,
    utcNs: "0",
    who: "kim",
    from: "verb tare",
    action: "variables.tare",
    target: "lab/rig1 variable load",
    old: null,
    new: null,
    sequence: null,
    ...more,
  };
}

describe("mergeEntries", () => {
  it("keeps each entry once, newest first", () => {
    const merged = mergeEntries([entry(3), entry(2)], [entry(4), entry(3, { who: "ann" }), entry(1)]);
    expect(merged.map(({ number, who }) => [number, who])).toEqual([
      [4, "kim"],
      [3, "ann"],
      [2, "kim"],
      [1, "kim"],
    ]);
  });
});

describe("filterEntries", () => {
  it("wants every word, in any case and any member", () => {
    const all = [entry(1), entry(2, { action: "testrun.start", who: "Ann" })];
    expect(filterEntries(all, "START ann").map(({ number }) => number)).toEqual([2]);
    expect(filterEntries(all, "  ").length).toBe(2);
    expect(filterEntries(all, "nobody")).toEqual([]);
  });
});

describe("changeOf", () => {
  it("shows short values, and no rows of definitions", () => {
    expect(changeOf(entry(1, { old: "0", new: "3.2" }))).toBe("0 \u2192 3.2");
    expect(changeOf(entry(1, { new: "oil changed" }))).toBe("oil changed");
    expect(changeOf(entry(1, { old: '{"name":"a"}', new: "x".repeat(200) }))).toBe("");
  });
});
