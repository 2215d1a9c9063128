/** The recordings of test runs: a list to search, from which one is opened over the plots. */

import { reasonOf } from "../../api/api";
import { fetchRecordings, type ListedRecording } from "../../api/recordings";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { durationText } from "../../plots/format";
import { type RecordingState, selectRecordings, spanOf, stateOf } from "../../recordings/select-recordings";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { formatBytes } from "../parts/format";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Lifetime } from "../parts/lifetime";
import { Badge, type StatusStyle } from "../parts/status";

const t = texts.recordings;

const refreshMs = 10_000;

const styles: Readonly<Record<RecordingState, Omit<StatusStyle, "word">>> = {
  recording: { tone: "on", shape: "circle" },
  unfinished: { tone: "warn", shape: "ring" },
  damaged: { tone: "bad", shape: "triangle" },
  unreadable: { tone: "bad", shape: "cross" },
  kept: { tone: "good", shape: "square" },
  closed: { tone: "quiet", shape: "square" },
};

/** Shape, colour and word of a state. */
export function recordingStyle(one: ListedRecording): StatusStyle {
  const state = stateOf(one);
  return { ...styles[state], word: t.states[state] };
}

class RecordingsPanel implements Panel {
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
  private readonly count = el("span", { class: "dim label", role: "status" });
  private readonly note = el("p", { class: "empty", role: "status" }, t.loading);
  private readonly table: HTMLElement;
  private readonly list: KeyedList<ListedRecording>;
  private recordings: readonly ListedRecording[] | undefined;
  private fault = "";

  constructor(
    private readonly context: PanelContext,
    settings: Readonly<Record<string, unknown>>,
  ) {
    this.search.value = String(settings["search"] ?? "");
    const body = el("tbody");
    this.list = new KeyedList(
      body,
      (one) => one.id,
      () => new RecordingRow(context),
    );
    const head = t.columns.map((column, i) => el("th", { scope: "col", class: i >= 6 ? "number" : undefined }, column));
    this.table = el(
      "div",
      { class: "p-scroll", tabindex: 0, role: "group", "aria-label": t.title, hidden: true },
      el("table", { class: "p-recordings-table" }, el("thead", {}, el("tr", {}, ...head)), body),
    );
    this.element = el(
      "div",
      { class: "p-panel p-recordings" },
      el(
        "div",
        { class: "p-bar" },
        this.search,
        this.count,
        el("button", { type: "button", onclick: () => context.open("archive", {}) }, t.archive),
      ),
      this.note,
      this.table,
    );
    this.lifetime.add(
      context.feed.on("events", ({ events }) => events.some((event) => event.kind === "testrun") && void this.read()),
      context.display.on((change) => change === "clock" && this.refresh()),
    );
    this.lifetime.every(refreshMs, () => this.element.offsetParent !== null && void this.read());
    void this.read();
  }

  settings(): Record<string, unknown> {
    return { search: this.search.value };
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private async read(): Promise<void> {
    try {
      this.recordings = await fetchRecordings(this.context.api);
      this.fault = "";
    } catch (error) {
      this.fault = reasonOf(error);
    }

    this.refresh();
  }

  private refresh(): void {
    const all = this.recordings ?? [];
    const shown = selectRecordings(all, this.search.value, (state) => t.states[state]);
    this.list.show(shown);
    this.table.hidden = shown.length === 0;
    const isLoading = this.recordings === undefined && this.fault === "";
    const empty = isLoading ? t.loading : all.length === 0 ? t.none : shown.length === 0 ? t.notFound : "";
    const text = this.fault !== "" ? this.fault : empty;
    this.note.hidden = text === "";
    setText(this.note, text);
    this.note.classList.toggle("error", this.fault !== "");
    setText(this.count, all.length === 0 ? "" : t.count(shown.length, all.length));
  }
}

class RecordingRow implements Row<ListedRecording> {
  readonly element = el("tr");
  private readonly badge = new Badge();
  private readonly open = el("button", { type: "button", class: "quiet p-recording-open" });
  private readonly cells = t.columns.map((_, i) => el("td", { class: i >= 6 ? "number" : "clip" }));
  private id = "";

  constructor(private readonly context: PanelContext) {
    this.cells[0]!.append(this.badge.element);
    this.cells[1]!.append(this.open);
    this.element.append(...this.cells);
    this.open.addEventListener("click", () => context.open("recording", { recording: this.id }));
  }

  update(one: ListedRecording): void {
    this.id = one.id;
    this.badge.show(recordingStyle(one));
    setText(this.open, one.run);
    setAttribute(this.open, "aria-label", t.open(one.run));
    // Without a block there is nothing to open; the fault is in the row.
    this.open.disabled = one.blocks === 0;
    const [, , specimen, operator, rig, started, length, size] = this.cells;
    setText(specimen!, one.blocks === 0 ? (one.fault ?? "") : (one.specimen ?? ""));
    setText(operator!, one.operator ?? "");
    setText(rig!, `${one.site}/${one.rig}`);
    setText(started!, one.startedNs === "0" ? "" : this.context.timeText(one.startedNs));
    setText(length!, one.fromNs === null ? "" : durationText(spanOf(one)));
    setText(size!, one.bytes === 0 ? "" : formatBytes(one.bytes));
    setAttribute(this.element, "title", one.fault);
  }
}

export const recordingsPanel: PanelType = {
  id: "recordings",
  title: t.title,
  create: (context, settings) => new RecordingsPanel(context, settings),
};
