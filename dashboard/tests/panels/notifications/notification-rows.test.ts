import { describe, expect, it } from "vitest";
import type { NotificationTarget } from "../../../src/api/notifications";
import { changeOf, minutesOf, targetStyle } from "../../../src/panels/notifications/notification-rows";

const target: NotificationTarget = {
  name: "night",
  target: "email: mail.lab",
  queued: 3,
  sent: 3,
  dropped: 0,
  held: 0,
  suppressed: 0,
  failures: 0,
  fault: null,
  lastSentNs: null,
  lastTitle: null,
  pausedUntilNs: null,
  settings: { kinds: ["alarm"], minSeverity: "info", perMinute: 10, changed: false, by: "" },
};

describe("targetStyle", () => {
  it.each([
    [{}, "ready"],
    [{ held: 1 }, "waiting"],
    [{ held: 1, fault: "refused" }, "failing"],
    [{ fault: "refused", pausedUntilNs: 2e6 }, "paused"],
    [{ pausedUntilNs: 1e6 }, "ready"],
  ] as const)("of %j is %s", (change, word) => expect(targetStyle({ ...target, ...change }, 1).word).toBe(word));
});

describe("changeOf", () => {
  const form = { kinds: ["alarm"], minSeverity: "warning", perMinute: " 3 " } as const;

  it("is what was typed", () =>
    expect(changeOf(form)).toEqual({ kinds: ["alarm"], minSeverity: "warning", perMinute: 3 }));
  it("needs a kind", () => expect(changeOf({ ...form, kinds: [] })).toContain("At least one kind"));
  it.each(["", "0", "601", "1.5", "many"])("refuses %j a minute", (perMinute) =>
    expect(typeof changeOf({ ...form, perMinute })).toBe("string"));
});

describe("minutesOf", () => {
  it.each([
    ["60", 60],
    ["10080", 10_080],
    ["10081", undefined],
    ["0", undefined],
    ["", undefined],
    ["an hour", undefined],
  ])("reads %j as %j", (text, minutes) => expect(minutesOf(text)).toBe(minutes));
});
