/** What happened, with its time, and notes of the people at the rig. */

import { reasonOf } from "../../api/api";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import type { LiveEvent } from "../../protocol/messages";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { Lifetime, uniqueId } from "../parts/lifetime";
import { Badge, severityStyle } from "../parts/status";
import { headedTable, VirtualList, type VirtualRow } from "../parts/virtual-list";
import { addEvents, filterEvents } from "./event-log";

const t = texts.events;

const rowHeightEm = 1.85;

class EventsPanel implements Panel {
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
  private readonly kind = el(
    "select",
    { "aria-label": t.kind, onchange: () => this.refresh() },
    el("option", { value: "" }, t.all),
    ...Object.entries(t.kinds).map(([kind, word]) => el("option", { value: kind }, word)),
  );
  private readonly allRigs = el("input", { type: "checkbox", onchange: () => this.refresh() });
  private readonly note: HTMLInputElement;
  private readonly missed = el("p", { class: "dim label", role: "status" });
  private readonly empty = el("p", { class: "empty" });
  private readonly table: HTMLElement;
  private readonly rows: VirtualList<LiveEvent>;
  private log: readonly LiveEvent[] = [];
  private missing = 0;

  constructor(
    private readonly context: PanelContext,
    settings: Readonly<Record<string, unknown>>,
  ) {
    const id = uniqueId("note");
    this.search.value = String(settings["search"] ?? "");
    this.kind.value = String(settings["kind"] ?? "");
    this.allRigs.checked = settings["allRigs"] === true;
    this.note = el("input", {
      id,
      type: "text",
      maxlength: 2000,
      required: true,
      placeholder: t.noteHint,
      class: "fill",
    });
    const form = el(
      "form",
      { class: "p-bar" },
      el("label", { for: id }, t.note),
      this.note,
      el("button", { type: "submit" }, t.add),
    );
    context.access.guard("control", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.add();
    });
    this.rows = new VirtualList(t.title, rowHeightEm, () => new EventRow(context), 1);
    this.table = headedTable(
      { table: "p-events-table", row: "p-event-row" },
      t.title,
      t.columns,
      this.rows.element,
    );
    this.element = el(
      "div",
      { class: "p-panel p-events" },
      el(
        "div",
        { class: "p-bar" },
        this.search,
        this.kind,
        el("label", { class: "p-check" }, this.allRigs, t.allRigs),
      ),
      form,
      this.missed,
      this.empty,
      this.table,
    );
    this.lifetime.add(
      context.feed.on("events", ({ events, missed }) => this.take(events, missed)),
      context.rig.on(() => this.refresh()),
      () => this.rows.dispose(),
    );
    this.lifetime.listen(document, "clockchange", () => this.refresh());
  }

  settings(): Record<string, unknown> {
    return { search: this.search.value, kind: this.kind.value, allRigs: this.allRigs.checked };
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private take(events: readonly LiveEvent[], missed: number): void {
    this.log = addEvents(this.log, events);
    this.missing += missed;
    this.refresh();
  }

  private refresh(): void {
    const stream = this.allRigs.checked ? undefined : this.context.rig.name;
    const shown = filterEvents(this.log, { kind: this.kind.value, search: this.search.value, stream });
    setText(this.missed, this.missing > 0 ? t.missed(this.missing) : "");
    this.missed.hidden = this.missing === 0;
    this.empty.hidden = shown.length > 0;
    setText(this.empty, this.log.length === 0 ? t.none : t.notFound);
    this.table.hidden = shown.length === 0;
    setAttribute(this.table, "aria-rowcount", String(shown.length + 1));
    this.rows.show(shown);
  }

  // The note returns as an event; until then it stays in the field. Its time is that of the data that is drawn now.
  private async add(): Promise<void> {
    const text = this.note.value.trim();
    if (text.length === 0) return;
    const utcNs = this.context.nowNs();
    try {
      await this.context.api.send("POST", "/api/notes", {
        ...(utcNs === "0" ? {} : { utcNs }),
        by: this.context.by(),
        text,
        stream: this.context.rig.name ?? "",
      });
      this.note.value = "";
    } catch (error) {
      this.context.notify(t.notStored(reasonOf(error)), "warning");
    }
  }
}

class EventRow implements VirtualRow<LiveEvent> {
  readonly element = el("div", { class: "p-event-row", role: "row" });
  private readonly badge = new Badge();
  private readonly cells = t.columns.map(() => el("span", { role: "cell", class: "clip" }));

  constructor(private readonly context: PanelContext) {
    this.cells[1]!.append(this.badge.element);
    this.element.append(...this.cells);
  }

  update(event: LiveEvent): void {
    const [time, , kind, stream, text] = this.cells;
    setText(time!, this.context.timeText(event.utcNs));
    this.badge.show(severityStyle(event.severity));
    setText(kind!, t.kinds[event.kind] ?? event.kind);
    setText(stream!, event.stream);
    setText(text!, event.text);
    setAttribute(text!, "title", event.text);
  }
}

export const eventsPanel: PanelType = {
  id: "events",
  title: t.title,
  create: (context, settings) => new EventsPanel(context, settings),
};
