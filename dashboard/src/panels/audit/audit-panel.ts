/** The audit log: who did what, from where, to what, and from which block on. */

import { reasonOf } from "../../api/api";
import { type AuditEntry, readAudit } from "../../api/audit";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { Lifetime } from "../parts/lifetime";
import { headedTable, VirtualList, type VirtualRow } from "../parts/virtual-list";
import { changeOf, filterEntries, mergeEntries } from "./audit-entries";

const t = texts.audit;

const rowHeightEm = 1.85;
const pageSize = 200;
const refreshMs = 5000;

class AuditPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly search = el("input", {
    type: "search",
    placeholder: t.search,
    "aria-label": t.search,
    class: "fill",
    oninput: () => this.refresh(),
  });
  private readonly older = el("button", { type: "button", onclick: () => void this.read(this.oldest()) }, t.older);
  private readonly empty = el("p", { class: "empty", role: "status" });
  private readonly table: HTMLElement;
  private readonly rows: VirtualList<AuditEntry>;
  private entries: readonly AuditEntry[] = [];
  private fault = "";

  constructor(
    private readonly context: PanelContext,
    settings: Readonly<Record<string, unknown>>,
  ) {
    this.search.value = String(settings["search"] ?? "");
    this.rows = new VirtualList(t.title, rowHeightEm, () => new AuditRow(context), 1);
    this.table = headedTable(
      { table: "p-events-table p-audit-table", row: "p-event-row p-audit-row" },
      t.title,
      t.columns,
      this.rows.element,
    );
    this.element = el(
      "div",
      { class: "p-panel p-audit" },
      el("div", { class: "p-bar" }, this.search, this.older),
      this.empty,
      this.table,
    );
    const timer = setInterval(() => document.hidden || void this.read(), refreshMs);
    this.lifetime.add(
      context.feed.on("events", () => void this.read()),
      () => this.rows.dispose(),
      () => clearInterval(timer),
    );
    this.lifetime.listen(document, "clockchange", () => this.refresh());
    void this.read();
  }

  settings(): Record<string, unknown> {
    return { search: this.search.value };
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private oldest(): number | undefined {
    return this.entries.at(-1)?.number;
  }

  private async read(before?: number): Promise<void> {
    try {
      const page = await readAudit(this.context.api, pageSize, before);
      this.entries = mergeEntries(this.entries, page);
      this.fault = "";
    } catch (error) {
      this.fault = reasonOf(error);
    }
    this.refresh();
  }

  private refresh(): void {
    const shown = filterEntries(this.entries, this.search.value);
    this.older.hidden = (this.oldest() ?? 1) <= 1;
    this.empty.hidden = shown.length > 0 && this.fault.length === 0;
    setText(this.empty, this.fault.length > 0 ? this.fault : this.entries.length === 0 ? t.none : t.notFound);
    this.table.hidden = shown.length === 0;
    setAttribute(this.table, "aria-rowcount", String(shown.length + 1));
    this.rows.show(shown);
  }
}

class AuditRow implements VirtualRow<AuditEntry> {
  readonly element = el("div", { class: "p-event-row p-audit-row", role: "row" });
  private readonly cells = t.columns.map(() => el("span", { role: "cell", class: "clip" }));

  constructor(private readonly context: PanelContext) {
    this.element.append(...this.cells);
  }

  update(entry: AuditEntry): void {
    const values = [
      this.context.timeText(entry.utcNs),
      entry.who,
      entry.from,
      entry.action,
      entry.target,
      changeOf(entry),
      entry.sequence ?? "",
    ];
    values.forEach((value, i) => {
      setText(this.cells[i]!, value);
      setAttribute(this.cells[i]!, "title", value);
    });
  }
}

export const auditPanel: PanelType = {
  id: "audit",
  title: t.title,
  create: (context, settings) => new AuditPanel(context, settings),
};
