/** The page with a tile for each rig: state, rate, gaps, alarms, test run and age, the worst first. */

import { type Api, reasonOf } from "../api/api";
import { type Overview as OverviewAnswer, type OverviewRig, readOverview } from "../api/overview";
import { Badge, severityStyle, type StatusStyle } from "../panels/parts/status";
import { durationText } from "../plots/format";
import { texts } from "../texts/texts";
import { el, setAttribute, setText } from "./dom";
import { filterRigs, keyOf, mostRigsInStrip, nameOf, type OverviewOrder, rateOf, sortRigs } from "./overview-order";

/** One request for all rigs. */
const periodMs = 1000;
const t = texts.overview;

const styles: Readonly<Record<string, StatusStyle>> = {
  live: { word: t.states.live, tone: "good", shape: "circle" },
  replay: { word: t.states.replay, tone: "info", shape: "ring" },
  gap: { word: t.states.gap, tone: "warn", shape: "diamond" },
  behind: { word: t.states.behind, tone: "warn", shape: "triangle" },
  past: { word: t.states.past, tone: "stale", shape: "dash" },
  stale: { word: t.states.stale, tone: "bad", shape: "clock" },
  missing: { word: t.states.missing, tone: "bad", shape: "cross" },
};

/** What the page does for the overview. */
export interface OverviewPage {
  select(stream: string): void;
  /** It was opened or closed. */
  changed(isOpen: boolean): void;
}

export class Overview {
  readonly element: HTMLElement;
  private readonly heading = el("h2", { tabindex: -1 }, t.title);
  private readonly about = el("span", { class: "dim", role: "status" });
  private readonly list = el("ul", { class: "overview-list" });
  private readonly filter = el("input", {
    type: "search",
    class: "overview-filter",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: t.filter,
    "aria-label": t.filter,
  });
  private readonly orders: readonly { order: OverviewOrder; button: HTMLElement }[];
  private readonly tiles = new Map<string, Tile>();
  private order: OverviewOrder = "worst";
  private newest: OverviewAnswer | undefined;
  private before: OverviewAnswer | undefined;
  private isReading = false;

  constructor(
    private readonly api: Api,
    private readonly page: OverviewPage,
  ) {
    this.orders = (["worst", "name"] as const).map((order) => ({
      order,
      button: el("button", { type: "button", onclick: () => this.sortBy(order) }, t.orders[order]),
    }));
    this.element = el(
      "main",
      { class: "overview", "aria-label": t.title, hidden: true },
      el(
        "div",
        { class: "overview-head" },
        this.heading,
        this.filter,
        el("div", { role: "group", "aria-label": t.order }, ...this.orders.map((order) => order.button)),
        this.about,
      ),
      this.list,
    );
    this.filter.addEventListener("input", () => this.update());
    this.list.addEventListener("pointerleave", () => this.update());
    this.sortBy("worst");
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /**
   * Begins to read while it is open.
   * @param mayOpen true: it opens when there are too many rigs for the strip of tiles
   */
  async start(mayOpen: boolean): Promise<void> {
    setInterval(() => {
      if (this.isOpen && !document.hidden) void this.read();
    }, periodMs);
    if (!mayOpen) return;
    await this.read();
    if ((this.newest?.rigs.length ?? 0) > mostRigsInStrip) this.open();
  }

  open(): void {
    if (this.isOpen) return;
    this.element.hidden = false;
    this.page.changed(true);
    this.heading.focus();
    void this.read();
  }

  close(): void {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.page.changed(false);
  }

  private sortBy(order: OverviewOrder): void {
    this.order = order;
    for (const { order: other, button } of this.orders) setAttribute(button, "aria-pressed", String(other === order));
    this.update();
  }

  private async read(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      const answer = await readOverview(this.api);
      this.before = this.newest;
      this.newest = answer;
      this.update();
    } catch (error) {
      setText(this.about, reasonOf(error));
    } finally {
      this.isReading = false;
    }
  }

  private update(): void {
    const all = this.newest?.rigs ?? [];
    const shown = sortRigs(filterRigs(all, this.filter.value), this.order);
    for (const key of [...this.tiles.keys()]) {
      if (all.some((rig) => keyOf(rig) === key)) continue;
      this.tiles.get(key)!.element.remove();
      this.tiles.delete(key);
    }

    for (const rig of all) {
      const tile = this.tiles.get(keyOf(rig)) ?? this.make(rig);
      tile.show(rig, nameOf(rig, all), rateOf(this.newest!, rig, this.before), this.newest!);
    }

    this.place(shown.map((rig) => this.tiles.get(keyOf(rig))!.element));
    const isFiltered = shown.length < all.length;
    setText(this.about, isFiltered ? t.shown(shown.length, all.length) : t.count(all.length));
  }

  private make(rig: OverviewRig): Tile {
    const tile = new Tile((stream) => {
      this.close();
      this.page.select(stream);
    });
    this.tiles.set(keyOf(rig), tile);
    return tile;
  }

  // Tiles keep their places while the pointer or the focus is on one, so that a click hits the intended rig.
  private place(elements: readonly HTMLElement[]): void {
    const isHeld = this.list.matches(":hover") || this.list.contains(document.activeElement);
    const present = [...this.list.children];
    const isSame = present.length === elements.length && elements.every((element) => present.includes(element));
    if (isHeld && isSame) return;
    if (elements.every((element, i) => present[i] === element) && isSame) return;
    const focused = document.activeElement;
    this.list.replaceChildren(...elements);
    if (focused instanceof HTMLElement && this.list.contains(focused)) focused.focus();
  }
}

class Tile {
  readonly element = el("li");
  private readonly name = el("strong", { class: "clip" });
  private readonly state = new Badge();
  private readonly alarms = el("span", { class: "overview-alarms" });
  private readonly figures = el("span", { class: "overview-figures" });
  private readonly run = el("span", { class: "clip dim" });
  private readonly button: HTMLElement;
  private stream: string | null = null;
  private shownAlarms = "";

  constructor(open: (stream: string) => void) {
    this.button = el(
      "button",
      { class: "overview-tile", type: "button" },
      el("span", { class: "overview-line" }, this.name, this.state.element),
      this.alarms,
      this.figures,
      this.run,
    );
    this.button.addEventListener("click", () => {
      if (this.stream !== null) open(this.stream);
    });
    this.element.append(this.button);
  }

  show(rig: OverviewRig, name: string, rate: number, answer: OverviewAnswer): void {
    this.stream = rig.stream;
    setAttribute(this.button, "aria-disabled", rig.stream === null ? "true" : null);
    setText(this.name, name);
    setAttribute(this.button, "title", rig.fault ?? t.about(name, rig.connector));
    const style = styles[rig.state] ?? { word: rig.state, tone: "stale", shape: "dash" };
    this.state.show(style);
    setAttribute(this.button, "data-tone", style.tone === "good" ? toneOfAlarms(rig) : style.tone);
    this.showAlarms(rig);
    const age = rig.ageMs < 0 ? t.noBlock : durationText(rig.ageMs / 1000);
    const perSecond = Number.isNaN(rate) ? t.noRate : t.rate(rate.toFixed(1));
    setText(this.figures, `${perSecond} \u00b7 ${t.gaps(rig.lost + rig.missing, rig.healed)} \u00b7 ${age}`);
    setText(this.run, rig.fault ?? (rig.run === null ? t.noRun : runText(rig.run, answer)));
  }

  private showAlarms(rig: OverviewRig): void {
    const key = rig.alarms.map((alarm) => `${alarm.severity} ${alarm.count}`).join();
    if (key === this.shownAlarms && this.alarms.firstChild !== null) return;
    this.shownAlarms = key;
    const badges = rig.alarms.map(({ severity, count }) => {
      const style = severityStyle(severity);
      return new Badge({ ...style, word: `${count} ${style.word}` }).element;
    });
    this.alarms.replaceChildren(...(badges.length > 0 ? badges : [el("span", { class: "dim" }, t.noAlarms)]));
  }
}

function toneOfAlarms(rig: OverviewRig): string {
  if (rig.alarms.length > 0) return severityStyle(rig.alarms[0]!.severity).tone;
  return rig.fault === null ? "good" : "warn";
}

function runText(run: NonNullable<OverviewRig["run"]>, answer: OverviewAnswer): string {
  const seconds = Number(BigInt(answer.timeNs) / 1_000_000n) / 1000 - Date.parse(run.startedUtc) / 1000;
  return (run.recorded ? t.recorded : t.run)(run.name, durationText(seconds));
}
