/** Newest values as numbers: name, value, unit, quality, and their age when it matters; chosen ones large. */

import type { SignalEntry } from "../../data/catalogue";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { durationText } from "../../plots/format";
import { formatValue } from "../parts/format";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Lifetime } from "../parts/lifetime";
import { RigData, type ShownValue } from "../parts/rig-data";
import { Badge, qualityStyle } from "../parts/status";
import { headedTable, VirtualList, type VirtualRow } from "../parts/virtual-list";
import { pickValues, searchValues, toggleName } from "./select-values";

const t = texts.values;

const rowHeightEm = 2;
const shownAgeMs = 1000;
const usualLarge = 2;

class ValuesPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly data: RigData;
  private readonly search = el("input", {
    type: "search",
    placeholder: t.search,
    "aria-label": t.search,
    class: "fill",
    oninput: () => this.refresh(),
  });
  private readonly table: HTMLElement;
  private readonly rows: VirtualList<ShownValue>;
  private readonly tiles = el("div", { class: "p-large-values", role: "list" });
  private readonly tileList: KeyedList<ShownValue>;
  private readonly empty = el("p", { class: "empty" });
  private large: readonly string[] | undefined;

  constructor(context: PanelContext, settings: Readonly<Record<string, unknown>>) {
    this.data = new RigData(context);
    this.large = Array.isArray(settings["large"]) ? settings["large"].map(String) : undefined;
    this.search.value = String(settings["search"] ?? "");
    this.rows = new VirtualList(t.title, rowHeightEm, () => new ValueRow(this.data, (name) => this.toggle(name)), 1);
    this.tileList = new KeyedList(
      this.tiles,
      (value) => value.name,
      () => new ValueTile(this.data),
    );
    this.table = headedTable(
      { table: "p-values-table", row: "p-value-row" },
      t.title,
      t.columns,
      this.rows.element,
    );
    this.element = el(
      "div",
      { class: "p-panel p-values" },
      this.tiles,
      el("div", { class: "p-bar" }, this.search),
      this.empty,
      this.table,
    );
    this.lifetime.add(
      this.data.on(() => this.refresh()),
      () => this.data.dispose(),
      () => this.rows.dispose(),
    );
    this.lifetime.every(shownAgeMs, () => this.refresh());
  }

  settings(): Record<string, unknown> {
    return { search: this.search.value, ...(this.large === undefined ? {} : { large: this.large }) };
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private get largeNames(): readonly string[] {
    return this.large ?? usualLargeOf(this.data.channels);
  }

  private toggle(name: string): void {
    this.large = toggleName(this.largeNames, name);
    this.refresh();
  }

  private refresh(): void {
    const all = this.data.shown;
    const found = searchValues(all, this.search.value);
    const large = this.largeNames;
    this.tileList.show(pickValues(all, large));
    this.tiles.hidden = large.length === 0;
    this.empty.hidden = found.length > 0;
    setText(this.empty, all.length === 0 ? t.none : t.notFound);
    this.table.hidden = found.length === 0;
    setAttribute(this.table, "aria-rowcount", String(found.length + 1));
    this.rows.show(found.map((value) => ({ ...value, isLarge: large.includes(value.name) })));
  }
}

// What is measured first: of a servo-hydraulic rig force and stroke of the first axis.
function usualLargeOf(channels: readonly SignalEntry[]): readonly string[] {
  const measured = channels.filter(({ column }) => column === "sensor" || column === "value");
  return measured.slice(0, usualLarge).map(({ name }) => name);
}

/** Age of values that are older than a second, or than a block of a slow rig; otherwise nothing, in the same room. */
function ageText(data: RigData): string {
  const age = data.ageMs;
  return age > minShownMs(data) ? durationText(age / 1000) : "";
}

// A rig that sends a block every few seconds has no values younger than that.
function minShownMs(data: RigData): number {
  return Math.max(shownAgeMs, 1.25 * data.blockMs);
}

// A value that is no longer sent is grey and marked as such, whatever its quality was.
function styleOf(value: ShownValue, data: RigData): ReturnType<typeof qualityStyle> {
  return qualityStyle(data.ageMs > 2 * minShownMs(data) && value.quality === "good" ? "stale" : value.quality);
}

class ValueRow implements VirtualRow<ShownValue & { readonly isLarge?: boolean }> {
  readonly element = el("div", { class: "p-value-row", role: "row" });
  private readonly channel = el("span", { class: "clip" });
  private readonly signal = el("span");
  private readonly name = el("span", { role: "cell", class: "p-name" }, this.channel, this.signal);
  private readonly value = el("span", { role: "cell", class: "p-value" });
  private readonly unit = el("span", { role: "cell", class: "dim" });
  private readonly badge = new Badge();
  private readonly age = el("span", { class: "p-age" });
  private readonly pin = el("input", { type: "checkbox", tabindex: -1, onchange: () => this.toggle(this.name.textContent ?? "") });

  constructor(
    private readonly data: RigData,
    private readonly toggle: (name: string) => void,
  ) {
    this.element.append(
      this.name,
      this.value,
      this.unit,
      el("span", { role: "cell", class: "p-quality" }, this.badge.element, this.age),
      el("span", { role: "cell" }, this.pin),
    );
  }

  update(value: ShownValue & { readonly isLarge?: boolean }): void {
    const style = styleOf(value, this.data);
    setAttribute(this.element, "data-tone", style.tone);
    setAttribute(this.element, "data-name", value.name);
    // The end of a name tells signals of a channel apart: only its beginning is cut.
    const dot = value.name.lastIndexOf(".") + 1;
    setText(this.channel, value.name.slice(0, dot));
    setText(this.signal, value.name.slice(dot));
    setAttribute(this.name, "title", value.reason === undefined ? value.name : `${value.name}: ${value.reason}`);
    setText(this.value, formatValue(value.value, value.decimals));
    setText(this.unit, value.unit);
    this.badge.show(style);
    setText(this.age, ageText(this.data));
    setAttribute(this.pin, "aria-label", t.showLarge(value.name));
    this.pin.checked = value.isLarge === true;
  }
}

class ValueTile implements Row<ShownValue> {
  readonly element = el("div", { class: "p-tile", role: "listitem" });
  private readonly name = el("div", { class: "label clip" });
  private readonly value = el("span", { class: "large p-value" });
  private readonly unit = el("span", { class: "p-tile-unit dim" });
  private readonly badge = new Badge();
  private readonly age = el("span", { class: "p-age" });

  constructor(private readonly data: RigData) {
    this.element.append(
      el("div", { class: "p-tile-line label" }, this.name, this.unit),
      el("div", { class: "p-tile-line" }, this.value),
      el("div", { class: "p-tile-line label" }, this.badge.element, this.age),
    );
  }

  update(value: ShownValue): void {
    const style = styleOf(value, this.data);
    setAttribute(this.element, "data-tone", style.tone);
    setText(this.name, value.name);
    setText(this.value, formatValue(value.value, value.decimals));
    setText(this.unit, value.unit);
    this.badge.show(style);
    setText(this.age, ageText(this.data));
  }
}

export const valuesPanel: PanelType = {
  id: "values",
  title: t.title,
  create: (context, settings) => new ValuesPanel(context, settings),
};
