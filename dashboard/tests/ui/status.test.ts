import { describe, expect, test } from "vitest";
import type { Health } from "../../src/protocol/messages";
import { streamHealth } from "../../src/data/health";
import { cellsOf, staleAge, standingOf } from "../../src/ui/status";

function healthOf(change: Partial<Health> = {}, stream: Record<string, unknown> = {}): Health {
  return {
    status: "ok",
    account: { published: 10, delivered: 10, declaredLost: 0, missing: 0, silentLoss: 0 },
    reasons: [],
    position: { saving: true, ageMs: 400, fault: null },
    streams: [
      {
        name: "main",
        freshness: "fresh",
        state: "live",
        ageMs: 3,
        declaredLost: 2,
        missing: 0,
        replayed: 5,
        latency: { p50Us: 600, p99Us: 4100 },
        clock: { offsetUs: -12.5, boundUs: 80 },
        ...stream,
      },
    ],
    ...change,
  };
}

describe("standingOf", () => {
  test.each([
    ["live", healthOf(), "ok", "Live"],
    ["live", healthOf({}, { replay: true }), "ok", "Replay"],
    ["lost", healthOf(), "bad", "Connection lost"],
    ["connecting", healthOf(), "bad", "Connection lost"],
    ["connecting", undefined, "quiet", "Connecting"],
    ["live", undefined, "quiet", "Loading"],
    ["live", healthOf({}, { freshness: "rigStale" }), "bad", "Stale"],
    ["live", healthOf({}, { state: "past" }), "warning", "Past"],
    ["live", healthOf({}, { ageMs: 16_000 }), "warning", "Behind"],
    ["live", healthOf({ reasons: ["a", "b"] }), "warning", "Degraded"],
    [
      "live",
      healthOf({ account: { published: 9, delivered: 8, declaredLost: 0, missing: 0, silentLoss: 1 } }),
      "bad",
      "Account open",
    ],
  ] as const)("%s, %#", (connection, health, level, word) => {
    expect(standingOf(connection, "", health, "main")).toMatchObject({ level, word });
  });

  test("says why", () => {
    expect(standingOf("lost", "too many browsers", undefined, "main").reason).toBe("too many browsers");
    expect(standingOf("live", "", healthOf({ reasons: ["a", "b"] }), "main").reason).toBe("a; b");
  });
});

test("cells have lost and healed, account, latency and clock", () => {
  const cells = Object.fromEntries(cellsOf(healthOf(), "main", 300.4).map((cell) => [cell.key, cell.value]));
  expect(cells).toEqual({
    testrun: "none",
    rate: "300 /s",
    latency: "0.60 ms / 4.10 ms",
    gaps: "2 / 5",
    account: "exact",
    recording: "saved",
    clock: "\u22120.01 ms",
  });
});

test("cells of nothing are dashes, of trouble have a level", () => {
  expect(
    new Set(
      cellsOf(undefined, undefined, NaN)
        .slice(1)
        .map((cell) => cell.value),
    ),
  ).toEqual(new Set(["\u2013"]));
  const levels = Object.fromEntries(
    cellsOf(healthOf({ position: { saving: false } }, { missing: 3 }), "main", 1).map((cell) => [cell.key, cell.level]),
  );
  expect(levels).toMatchObject({ gaps: "warning", recording: "warning", account: "ok" });
});

test("a stream that is announced comes before one of the past", () => {
  const health = healthOf();
  const past = { ...health.streams[0]!, state: "past", epoch: "old" };
  expect(streamHealth({ ...health, streams: [past, health.streams[0]!] }, "main")?.["state"]).toBe("live");
});

test("staleAge grows while nothing new is heard", () => {
  expect(staleAge("live", healthOf(), "main", 0.5)).toBeUndefined();
  expect(staleAge("live", healthOf({}, { freshness: "rigStale", ageMs: 2000 }), "main", 0.5)).toBe(2.5);
  expect(staleAge("lost", healthOf(), "main", 4)).toBeCloseTo(4.003, 6);
});

test("the test run has its time", () => {
  const value = (stoppedUtc: string | null): string =>
    cellsOf(undefined, undefined, NaN, { newest: { name: "T-17", stoppedUtc }, seconds: 185 })[0]!.value;
  expect(value(null)).toBe("T-17 3 min 05 s");
  expect(value("2026-11-23T12:00:00Z")).toBe("T-17 stopped");
});
