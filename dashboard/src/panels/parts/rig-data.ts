/** Newest values of the rig that the page shows, with their catalogue entries. */

import { type CalculatedEntry, type SignalEntry, findStream } from "../../data/catalogue";
import { streamHealth } from "../../data/health";
import type { PanelContext } from "../../layout/panel";
import type { Snapshot } from "../../protocol/messages";
import { decimalsOf, numberOf } from "./format";
import { Lifetime } from "./lifetime";

/** One value as it is shown. */
export interface ShownValue {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly quality: string;
  readonly decimals: number;
  readonly isCalculated: boolean;
  /** Why a calculated channel has no value; undefined when it has one. */
  readonly reason: string | undefined;
}

const usualDecimals = 3;

/** Follows rig, catalogue and values; a listener is called at once and with each change of any of them. */
export class RigData {
  private readonly lifetime = new Lifetime();
  private readonly listeners = new Set<() => void>();
  private signals: ReadonlyMap<string, SignalEntry> = new Map();
  private values: ReadonlyMap<string, ShownValue> = new Map();
  private snapshot: Snapshot | undefined;
  private changedAt = performance.now();

  constructor(private readonly context: PanelContext) {
    this.lifetime.add(
      context.catalogue.on(() => this.read()),
      context.rig.on(() => this.read()),
      context.feed.on("values", (snapshot) => this.take(snapshot)),
      context.feed.on("connection", () => this.read()),
    );
  }

  on(listener: () => void): () => void {
    this.listeners.add(listener);
    listener();
    return () => this.listeners.delete(listener);
  }

  get rig(): string | undefined {
    return this.context.rig.name;
  }

  get channels(): readonly SignalEntry[] {
    return this.context.catalogue.stream?.signals ?? [];
  }

  get calculated(): readonly CalculatedEntry[] {
    return this.context.catalogue.stream?.calculated ?? [];
  }

  /** All values, channels first. */
  get shown(): readonly ShownValue[] {
    return [...this.values.values()];
  }

  valueOf(name: string): ShownValue | undefined {
    return this.values.get(name);
  }

  /** Unit of a channel or calculated channel of any rig; empty when it is not known. */
  unitOf(stream: string, name: string): string {
    const found = findStream(this.context.catalogue.newest, stream);
    return (
      found?.signals.find((signal) => signal.name === name)?.unit ??
      found?.calculated.find((channel) => channel.name === name)?.unit ??
      ""
    );
  }

  /**
   * How old the values are, ms: what the monitor says, and the time since they last changed on the browser's steady
   * clock.
   */
  get ageMs(): number {
    const health = streamHealth(this.context.feed.newest("health"), this.rig);
    const reportedMs = Number(health?.["ageMs"] ?? 0);
    return Math.max(performance.now() - this.changedAt, Number.isFinite(reportedMs) ? reportedMs : 0);
  }

  /** Time between two blocks of the rig, ms; 0 before its rate is known. */
  get blockMs(): number {
    const rate = findStream(this.context.catalogue.newest, this.rig)?.blockRateHz ?? 0;
    return rate > 0 ? 1000 / rate : 0;
  }

  dispose(): void {
    this.lifetime.dispose();
    this.listeners.clear();
  }

  private take(snapshot: Snapshot): void {
    if (snapshot.stream === this.rig && snapshot.sequence !== this.snapshot?.sequence)
      this.changedAt = performance.now();
    this.snapshot = snapshot;
    this.read();
  }

  private read(): void {
    this.signals = new Map(this.channels.map((signal) => [signal.name, signal]));
    const snapshot = this.snapshot?.stream === this.rig ? this.snapshot : undefined;
    const values = [
      ...(snapshot?.channels ?? []).map((entry) => this.channelOf(entry)),
      ...(snapshot?.variables ?? []).map(calculatedOf),
    ];
    // Without a connection the present values are unknown.
    const isLive = this.context.feed.newest("connection") === "live";
    this.values = new Map(values.map((value) => [value.name, isLive ? value : staleOf(value)]));
    for (const listener of this.listeners) listener();
  }

  private channelOf(entry: Snapshot["channels"][number]): ShownValue {
    const { name, unit, quality } = entry;
    return {
      name,
      unit,
      quality,
      value: numberOf(entry.value),
      decimals: this.decimalsOf(name),
      isCalculated: false,
      reason: undefined,
    };
  }

  private decimalsOf(name: string): number {
    const signal = this.signals.get(name);
    if (signal === undefined) return usualDecimals;
    const isWhole = signal.group.startsWith("bit") || signal.column === "activeCtrl" || signal.column === "count";
    return isWhole ? 0 : decimalsOf(finiteOf(signal.min), finiteOf(signal.max));
  }
}

function staleOf(value: ShownValue): ShownValue {
  return value.quality === "good" || value.quality === "uncertain" ? { ...value, quality: "stale" } : value;
}

function calculatedOf(entry: Snapshot["variables"][number]): ShownValue {
  const { name, unit, reason } = entry;
  const quality = entry.state === "pending" ? "pending" : entry.quality;
  return { name, unit, quality, value: numberOf(entry.value), decimals: usualDecimals, isCalculated: true, reason };
}

function finiteOf(value: number | string | null | undefined): number | undefined {
  const number = numberOf(value);
  return Number.isFinite(number) ? number : undefined;
}
