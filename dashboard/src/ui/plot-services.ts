/** What the page gives its plots: connection, view, limits, marks, and how old the data is. */

import type { Api } from "../api/api";
import type { LiveClient } from "../data/live-client";
import type { Rigs } from "../data/rigs";
import { Timeline } from "../data/timeline";
import { type Excursion, type LimitLine, limitLines } from "../plots/limits";
import { Percentiles } from "../plots/percentiles";
import { Redraw } from "../plots/redraw";
import type { PlotHost } from "../plots/time-plot";
import type { View } from "../plots/view";
import type { ShownTrials } from "../recordings/shown-trial";
import { trialLines } from "../recordings/trial";

/** Latencies that are kept: a minute at 30 Hz. */
const keptLatencies = 1800;

export class PlotServices implements PlotHost {
  readonly redraw = new Redraw();
  readonly marks: Timeline;
  /** From due to drawn, ms. */
  readonly latency = new Percentiles(keptLatencies);
  private watched: readonly LimitLine[] = [];
  private tried: readonly LimitLine[] = [];
  private readonly limitListeners = new Set<() => void>();

  /** @param staleS age of the newest data in seconds when it is stale, undefined while it is live */
  constructor(
    readonly client: LiveClient,
    readonly api: Api,
    readonly view: View,
    private readonly rigs: Rigs,
    readonly staleS: () => number | undefined,
    private readonly trials: ShownTrials,
  ) {
    this.marks = new Timeline(api, client);
    client.on("alarms", () => this.readLimits());
    rigs.onCatalogue(() => this.readLimits());
    rigs.onRig(() => this.readLimits());
    trials.on(() => this.readLimits());
  }

  heardUntil(untilS: number): void {
    this.rigs.clock.observe(untilS);
  }

  limitsOf(signals: readonly string[]): readonly LimitLine[] {
    return [...this.watched, ...this.tried].filter((limit) => signals.includes(limit.signal));
  }

  excursionsOf(signals: readonly string[]): readonly Excursion[] {
    return this.trial?.excursions.filter((one) => signals.includes(one.signal)) ?? [];
  }

  onLimits(listener: () => void): () => void {
    this.limitListeners.add(listener);
    return () => this.limitListeners.delete(listener);
  }

  drewUntil(untilS: number, isNew: boolean): void {
    const { clock } = this.client;
    if (isNew && clock.isKnown) this.latency.add((clock.read() - untilS) * 1000);
  }

  // Live plots show one rig: what was tried on a recording of another one has no place in them.
  private get trial() {
    const { newest } = this.trials;
    return newest?.stream === this.rigs.stream?.name ? newest : undefined;
  }

  private readLimits(): void {
    const { stream } = this.rigs;
    if (stream === undefined) return;
    const unitOf = (name: string): string | undefined =>
      stream.signals.find((signal) => signal.name === name)?.unit ??
      stream.calculated.find((entry) => entry.name === name)?.unit;
    this.watched = limitLines(this.client.newest("alarms") ?? [], stream.name, unitOf);
    this.tried = trialLines(this.trial?.rows ?? [], unitOf);
    for (const listener of this.limitListeners) listener();
  }
}
