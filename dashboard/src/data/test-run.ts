/** The test run in force of the rig: read in one place, for the status bar and for panels. */

import { type Api, reasonOf } from "../api/api";
import { readTestRun, type TestRun } from "../api/definitions";
import type { LiveClient } from "./live-client";
import type { Rigs } from "./rigs";

/** Interval after which a change without an event, such as an edited note, is seen. */
const refreshMs = 10_000;

/** What panels see of the test run. */
export interface TestRunSource {
  /** The current run, or the last one; undefined without one. */
  readonly newest: TestRun | undefined;
  /** How long it runs, or ran, in seconds, by the clock of the monitor; 0 without one. */
  readonly seconds: number;
  /** Why it could not be read; "" when it could. */
  readonly fault: string;
  /** Calls a listener after each answer of the monitor, and at once; returns what ends it. */
  on(listener: () => void): () => void;
}

export class TestRunWatch implements TestRunSource {
  private readonly listeners = new Set<() => void>();
  private run: TestRun | undefined;
  private reason = "";
  private lastRequest = 0;

  constructor(
    private readonly api: Api,
    private readonly client: LiveClient,
    private readonly rigs: Rigs,
  ) {
    rigs.onRig(() => void this.read());
    client.on("events", ({ events }) => {
      if (events.some((event) => event.kind === "testrun")) void this.read();
    });
    client.on("connection", (state) => {
      if (state === "live") void this.read();
    });
    setInterval(() => {
      if (client.newest("connection") === "live") void this.read();
    }, refreshMs);
  }

  get newest(): TestRun | undefined {
    return this.run;
  }

  get seconds(): number {
    const { run } = this;
    if (run === undefined) return 0;
    const endS = run.stoppedUtc === null ? this.client.clock.read() : Date.parse(run.stoppedUtc) / 1000;
    return Math.max(0, endS - Date.parse(run.startedUtc) / 1000);
  }

  get fault(): string {
    return this.reason;
  }

  on(listener: () => void): () => void {
    this.listeners.add(listener);
    listener();
    return () => this.listeners.delete(listener);
  }

  // The answer to the newest question counts.
  private async read(): Promise<void> {
    const request = ++this.lastRequest;
    const stream = this.rigs.name;
    if (stream === undefined) return;
    try {
      const run = await readTestRun(this.api, stream);
      if (request === this.lastRequest) this.take(run ?? undefined, "");
    } catch (error) {
      if (request === this.lastRequest) this.take(undefined, reasonOf(error));
    }
  }

  private take(run: TestRun | undefined, reason: string): void {
    [this.run, this.reason] = [run, reason];
    for (const listener of this.listeners) listener();
  }
}
