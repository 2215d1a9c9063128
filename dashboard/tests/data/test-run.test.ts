import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Api } from "../../src/api/api";
import { LiveClient, type WorkerPort } from "../../src/data/live-client";
import { Rigs } from "../../src/data/rigs";
import { TestRunWatch } from "../../src/data/test-run";
import type { FromWorker } from "../../src/worker/port";

const monitorS = Date.UTC(2026, 10, 23, 12) / 1000;
const run = { name: "T-17", startedUtc: "2026-11-23T11:59:00Z", stoppedUtc: null };
let nowS: number;
let port: WorkerPort;
let watch: TestRunWatch;
let answer: () => Promise<unknown>;

function receive(message: FromWorker): void {
  port.onmessage!({ data: message } as MessageEvent<FromWorker>);
}

beforeEach(async () => {
  vi.useFakeTimers();
  // The clock of the browser is an hour ahead of the monitor's.
  vi.setSystemTime((monitorS + 3600) * 1000);
  nowS = 0;
  answer = async () => run;
  port = { postMessage: () => undefined, onmessage: null };
  const client = new LiveClient(port, () => nowS);
  const streams = [{ name: "main", freshness: "fresh", past: false }];
  const get = (path: string): Promise<unknown> =>
    path === "/api/catalogue" ? Promise.resolve({ revision: 1, streams }) : answer();
  const api = { get } as unknown as Api;
  const rigs = new Rigs(client, api, undefined, () => nowS);
  watch = new TestRunWatch(api, client, rigs);
  const hello = { type: "hello", version: 1, run: "r", timeNs: String(BigInt(monitorS) * 1_000_000_000n) };
  receive({ type: "message", message: hello as never });
  receive({ type: "connection", state: "live", reason: "" });
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test("the duration goes by the monitor's clock, whatever the browser's says", () => {
  expect([watch.newest?.name, watch.seconds]).toEqual(["T-17", 60]);
  nowS = 5;
  expect(watch.seconds).toBeCloseTo(65);
});

test("a stopped run has the duration that it had", async () => {
  answer = async () => ({ ...run, stoppedUtc: "2026-11-23T11:59:30Z" });
  receive({ type: "message", message: { type: "events", events: [{ kind: "testrun" }], missed: 0 } as never });
  await vi.advanceTimersByTimeAsync(0);
  expect(watch.seconds).toBe(30);
});

test("listeners hear of each answer, and why there is none", async () => {
  const seen: string[] = [];
  watch.on(() => seen.push(watch.fault === "" ? (watch.newest?.name ?? "none") : watch.fault));
  answer = async () => Promise.reject(new Error("connection refused"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual(["T-17", "The monitor does not answer; the page connects again by itself."]);
});
