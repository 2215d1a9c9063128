import { describe, expect, it } from "vitest";
import { accountFacts, streamFacts } from "../../../src/panels/health/health-panel";

const account = { published: 10, delivered: 9, declaredLost: 1, missing: 0, silentLoss: 0 };

describe("accountFacts", () => {
  it("marks a loss that was declared", () => {
    expect(accountFacts({ account })).toContainEqual({ name: "Declared lost", value: "1", tone: "warn" });
  });

  it("marks a loss without a word as bad", () => {
    expect(accountFacts({ account: { ...account, silentLoss: 2 } }).at(-1)).toEqual({
      name: "Lost without a word",
      value: "2",
      tone: "bad",
    });
  });
});

describe("streamFacts", () => {
  it("adds up refused frames", () => {
    const facts = streamFacts({ name: "rig-1", freshness: "fresh", badFrames: { magic: 1, decode: 2 } });
    expect(facts).toContainEqual({ name: "Refused frames", value: "3", tone: "warn" });
  });

  it("says latencies in ms", () => {
    const facts = streamFacts({ name: "rig-1", freshness: "fresh", latency: { p50Us: 1234, p99Us: 5678 } });
    expect(facts).toContainEqual({ name: "Latency, median and p99", value: "1.2 ms, 5.7 ms" });
  });

  it("leaves out what is not known", () =>
    expect(streamFacts({ name: "rig-1", freshness: "fresh" }).map(({ name }) => name)).not.toContain("Epoch"));
});
