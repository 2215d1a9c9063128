/** The long-term archive: a search of tests of all rigs; one is opened, two are compared. */

import { reasonOf } from "../../api/api";
import {
  type ArchivedResult,
  type ArchivedTest,
  type ArchivePage,
  type ArchiveSearch,
  searchArchive,
} from "../../api/archive";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { formatBytes } from "../parts/format";
import { KeyedList, type Row } from "../parts/keyed-list";
import { uniqueId } from "../parts/lifetime";
import { Badge } from "../parts/status";
import { ChosenTests } from "./chosen-tests";

const t = texts.archive;

const fields = ["rig", "specimen", "from", "to", "result"] as const;
/** From this column on there are numbers. */
const firstNumber = 7;

class ArchivePanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly inputs = Object.fromEntries(
    fields.map((name) => [
      name,
      el("input", { type: name === "from" || name === "to" ? "date" : "text", spellcheck: "false", id: uniqueId("archive") }),
    ]),
  ) as Readonly<Record<(typeof fields)[number], HTMLInputElement>>;
  private readonly fault = el("div", { class: "error", role: "alert" });
  private readonly note = el("p", { class: "empty", role: "status" }, t.loading);
  private readonly table: HTMLElement;
  private readonly list: KeyedList<ArchivedTest>;
  private readonly previous = el("button", { type: "button", onclick: () => this.back() }, t.previous);
  private readonly next = el("button", { type: "button", onclick: () => this.forward() }, t.next);
  private readonly compare = el("button", { type: "button", onclick: () => this.openBoth() }, t.compare);
  private readonly chosenNote = el("span", { class: "dim label", role: "status" });
  private readonly chosen = new ChosenTests();
  private search: ArchiveSearch;
  /** Keys of the pages before this one and of this one; the first page has "". */
  private pages: readonly string[] = [""];
  private after: string | null = null;
  private reads = 0;

  constructor(
    private readonly context: PanelContext,
    settings: Readonly<Record<string, unknown>>,
  ) {
    for (const name of fields) this.inputs[name].value = String(settings[name] ?? "");
    this.search = this.readForm();
    const body = el("tbody");
    this.list = new KeyedList(
      body,
      (one) => one.id,
      () => new TestRow(context, this.chosen, () => this.showChosen()),
    );
    const head = t.columns.map((column, i) => el("th", { scope: "col", class: i >= firstNumber ? "number" : undefined }, column));
    this.table = el(
      "div",
      { class: "p-scroll", tabindex: 0, role: "group", "aria-label": t.found, hidden: true },
      el("table", { class: "p-recordings-table" }, el("thead", {}, el("tr", {}, ...head)), body),
    );
    this.element = el(
      "div",
      { class: "p-panel p-archive" },
      this.makeForm(),
      this.fault,
      this.note,
      this.table,
      el("div", { class: "p-bar" }, this.previous, this.next, el("span", { class: "p-space" }), this.chosenNote, this.compare),
    );
    this.showChosen();
    void this.read();
  }

  settings(): Record<string, unknown> {
    return { ...this.search };
  }

  dispose(): void {
    this.reads++;
  }

  private makeForm(): HTMLElement {
    const form = el(
      "form",
      { class: "p-archive-form", "aria-label": t.form, novalidate: true },
      el(
        "div",
        { class: "row p-fields" },
        ...fields.map((name) =>
          el(
            "div",
            { class: "field" },
            el("label", { for: this.inputs[name].id }, t.fields[name]),
            this.inputs[name],
            t.hints[name] !== "" && el("span", { class: "dim label p-hint" }, t.hints[name]),
          ),
        ),
      ),
      el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, t.search)),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.search = this.readForm();
      this.pages = [""];
      void this.read();
    });
    return form;
  }

  private readForm(): ArchiveSearch {
    const { rig, specimen, from, to, result } = this.inputs;
    return { rig: rig.value, specimen: specimen.value, from: from.value, to: to.value, result: result.value };
  }

  private forward(): void {
    if (this.after === null) return;
    this.pages = [...this.pages, this.after];
    void this.read();
  }

  private back(): void {
    if (this.pages.length === 1) return;
    this.pages = this.pages.slice(0, -1);
    void this.read();
  }

  // A later search overtakes this one.
  private async read(): Promise<void> {
    const read = ++this.reads;
    let page: ArchivePage | undefined;
    let fault = "";
    try {
      page = await searchArchive(this.context.api, this.search, this.pages.at(-1) ?? "");
    } catch (error) {
      fault = reasonOf(error);
    }

    if (read !== this.reads) return;
    const tests = page?.tests ?? [];
    this.after = page?.after ?? null;
    this.list.show(tests);
    this.table.hidden = tests.length === 0;
    setText(this.fault, fault);
    this.note.hidden = fault !== "" || tests.length > 0;
    setText(this.note, t.none);
    this.previous.disabled = this.pages.length === 1;
    this.next.disabled = this.after === null;
  }

  private showChosen(): void {
    setText(this.chosenNote, this.chosen.runs.length === 0 ? t.choose : t.chosen(this.chosen.runs));
    this.compare.disabled = this.chosen.pair === undefined;
  }

  private openBoth(): void {
    const { pair } = this.chosen;
    if (pair !== undefined) this.context.open("recording", { recording: pair[0], against: pair[1] });
  }
}

class TestRow implements Row<ArchivedTest> {
  readonly element = el("tr");
  private readonly check = el("input", { type: "checkbox" });
  private readonly open = el("button", { type: "button", class: "quiet p-recording-open" });
  private readonly badge = new Badge();
  private readonly cells = t.columns.map((_, i) => el("td", { class: i >= firstNumber ? "number" : "clip" }));
  private test: ArchivedTest | undefined;

  constructor(
    private readonly context: PanelContext,
    private readonly chosen: ChosenTests,
    changed: () => void,
  ) {
    const parts = [this.check, this.open, undefined, undefined, undefined, this.badge.element];
    parts.forEach((part, i) => part !== undefined && this.cells[i]!.append(part));
    this.element.append(...this.cells);
    this.open.addEventListener("click", () => this.test !== undefined && context.open("recording", { recording: this.test.id }));
    this.check.addEventListener("change", () => {
      const { test, check } = this;
      if (test !== undefined && !this.chosen.choose(test.id, test.run, check.checked)) {
        check.checked = false;
        context.notify(t.twoAtMost);
      }

      changed();
    });
  }

  update(one: ArchivedTest): void {
    this.test = one;
    setText(this.open, one.attempt === 1 ? one.run : `${one.run} (${one.attempt})`);
    setAttribute(this.open, "aria-label", t.open(one.run, `${one.site}/${one.rig}`));
    setAttribute(this.check, "aria-label", t.choice(one.run, `${one.site}/${one.rig}`));
    this.check.checked = this.chosen.has(one.id);
    const lost = one.blocksLost > 0 ? t.lost(one.blocksLost) : "";
    this.badge.show(
      one.complete
        ? { word: t.complete, tone: "good", shape: "square" }
        : { word: lost === "" ? t.incomplete : lost, tone: "warn", shape: "triangle" },
    );
    const [, , specimen, rig, started, , results, size] = this.cells;
    setText(specimen!, one.specimen ?? "");
    setText(rig!, `${one.site}/${one.rig}`);
    setText(started!, this.context.timeText(one.startedNs));
    setText(results!, one.results.map(resultText).join(", "));
    setAttribute(results!, "title", one.results.map(resultText).join("\n"));
    setText(size!, formatBytes(one.bytes));
  }
}

function resultText({ name, value, unit, state }: ArchivedResult): string {
  const number = Number(value.toPrecision(6));
  return `${name} ${number}${unit === "" ? "" : ` ${unit}`}${state === "pending" ? ` (${t.pending})` : ""}`;
}

export const archivePanel: PanelType = {
  id: "archive",
  title: t.title,
  isOnDemand: true,
  create: (context, settings) => new ArchivePanel(context, settings),
};
