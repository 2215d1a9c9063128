/** The test run in force of the rig, for the status bar. */

import type { Api } from "../api/api";
import { readTestRun, type TestRun } from "../api/definitions";
import type { LiveClient } from "./live-client";
import type { Rigs } from "./rigs";

export class TestRunWatch {
  private run: TestRun | null = null;
  private asked = 0;

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
  }

  /** Name of the run, and how long it has been going on in seconds; undefined without one. */
  get newest(): { readonly name: string; readonly seconds: number; readonly isRunning: boolean } | undefined {
    if (this.run === null) return undefined;
    const isRunning = this.run.stoppedUtc === null;
    const endS = this.run.stoppedUtc === null ? this.client.clock.read() : Date.parse(this.run.stoppedUtc) / 1000;
    return { name: this.run.name, seconds: Math.max(0, endS - Date.parse(this.run.startedUtc) / 1000), isRunning };
  }

  // The answer to the newest question counts.
  private async read(): Promise<void> {
    const asked = ++this.asked;
    const stream = this.rigs.name;
    if (stream === undefined) return;
    const run = await readTestRun(this.api, stream).catch(() => null);
    if (asked === this.asked) this.run = run;
  }
}
