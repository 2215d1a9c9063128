/** One tile for each rig, where there are some: state and age at a glance. Of more, the overview shows all. */

import type { Catalogue } from "../data/catalogue";
import { durationText } from "../plots/format";
import type { Health } from "../protocol/messages";
import { el, setAttribute, setText } from "./dom";
import { streamHealth } from "../data/health";
import { mostRigsInStrip } from "./overview-order";
import { texts } from "../texts/texts";

export class RigTiles {
  readonly element = el("nav", { class: "rig-tiles", "aria-label": texts.rigs.label, hidden: true });
  private readonly tiles = new Map<string, { button: HTMLElement; state: HTMLElement; text: HTMLElement }>();

  constructor(private readonly select: (name: string) => void) {}

  show(catalogue: Catalogue | undefined, health: Health | undefined, selected: string | undefined): void {
    const names = [...new Set((catalogue?.streams ?? []).map((stream) => stream.name))];
    this.element.hidden = names.length < 2 || names.length > mostRigsInStrip;
    if (this.element.hidden) return;
    if (names.join("\n") !== [...this.tiles.keys()].join("\n")) this.make(names);
    for (const name of names) this.update(name, health, name === selected);
  }

  private make(names: readonly string[]): void {
    this.tiles.clear();
    for (const name of names) {
      const state = el("span", { class: "state" });
      const text = el("span", { class: "dim" });
      const button = el(
        "button",
        { class: "rig-tile", type: "button" },
        el("strong", { class: "clip" }, name),
        state,
        text,
      );
      button.addEventListener("click", () => this.select(name));
      this.tiles.set(name, { button, state, text });
    }

    this.element.replaceChildren(...[...this.tiles.values()].map((tile) => tile.button));
  }

  private update(name: string, health: Health | undefined, isSelected: boolean): void {
    const tile = this.tiles.get(name)!;
    const stream = streamHealth(health, name);
    const isPast = stream?.["state"] === "past";
    const isFresh = stream?.freshness === "fresh" && !isPast;
    const t = texts.status;
    setAttribute(tile.button, "aria-current", isSelected ? "true" : null);
    setAttribute(
      tile.state,
      "data-state",
      stream === undefined ? "missing" : isPast ? "past" : isFresh ? "live" : "bad",
    );
    setText(tile.state, stream === undefined ? t.loading : isPast ? t.past : isFresh ? t.live : t.stale);
    const ageMs = Number(stream?.["ageMs"] ?? -1);
    setText(tile.text, isFresh || ageMs < 0 ? "" : texts.rigs.age(durationText(ageMs / 1000)));
  }
}
