/** A limit that is tried on a recording before it is saved: its form, and when it would have tripped. */

import { reasonOf, ApiError } from "../../api/api";
import { type DefinitionRow, DefinitionsApi, faultsIn, type FieldFault } from "../../api/definitions";
import { tryLimits, type TriedLimits } from "../../api/recordings";
import type { PanelContext } from "../../layout/panel";
import type { Excursion } from "../../plots/limits";
import { texts } from "../../texts/texts";
import { el } from "../../ui/dom";
import { kindSpecs, keyOf } from "../definitions/definition-fields";
import { DefinitionForm } from "../definitions/definition-form";
import { TrialResult } from "../parts/trial-result";

const t = texts.recording.whatIf;

const limitSpec = kindSpecs.find((spec) => spec.kind === "limits")!;
/** What is asked for a limit that is only tried. */
const asked = limitSpec.fields.filter((field) => !["latch", "enabled", "note"].includes(field.name));

export class WhatIf {
  readonly element: HTMLElement;
  private readonly form: DefinitionForm;
  private readonly result: TrialResult;
  private readonly save = el("button", { type: "button", hidden: true, onclick: () => void this.store() }, t.save);
  private stop: AbortController | undefined;
  private row: DefinitionRow | undefined;

  /** @param changed something else is to be drawn */
  constructor(
    private readonly context: PanelContext,
    private readonly where: () => { readonly id: string; readonly stream: string },
    show: (fromS: number, toS: number) => void,
    private readonly changed: () => void,
  ) {
    this.result = new TrialResult(context, show);
    context.access.guard("control", this.save);
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
      el("div", { class: "p-bar" }, this.result.summary, this.save),
      this.result.element,
    );
  }

  /** The limits that are tried now. */
  get rows(): readonly DefinitionRow[] {
    return this.row === undefined ? [] : [this.row];
  }

  get excursions(): readonly Excursion[] {
    return this.result.excursions;
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
    this.result.say(texts.recording.results.computing);
    const { id, stream } = this.where();
    try {
      const tried = await tryLimits(this.context.api, id, stream, [row], stop.signal);
      if (this.stop === stop) this.take(row, tried);
    } catch (error) {
      if (this.stop !== stop || stop.signal.aborted) return;
      this.result.say("");
      this.form.showFaults(faultsOfError(error));
    }
  }

  private take(row: DefinitionRow, tried: TriedLimits): void {
    this.row = row;
    this.result.show(tried);
    this.save.hidden = false;
    this.result.summary.scrollIntoView({ block: "nearest" });
    this.changed();
  }

  private clear(): void {
    this.stop?.abort();
    this.stop = undefined;
    this.row = undefined;
    this.save.hidden = true;
    this.result.clear();
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
      this.form.showFaults(faultsOfError(error));
    }
  }
}

function faultsOfError(error: unknown): readonly FieldFault[] {
  return error instanceof ApiError ? faultsIn(error) : [{ field: "", message: reasonOf(error) }];
}
