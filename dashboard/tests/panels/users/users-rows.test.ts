import { describe, expect, it } from "vitest";
import { daysOf, expiryOf } from "../../../src/panels/users/users-rows";

const token = { name: "graph", role: "view", created: "2026-01-01T00:00:00Z", expires: "2026-02-01T00:00:00Z" } as const;

describe("daysOf", () => {
  it.each([
    ["365", 365],
    ["", 0],
    ["0", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["a year", undefined],
    ["9999", undefined],
  ])("reads %j as %j", (text, days) => expect(daysOf(text)).toBe(days));
});

describe("expiryOf", () => {
  it("is the day", () => expect(expiryOf(token, Date.parse("2026-01-02"))).toBe("2026-02-01"));
  it("says that it is over", () => expect(expiryOf(token, Date.parse("2026-02-02"))).toBe("expired 2026-02-01"));
  it("is never without a time", () => expect(expiryOf({ ...token, expires: null }, 0)).toBe("never"));
});
