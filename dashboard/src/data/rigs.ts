/** Which rig the page shows, and what the monitor knows of all of them. */

import { type Api, messageOf } from "../api/api";
import { type Catalogue, findStream, type StreamEntry } from "./catalogue";
import { RemoteClock } from "./clock";
import type { LiveClient } from "./live-client";

const retryMs = 2000;

export class Rigs {
  /** The clock of the data of the rig: due time of its newest block, going on while it is silent. */
  readonly clock: RemoteClock;
  private readonly rigListeners = new Set<(name: string | undefined) => void>();
  private readonly catalogueListeners = new Set<(catalogue: Catalogue) => void>();
  private selected: string | undefined;
  private known: Catalogue | undefined;
  private loading = false;
  private again = false;
  /** Why the catalogue could not be read; "" when it could. */
  fault = "";

  /** @param wanted the rig that the address of the page names; any other way the first that is fresh */
  constructor(
    private readonly client: LiveClient,
    private readonly api: Api,
    private readonly wanted: string | undefined,
    nowS: () => number = () => performance.now() / 1000,
  ) {
    this.clock = new RemoteClock(nowS);
    client.on("catalogue", (revision) => {
      if (revision !== this.known?.revision) void this.load();
    });
    client.on("connection", (state) => {
      if (state === "live") void this.load();
    });
  }

  get name(): string | undefined {
    return this.selected;
  }

  get newest(): Catalogue | undefined {
    return this.known;
  }

  get stream(): StreamEntry | undefined {
    return findStream(this.known, this.selected);
  }

  /** Names of all rigs, each once. */
  get names(): readonly string[] {
    return [...new Set(this.known?.streams.map((stream) => stream.name))];
  }

  /**
   * The newest moment of the data, seconds since 1970; the clock of the monitor before the first block, 0 before its
   * first word.
   */
  newestS(): number {
    return this.clock.isKnown ? this.clock.read() : this.client.clock.read();
  }

  onRig(listener: (name: string | undefined) => void): () => void {
    this.rigListeners.add(listener);
    listener(this.selected);
    return () => this.rigListeners.delete(listener);
  }

  onCatalogue(listener: (catalogue: Catalogue) => void): () => void {
    this.catalogueListeners.add(listener);
    if (this.known !== undefined) listener(this.known);
    return () => this.catalogueListeners.delete(listener);
  }

  select(name: string): void {
    if (name === this.selected) return;
    this.selected = name;
    this.clock.forget();
    this.client.watch([name]);
    for (const listener of this.rigListeners) listener(name);
  }

  /** Shows the rig after the present one. */
  selectNext(): void {
    const { names } = this;
    const next = names[(names.indexOf(this.selected ?? "") + 1) % Math.max(1, names.length)];
    if (next !== undefined) this.select(next);
  }

  private async load(): Promise<void> {
    this.again = this.loading;
    if (this.loading) return;
    this.loading = true;
    try {
      this.take(await this.api.get<Catalogue>("/api/catalogue"));
      this.fault = "";
    } catch (error) {
      this.fault = messageOf(error);
      setTimeout(() => void this.load(), retryMs);
    } finally {
      this.loading = false;
    }

    if (this.again) await this.load();
  }

  private take(catalogue: Catalogue): void {
    this.known = catalogue;
    if (this.selected === undefined && catalogue.streams.length > 0) this.select(firstOf(catalogue, this.wanted));
    for (const listener of this.catalogueListeners) listener(catalogue);
  }
}

function firstOf(catalogue: Catalogue, wanted: string | undefined): string {
  const streams = catalogue.streams;
  const named = streams.find((stream) => stream.name === wanted);
  return (named ?? streams.find((stream) => stream.freshness === "fresh" && !stream.past) ?? streams[0]!).name;
}
