/** A limit that is tried on a recording before it is saved: its form, and when it would have tripped. */

import { ApiError, reasonOf } from "../../api/api";
import { type DefinitionRow, DefinitionsApi, faultsOf, type FieldFault } from "../../api/definitions";
import { tryLimits, type TriedLimits } from "../../api/recordings";
import type { PanelContext } from "../../layout/panel";
import { durationText } from "../../plots/format";
import { type Excursion, excursionsOf } from "../../recordings/trial";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { kindSpecs, keyOf } from "../definitions/definition-fields";
import { DefinitionForm } from "../definitions/definition-form";
import { formatSignificant } from "../parts/format";

const t = texts.recording.whatIf;

const maxListed = 200;
const limitSpec = kindSpecs.find((spec) => spec.kind === "limits")!;
/** What is asked for a limit that is only tried. */
const asked = limitSpec.fields.filter((field) => !["latch", "enabled", "note"].includes(field.name));

export class WhatIf {
  readonly element: HTMLElement;
  private readonly form: DefinitionForm;
  private readonly summary = el("p", { role: "status" });
  private readonly notes = el("div", { class: "label" });
  private readonly save = el("button", { type: "button", hidden: true, onclick: () => void this.store() }, t.save);
  private readonly list = el("div", { class: "p-scroll", hidden: true, tabindex: 0, role: "group", "aria-label": t.list });
  private stop: AbortController | undefined;
  private row: DefinitionRow | undefined;
  private found: readonly Excursion[] = [];

  /** @param changed something else is to be drawn */
  constructor(
    private readonly context: PanelContext,
    private readonly where: () => { readonly id: string; readonly stream: string },
    private readonly show: (fromS: number, toS: number) => void,
    private readonly changed: () => void,
  ) {
    this.form = new DefinitionForm(
      { one: t.one, fields: asked, label: t.form, saveText: t.try, cancelText: t.close },
      () => void this.try(),
      () => this.clear(),
    );
    this.element = el(
      "div",
      { class: "p-what-if" },
      el("p", { class: "dim label" }, t.about),
      this.form.element,
      el("div", { class: "p-bar" }, this.summary, this.save),
      this.notes,
      this.list,
    );
  }

  /** The limits that are tried now. */
  get rows(): readonly DefinitionRow[] {
    return this.row === undefined ? [] : [this.row];
  }

  get excursions(): readonly Excursion[] {
    return this.found;
  }

  /** Offers the signals of the recording. */
  begin(signals: readonly string[]): void {
    this.form.show(undefined, signals, false);
  }

  dispose(): void {
    this.stop?.abort();
  }

  private async try(): Promise<void> {
    const row = this.form.read();
    if (row === undefined) return;
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    setText(this.summary, texts.recording.results.computing);
    const { id, stream } = this.where();
    try {
      const tried = await tryLimits(this.context.api, id, stream, [row], stop.signal);
      if (this.stop === stop) this.take(row, tried);
    } catch (error) {
      if (this.stop !== stop || stop.signal.aborted) return;
      setText(this.summary, "");
      this.form.showFaults(faultsIn(error));
    }
  }

  private take(row: DefinitionRow, tried: TriedLimits): void {
    this.row = row;
    this.found = excursionsOf(tried);
    const partly = tried.whole ? "" : texts.recording.results.partly(this.context.timeText(tried.untilNs));
    setText(this.summary, [t.raised(tried.raised, tried.blocks), tried.raised === 0 ? t.none : "", partly].filter(Boolean).join(". "));
    this.notes.replaceChildren(
      ...tried.notes.map((note) => el("p", {}, note)),
      ...(tried.more > 0 ? [el("p", {}, t.more(tried.more))] : []),
    );
    this.save.hidden = false;
    this.list.hidden = this.found.length === 0;
    this.list.replaceChildren(tableOf(this.found.slice(0, maxListed), this.context, this.show));
    this.summary.scrollIntoView({ block: "nearest" });
    this.changed();
  }

  private clear(): void {
    this.stop?.abort();
    this.stop = undefined;
    this.row = undefined;
    this.found = [];
    this.save.hidden = true;
    this.list.hidden = true;
    this.notes.replaceChildren();
    setText(this.summary, "");
    this.changed();
  }

  // As a new limit of the station: one that is there is not changed.
  private async store(): Promise<void> {
    const { row, context } = this;
    if (row === undefined) return;
    const key = keyOf(limitSpec, row);
    try {
      await new DefinitionsApi(context.api).put(
        { kind: "limits", key, stream: context.rig.name ?? "", by: context.by(), revision: "0" },
        row,
      );
      context.notify(t.saved(key));
    } catch (error) {
      this.form.showFaults(faultsIn(error));
    }
  }
}

/** Faults of a row that was tried: the monitor names its place in the list before the column. */
function faultsIn(error: unknown): readonly FieldFault[] {
  if (!(error instanceof ApiError)) return [{ field: "", message: reasonOf(error) }];
  return faultsOf(error.body, error.message).map((fault) => ({ ...fault, field: fault.field.replace(/^\d+\./, "") }));
}

function tableOf(
  excursions: readonly Excursion[],
  context: PanelContext,
  show: (fromS: number, toS: number) => void,
): HTMLElement {
  const timeOf = (seconds: number): string => context.timeText(BigInt(Math.round(seconds * 1e6)) * 1000n);
  const rows = excursions.map(({ fromS, toS, value, unit }) => {
    const from = timeOf(fromS);
    const until = toS ?? fromS;
    return el(
      "tr",
      {},
      el(
        "td",
        {},
        el(
          "button",
          { type: "button", class: "quiet", "aria-label": texts.recording.at(from), onclick: () => show(fromS, until) },
          from,
        ),
      ),
      el("td", {}, toS === undefined ? t.openEnd : timeOf(toS)),
      el("td", { class: "number" }, toS === undefined ? "" : durationText(toS - fromS)),
      el("td", { class: "number" }, value === undefined ? "" : `${formatSignificant(value)} ${unit}`),
    );
  });
  const head = t.columns.map((column, i) => el("th", { scope: "col", class: i >= 2 ? "number" : undefined }, column));
  return el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}
