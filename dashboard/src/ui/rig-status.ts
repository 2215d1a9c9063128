/** Shows the state of the rig and of the path from it: status bar, banner, tiles, and what is where there is no rig. */

import type { LiveClient } from "../data/live-client";
import type { Rigs } from "../data/rigs";
import type { TestRunSource } from "../data/test-run";
import type { View } from "../plots/view";
import { Banner } from "./banner";
import { el } from "./dom";
import { RigTiles } from "./rig-tiles";
import { cellsOf, staleAge, standingOf } from "./status";
import { StatusBar } from "./status-bar";
import { texts } from "../texts/texts";

const periodMs = 250;
/** A rate over less than this is none. */
const minRateS = 0.2;

export class RigStatus {
  readonly bar: StatusBar;
  readonly banner = new Banner();
  readonly tiles: RigTiles;
  /** In the place of the plots while there is nothing to draw. */
  readonly empty = el("div", { class: "empty first", role: "status" });
  private rate = { delivered: NaN, atMs: 0, perSecond: NaN };
  private healthAtMs = 0;
  private skippedBlocks = -1;

  constructor(
    private readonly client: LiveClient,
    private readonly rigs: Rigs,
    private readonly testRun: TestRunSource,
    private readonly view: View,
    private readonly page: { switchClock(): void; notify(text: string, severity: "warning"): void },
  ) {
    const select = (name: string): void => rigs.select(name);
    this.tiles = new RigTiles(select);
    this.bar = new StatusBar(
      select,
      () => page.switchClock(),
      () => rigs.name,
    );
    this.empty.replaceChildren(el("div", { class: "skeleton", "aria-label": texts.grid.loading }));
    client.on("health", () => this.healthCame());
    client.on("connection", () => this.update());
    rigs.onCatalogue(() => this.showRigs());
  }

  start(): void {
    this.update();
    setInterval(() => this.update(), periodMs);
  }

  /** Names of the rigs, for their choice. */
  showRigs(): void {
    this.bar.showRigs(this.rigs.names);
  }

  /** Age of the newest data in seconds when it is stale, undefined while it is live. */
  staleS(): number | undefined {
    const since = this.healthAtMs === 0 ? 0 : (performance.now() - this.healthAtMs) / 1000;
    return staleAge(this.client.newest("connection"), this.client.newest("health"), this.rigs.name, since);
  }

  update(): void {
    const { client, rigs } = this;
    const health = client.newest("health");
    const standing = standingOf(client.newest("connection") ?? "connecting", client.reason, health, rigs.name);
    this.bar.show(standing, cellsOf(health, rigs.name, this.rate.perSecond, this.testRun));
    this.bar.showClock(this.view.newestS(), this.view.utc);
    const catalogueFault = rigs.fault === "" ? "" : texts.banner.catalogue(rigs.fault);
    this.banner.show(standing.level, standing.word, standing.reason || catalogueFault);
    this.tiles.show(rigs.newest, health, rigs.name);
    this.showEmpty();
  }

  private healthCame(): void {
    const delivered = this.client.newest("health")?.account.delivered ?? NaN;
    const now = performance.now();
    const seconds = (now - this.rate.atMs) / 1000;
    const isCounted = delivered >= this.rate.delivered && seconds > minRateS;
    const perSecond = isCounted ? (delivered - this.rate.delivered) / seconds : NaN;
    this.rate = { delivered, atMs: now, perSecond };
    this.healthAtMs = now;
    this.tellSkipped();
    this.update();
  }

  // Announced when it happens, not of what happened before this page was opened.
  private tellSkipped(): void {
    const { skippedBlocks } = this.client;
    if (skippedBlocks > this.skippedBlocks && this.skippedBlocks >= 0)
      this.page.notify(texts.toast.skipped(skippedBlocks - this.skippedBlocks), "warning");
    this.skippedBlocks = skippedBlocks;
  }

  private showEmpty(): void {
    const hasNone = this.rigs.newest !== undefined && this.rigs.newest.streams.length === 0;
    if (!hasNone || this.empty.dataset["kind"] === "none") return;
    this.empty.dataset["kind"] = "none";
    this.empty.replaceChildren(el("h2", {}, texts.grid.noRig), el("p", {}, texts.grid.noRigHelp));
  }
}
