/** Exports: a form that asks for one, and those that were asked for with their progress and files. */

import { reasonOf } from "../../api/api";
import { cancelExport, fetchExports, fileOf, type ListedExport, type ListedExports, startExport } from "../../api/exports";
import { fetchRecordings, type ListedRecording } from "../../api/recordings";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import type { Access } from "../../ui/access";
import { el, setAttribute, setText } from "../../ui/dom";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Lifetime, uniqueId } from "../parts/lifetime";
import {
  csvForms,
  detailOf,
  formats,
  requestOf,
  resampleMethods,
  type SourceChoice,
  sourceChoices,
} from "./export-request";

const t = texts.exports;

const refreshMs = 1000;

class ExportsPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly source = el("select", {});
  private readonly format = selectOf(formats.map((name) => [name, t.formats[name]]));
  private readonly channels = el("input", { type: "text", value: "*", spellcheck: "false", class: "mono" });
  private readonly from = el("input", { type: "datetime-local", step: "1" });
  private readonly to = el("input", { type: "datetime-local", step: "1" });
  private readonly atRate = el("input", { type: "text", inputmode: "decimal", class: "p-number" });
  private readonly resample = selectOf(resampleMethods.map((name) => [name, t.methods[name]]));
  private readonly csv = selectOf((Object.keys(csvForms) as (keyof typeof csvForms)[]).map((name) => [name, t.csv[name]]));
  private readonly raw = el("input", { type: "checkbox" });
  private readonly fault = el("div", { class: "error", role: "alert" });
  private readonly note = el("p", { class: "empty", role: "status" }, t.none);
  private readonly list: KeyedList<ListedExport>;
  private readonly csvField: HTMLElement;
  private wanted: string;
  private sources: readonly SourceChoice[] = [];
  private known = "";

  constructor(
    private readonly context: PanelContext,
    settings: Readonly<Record<string, unknown>>,
  ) {
    // Of a saved layout, or of the recording whose button opened this panel.
    this.wanted = typeof settings["recording"] === "string" ? settings["recording"] : "";
    const rows = el("ul", { class: "p-exports-list", "aria-label": t.title });
    this.list = new KeyedList(
      rows,
      (one) => String(one.id),
      () => new ExportRow((id) => void this.cancel(id), context.access),
    );
    this.csvField = labelled(t.csvForm, this.csv);
    const form = el(
      "form",
      { class: "p-export-form", "aria-label": t.form, novalidate: true },
      el(
        "div",
        { class: "row p-fields" },
        labelled(t.source, this.source),
        labelled(t.format, this.format),
        labelled(t.channels, this.channels, t.channelsHint),
        labelled(t.from, this.from),
        labelled(t.to, this.to),
        labelled(t.atRate, this.atRate, t.atRateHint),
        labelled(t.resample, this.resample),
        this.csvField,
        labelled(t.raw, this.raw),
      ),
      this.fault,
      el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, t.start)),
    );
    context.access.guard("control", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.start();
    });
    this.source.addEventListener("change", () => {
      this.wanted = "";
      setText(this.fault, "");
    });
    this.format.addEventListener("change", () => (this.csvField.hidden = this.format.value !== "csv"));
    this.element = el("div", { class: "p-panel p-exports" }, form, this.note, rows);
    this.lifetime.every(refreshMs, () => this.element.offsetParent !== null && void this.read());
    void this.read();
    this.lifetime.add(
      context.feed.on("events", ({ events }) => events.some((event) => event.kind === "testrun") && (this.known = "")),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private async start(): Promise<void> {
    const fault = this.sources.find(({ id }) => id === this.source.value)?.fault ?? "";
    if (fault !== "") {
      setText(this.fault, fault);
      return;
    }
    const request = requestOf({
      recording: this.source.value,
      format: this.format.value,
      channels: this.channels.value,
      from: this.from.value,
      to: this.to.value,
      atRate: this.atRate.value,
      resample: this.resample.value,
      csv: this.csv.value,
      isRaw: this.raw.checked,
    });
    if (typeof request === "string") {
      setText(this.fault, request);
      return;
    }
    try {
      await startExport(this.context.api, request);
      setText(this.fault, "");
    } catch (error) {
      setText(this.fault, reasonOf(error));
    }
    await this.read();
  }

  private async cancel(id: number): Promise<void> {
    try {
      await cancelExport(this.context.api, id);
    } catch (error) {
      this.context.notify(reasonOf(error), "warning");
    }
    await this.read();
  }

  private async read(): Promise<void> {
    try {
      this.show(await fetchExports(this.context.api));
    } catch (error) {
      this.note.hidden = false;
      setText(this.note, reasonOf(error));
    }
  }

  private show(answer: ListedExports): void {
    this.list.show(answer.exports);
    this.note.hidden = answer.exports.length > 0;
    setText(this.note, t.none);
    const known = String(answer.hasJournal);
    if (this.known === known) return;
    this.known = known;
    void this.readSources(answer.hasJournal);
  }

  // A monitor without recordings may still have a journal.
  private async readSources(hasJournal: boolean): Promise<void> {
    let recordings: readonly ListedRecording[] = [];
    try {
      recordings = await fetchRecordings(this.context.api);
    } catch (error) {
      setText(this.fault, t.noList(reasonOf(error)));
    }
    const chosen = this.wanted === "" ? this.source.value : this.wanted;
    this.sources = sourceChoices(recordings, hasJournal, this.wanted);
    this.source.replaceChildren(...this.sources.map(({ id, text }) => el("option", { value: id }, text)));
    const found = this.sources.find(({ id }) => id === chosen);
    if (found === undefined) return;
    this.source.value = chosen;
    if (this.wanted !== "" && found.fault !== "") setText(this.fault, found.fault);
  }
}

class ExportRow implements Row<ListedExport> {
  readonly element = el("li", { class: "p-export" });
  private readonly name = el("strong", { class: "clip" });
  private readonly state = el("span", { class: "label" });
  private readonly bar = el("progress", { max: "1" });
  private readonly detail = el("span", { class: "dim label", role: "status" });
  private readonly notes = el("span", { class: "dim label" });
  private readonly stop = el("button", { type: "button" }, t.cancel);
  private readonly file = el("a", { class: "button", download: true }, t.download);
  private id = 0;

  constructor(cancel: (id: number) => void, access: Access) {
    access.guard("control", this.stop);
    this.stop.addEventListener("click", () => cancel(this.id));
    this.element.append(
      el("div", { class: "row" }, this.name, this.state, this.bar, this.stop, this.file),
      this.detail,
      this.notes,
    );
  }

  update(one: ListedExport): void {
    this.id = one.id;
    const isOpen = one.state === "queued" || one.state === "running";
    setText(this.name, one.file ?? `${one.title} (${one.format})`);
    setText(this.state, t.states[one.state]);
    this.bar.hidden = !isOpen;
    this.bar.value = one.fraction;
    setAttribute(this.bar, "aria-label", t.barLabel(one.title));
    setText(this.detail, detailOf(one));
    this.detail.classList.toggle("error", one.state === "failed");
    setText(this.notes, one.notes.join("; "));
    this.stop.hidden = !isOpen;
    this.file.hidden = one.file === null;
    setAttribute(this.file, "href", one.file === null ? null : fileOf(one.id));
  }
}

function selectOf(choices: readonly (readonly [string, string])[]): HTMLSelectElement {
  return el("select", {}, ...choices.map(([value, text]) => el("option", { value }, text)));
}

function labelled(text: string, input: HTMLElement, hint?: string): HTMLElement {
  input.id = uniqueId("export");
  return el(
    "div",
    { class: "field" },
    el("label", { for: input.id }, text),
    input,
    hint !== undefined && el("span", { class: "dim label p-hint" }, hint),
  );
}

export const exportsPanel: PanelType = {
  id: "exports",
  title: t.title,
  create: (context, settings) => new ExportsPanel(context, settings),
};
