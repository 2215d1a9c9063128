/** What the page gives its plots: connection, view, limits, marks, and how old the data is. */

import type { Api } from "../api/api";
import type { LiveClient } from "../data/live-client";
import type { Rigs } from "../data/rigs";
import { Timeline } from "../data/timeline";
import { type LimitLine, limitLines } from "../plots/limits";
import { Percentiles } from "../plots/percentiles";
import { Redraw } from "../plots/redraw";
import type { PlotHost } from "../plots/time-plot";
import type { View } from "../plots/view";

/** Latencies that are kept: a minute at 30 Hz. */
const keptLatencies = 1800;

export class PlotServices implements PlotHost {
  readonly redraw = new Redraw();
  readonly marks: Timeline;
  /** From due to drawn, ms. */
  readonly latency = new Percentiles(keptLatencies);
  private limits: readonly LimitLine[] = [];

  /** @param staleS age of the newest data in seconds when it is stale, undefined while it is live */
  constructor(
    readonly client: LiveClient,
    readonly api: Api,
    readonly view: View,
    private readonly rigs: Rigs,
    readonly staleS: () => number | undefined,
  ) {
    this.marks = new Timeline(api, client);
    client.on("alarms", () => this.readLimits());
    rigs.onCatalogue(() => this.readLimits());
    rigs.onRig(() => this.readLimits());
  }

  heardUntil(untilS: number): void {
    this.rigs.clock.observe(untilS);
  }

  limitsOf(signals: readonly string[]): readonly LimitLine[] {
    return this.limits.filter((limit) => signals.includes(limit.signal));
  }

  drewUntil(untilS: number, isNew: boolean): void {
    const { clock } = this.client;
    if (isNew && clock.isKnown) this.latency.add((clock.read() - untilS) * 1000);
  }

  private readLimits(): void {
    const { stream } = this.rigs;
    if (stream === undefined) return;
    const unitOf = (name: string): string | undefined =>
      stream.signals.find((signal) => signal.name === name)?.unit ??
      stream.calculated.find((entry) => entry.name === name)?.unit;
    this.limits = limitLines(this.client.newest("alarms") ?? [], stream.name, unitOf);
  }
}
