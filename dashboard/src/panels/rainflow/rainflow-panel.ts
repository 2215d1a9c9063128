/** Tables of calculated channels: the rainflow matrix as a heat map or as numbers, and cycle counts. */

import { reasonOf } from "../../api/api";
import { type ResultTable, fetchTable } from "../../api/tables";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { watchElement } from "../../plots/watch-element";
import { el, setAttribute, setText } from "../../ui/dom";
import { formatPlain, formatSignificant, formatValue, numberOf } from "../parts/format";
import { Lifetime } from "../parts/lifetime";
import { RigData } from "../parts/rig-data";
import { VirtualList, type VirtualRow } from "../parts/virtual-list";
import { heatMapOf } from "./heat-map";
import { MatrixView } from "./matrix-view";

const t = texts.rainflow;

const refreshMs = 2000;
const rowHeightEm = 1.85;
const rainflowColumns = ["range", "mean", "count"];
// Functions whose value is a number of cycles (docs/expressions.md).
const counting = /\b(cyclecount|count)\s*\(/;

class RainflowPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly data: RigData;
  private readonly names = el("select", { "aria-label": t.table, onchange: () => void this.fetch() });
  private readonly asTable = el("input", { type: "checkbox", onchange: () => this.show() });
  private readonly summary = el("span", { class: "dim" });
  private readonly counts = el("div", { class: "row p-counts" });
  private readonly empty = el("p", { class: "empty" });
  private readonly matrix = new MatrixView();
  private readonly rows = new TableView();
  private table: ResultTable | undefined;
  private fetches = 0;

  constructor(
    private readonly context: PanelContext,
    settings: Readonly<Record<string, unknown>>,
  ) {
    this.data = new RigData(context);
    this.asTable.checked = settings["table"] === true;
    if (typeof settings["name"] === "string") this.names.append(el("option", {}, settings["name"]));
    this.element = el(
      "div",
      { class: "p-panel p-rainflow" },
      el(
        "div",
        { class: "p-bar" },
        this.names,
        el("label", { class: "p-check" }, this.asTable, t.view),
        this.summary,
        el("span", { class: "fill" }),
        this.counts,
      ),
      this.empty,
      this.matrix.element,
      this.rows.element,
    );
    this.lifetime.add(
      context.catalogue.on(() => this.list()),
      context.rig.on(() => this.list()),
      this.data.on(() => this.showCounts()),
      () => this.data.dispose(),
      () => this.matrix.dispose(),
      () => this.rows.dispose(),
    );
    this.lifetime.every(refreshMs, () => void this.fetch());
    // A panel in the background requests nothing, and is not left empty when it comes to the front.
    this.lifetime.add(
      watchElement(
        this.element,
        () => undefined,
        (isSeen) => isSeen && void this.fetch(),
      ),
    );
  }

  settings(): Record<string, unknown> {
    return { name: this.names.value, table: this.asTable.checked };
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private list(): void {
    const names = this.data.calculated
      .filter((channel) => channel.kind === "table" && channel.running)
      .map((channel) => channel.name);
    const chosen = this.names.value;
    if (names.join("\n") !== [...this.names.options].map((option) => option.value).join("\n")) {
      this.names.replaceChildren(
        ...names.map((name) => el("option", { value: name, selected: name === chosen }, name)),
      );
    }
    void this.fetch();
  }

  private async fetch(): Promise<void> {
    const name = this.names.value;
    const stream = this.context.rig.name;
    const fetch = ++this.fetches;
    if (stream === undefined || name.length === 0) {
      this.table = undefined;
      this.show();
      return;
    }
    // A panel in the background requests nothing.
    if (document.hidden || this.element.offsetParent === null) return;
    try {
      const table = await fetchTable(this.context.api, stream, name);
      if (fetch === this.fetches) this.table = table;
      if (fetch === this.fetches) this.show();
    } catch (error) {
      if (fetch === this.fetches) setText(this.summary, reasonOf(error));
    }
  }

  private show(): void {
    const table = this.table;
    const hasTables = this.names.options.length > 0;
    this.names.hidden = !hasTables;
    this.empty.hidden = table !== undefined && table.rows.length > 0;
    setText(this.empty, hasTables ? t.noRows : t.none);
    const rows = table?.rows.map((row) => row.map(numberOf)) ?? [];
    const isRainflow =
      table !== undefined && rainflowColumns.every((name, index) => table.columns[index]?.startsWith(name));
    const unit = this.data.calculated.find((channel) => channel.name === table?.name)?.unit ?? "";
    this.asTable.disabled = !isRainflow;
    this.matrix.element.hidden = rows.length === 0 || !isRainflow || this.asTable.checked;
    this.rows.element.hidden = rows.length === 0 || (isRainflow && !this.asTable.checked);
    if (table === undefined || rows.length === 0) {
      setText(this.summary, "");
      return;
    }
    if (isRainflow) {
      const map = heatMapOf(rows);
      this.matrix.show(map, unit);
      setText(this.summary, `${t.total(formatPlain(map.total))}, ${t.rows(rows.length)}`);
    } else {
      setText(this.summary, t.rows(rows.length));
    }
    this.rows.show(table.columns, rows);
  }

  private showCounts(): void {
    const counters = this.data.calculated.filter((channel) => channel.running && counting.test(channel.expression));
    const shown = counters.map(({ name }) => ({ name, value: this.data.valueOf(name)?.value ?? Number.NaN }));
    while (this.counts.children.length > shown.length) this.counts.lastElementChild!.remove();
    while (this.counts.children.length < shown.length) this.counts.append(el("span", { class: "p-count" }));
    shown.forEach(({ name, value }, index) =>
      setText(this.counts.children[index]!, `${name} ${formatValue(value, 0)}`),
    );
  }
}

/** The numbers of a table, whatever columns it has. */
class TableView {
  readonly element: HTMLElement;
  private readonly head = el("div", { class: "p-cells p-head", role: "row", "aria-rowindex": 1 });
  private readonly list: VirtualList<readonly number[]>;

  constructor() {
    this.list = new VirtualList(t.title, rowHeightEm, () => new CellsRow(), 1);
    this.element = el(
      "div",
      { class: "p-number-table", role: "table", "aria-label": t.title },
      el("div", { role: "rowgroup" }, this.head),
      this.list.element,
    );
  }

  show(columns: readonly string[], rows: readonly (readonly number[])[]): void {
    if (columns.join() !== [...this.head.children].map((cell) => cell.textContent).join())
      this.head.replaceChildren(...columns.map((column) => el("span", { role: "columnheader" }, column)));
    setAttribute(this.element, "aria-rowcount", String(rows.length + 1));
    this.list.show(rows);
  }

  dispose(): void {
    this.list.dispose();
  }
}

class CellsRow implements VirtualRow<readonly number[]> {
  readonly element = el("div", { class: "p-cells", role: "row" });

  update(row: readonly number[]): void {
    while (this.element.children.length > row.length) this.element.lastElementChild!.remove();
    while (this.element.children.length < row.length)
      this.element.append(el("span", { role: "cell", class: "p-value" }));
    row.forEach((value, index) =>
      setText(this.element.children[index]!, Number.isInteger(value) ? formatPlain(value) : formatSignificant(value)),
    );
  }
}

export const rainflowPanel: PanelType = {
  id: "rainflow",
  title: t.title,
  create: (context, settings) => new RainflowPanel(context, settings),
};
