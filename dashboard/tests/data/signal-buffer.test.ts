import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Api } from "../../src/api/api";
import { LiveClient } from "../../src/data/live-client";
import { arranged, SignalBuffer } from "../../src/data/signal-buffer";

const section = {
  signals: 2,
  buckets: 2,
  widthNs: 100_000_000,
  firstBucket: 7,
  min: Float64Array.of(1, 2, 10, 20),
  max: Float64Array.of(3, 4, 30, 40),
  first: Float64Array.of(1, 2, 10, 20),
  last: Float64Array.of(3, 4, 30, 40),
  count: Uint32Array.of(5, 6, 7, 8),
};

describe("arranged", () => {
  test("leaves a section as it is that has all signals in their order", () => {
    expect(arranged(section, ["a", "b"], ["a", "b"])).toBe(section);
  });

  test("gives a signal that the rig does not have no samples, and the others theirs", () => {
    const all = arranged(section, ["a", "b"], ["a", "gone", "b"]);
    expect([all.signals, all.firstBucket, all.buckets]).toEqual([3, 7, 2]);
    expect([...all.count]).toEqual([5, 6, 0, 0, 7, 8]);
    expect([...all.max]).toEqual([3, 4, 0, 0, 30, 40]);
  });
});

function historyOf(t0: bigint): unknown {
  const values = [1, 1];
  return {
    stream: "main",
    t0: String(t0),
    bucketNs: 100_000_000,
    until: "0",
    channels: [{ name: "f", min: values, max: values, first: values, last: values, count: [1, 1] }],
  };
}

describe("SignalBuffer.fill", () => {
  const widthNs = 100_000_000;
  let requested: { untilS: number; answer: (buckets: unknown) => void }[];
  let changes: number;
  let buffer: SignalBuffer;

  beforeEach(() => {
    vi.useFakeTimers();
    requested = [];
    changes = 0;
    const get = (path: string): Promise<unknown> =>
      new Promise((answer) => {
        const until = new URL(path, "http://x").searchParams.get("until");
        requested.push({ untilS: Number(until) / 1e9, answer });
      });
    const client = new LiveClient({ postMessage: () => undefined, onmessage: null });
    buffer = new SignalBuffer(client, { get } as unknown as Api, "main", ["f"], {
      changed: () => changes++,
      refused: () => undefined,
      missing: () => undefined,
    });
  });

  afterEach(() => {
    buffer.end();
    vi.useRealTimers();
  });

  const untils = (): number[] => requested.map((question) => Math.round(question.untilS));

  test("asks for the last of several windows of a quick move, though nothing is drawn again", () => {
    buffer.fill(990, 1000, widthNs, 0);
    buffer.fill(890, 900, widthNs, 0.1);
    buffer.fill(790, 800, widthNs, 0.2);
    expect(untils()).toEqual([1000]);
    vi.advanceTimersByTime(1000);
    expect(untils()).toEqual([1000, 800]);
    vi.advanceTimersByTime(60_000);
    expect(untils()).toEqual([1000, 800]);
  });

  test("asks for a window moved a little to the right, later", () => {
    buffer.fill(990, 1000, widthNs, 0);
    buffer.fill(993, 1003, widthNs, 0.1);
    vi.advanceTimersByTime(3000);
    expect(untils()).toEqual([1000, 1003]);
  });

  test("asks again for a window of hours only after a part of it", () => {
    buffer.fill(0, 36_000, widthNs, 0);
    buffer.fill(10, 36_010, widthNs, 10);
    vi.advanceTimersByTime(100_000);
    expect(untils()).toEqual([36_000]);
    vi.advanceTimersByTime(100_000);
    expect(untils()).toEqual([36_000, 36_010]);
  });

  test("asks no more for a window that was left for one that was asked for", () => {
    buffer.fill(990, 1000, widthNs, 0);
    buffer.fill(890, 900, widthNs, 0.1);
    buffer.fill(990, 1000, widthNs, 0.2);
    vi.advanceTimersByTime(60_000);
    expect(untils()).toEqual([1000]);
  });

  test("asks nothing after its end", () => {
    buffer.fill(990, 1000, widthNs, 0);
    buffer.fill(890, 900, widthNs, 0.1);
    buffer.end();
    vi.advanceTimersByTime(60_000);
    expect(untils()).toEqual([1000]);
  });

  test("takes the answer to the newest question, whichever comes last", async () => {
    buffer.fill(990, 1000, widthNs, 0);
    buffer.fill(890, 900, widthNs, 2);
    requested[1]!.answer(historyOf(890_000_000_000n));
    await vi.advanceTimersByTimeAsync(0);
    requested[0]!.answer(historyOf(990_000_000_000n));
    await vi.advanceTimersByTimeAsync(0);
    expect([changes, buffer.layers.some((ring) => ring.start === 8900)]).toEqual([1, true]);
  });
});
