/** Tries the limit that is in the form on a recording, before it is saved: how often and when it would have tripped. */

import { ApiError, reasonOf } from "../../api/api";
import { type DefinitionRow, faultsIn, type FieldFault } from "../../api/definitions";
import { fetchRecordings, type ListedRecording, tryLimits, type TriedLimits } from "../../api/recordings";
import type { PanelContext } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el } from "../../ui/dom";
import { uniqueId } from "../parts/lifetime";
import { TrialResult } from "../parts/trial-result";
import { trialChoices } from "./trial-choices";

const t = texts.definitions.tryLimit;

/** The form whose limit is tried. */
export interface LimitSource {
  /** The row as it is typed; undefined when something is missing, which the form then says. */
  read(): DefinitionRow | undefined;
  showFaults(faults: readonly FieldFault[]): void;
}

export class LimitTry {
  /** Choice of the recording, and the button: beside the buttons of the form. */
  readonly bar: HTMLElement;
  /** What it would have done. */
  readonly element: HTMLElement;
  private readonly result: TrialResult;
  private readonly choice: HTMLSelectElement;
  private readonly button = el("button", { type: "button", onclick: () => void this.try() }, t.try);
  private readonly open = el(
    "button",
    { type: "button", class: "quiet", hidden: true, onclick: () => this.openRun() },
    t.open,
  );
  private readonly clearButton = el(
    "button",
    { type: "button", class: "quiet", hidden: true, onclick: () => this.clear() },
    t.clear,
  );
  private choices: readonly ListedRecording[] = [];
  private stop: AbortController | undefined;
  private tried: ListedRecording | undefined;

  constructor(
    private readonly context: PanelContext,
    private readonly source: LimitSource,
  ) {
    const id = uniqueId("try");
    this.choice = el("select", { id });
    this.result = new TrialResult(context, (fromS, toS) => this.look(fromS, toS));
    this.bar = el(
      "div",
      { class: "row p-limit-try", role: "group", "aria-label": t.title },
      el("label", { for: id }, t.on),
      this.choice,
      this.button,
      this.result.summary,
      this.open,
      this.clearButton,
    );
    this.element = this.result.element;
  }

  /** The form is open: offers the recordings of the rig. */
  begin(): void {
    this.clear();
    void this.readChoices();
  }

  /** The form is closed: nothing is marked any more. */
  end(): void {
    this.clear();
  }

  private async readChoices(): Promise<void> {
    const stream = this.context.rig.name ?? "";
    let reason = t.none;
    try {
      this.choices = trialChoices(await fetchRecordings(this.context.api), stream);
    } catch (error) {
      this.choices = [];
      reason = reasonOf(error);
    }

    const textOf = (one: ListedRecording): string =>
      one.recording ? t.running(one.run) : t.run(one.run, this.context.timeText(one.startedNs));
    const options = this.choices.map((one) => el("option", { value: one.id }, textOf(one)));
    this.choice.replaceChildren(...options);
    this.choice.disabled = this.button.disabled = options.length === 0;
    if (options.length === 0) this.result.say(reason);
  }

  private async try(): Promise<void> {
    const chosen = this.choices.find((one) => one.id === this.choice.value);
    const row = this.source.read();
    if (row === undefined || chosen === undefined) return;
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.result.say(texts.recording.results.computing);
    const stream = this.context.rig.name ?? "";
    try {
      const tried = await tryLimits(this.context.api, chosen.id, stream, [triedRow(row)], stop.signal);
      if (this.stop === stop) this.take(chosen, stream, row, tried);
    } catch (error) {
      if (this.stop !== stop || stop.signal.aborted) return;
      this.clear();
      this.source.showFaults(error instanceof ApiError ? faultsIn(error) : [{ field: "", message: reasonOf(error) }]);
    }
  }

  private take(chosen: ListedRecording, stream: string, row: DefinitionRow, tried: TriedLimits): void {
    this.tried = chosen;
    this.result.show(tried);
    this.open.hidden = this.clearButton.hidden = false;
    this.context.trials.show({ recording: chosen.id, stream, rows: [row], excursions: this.result.excursions });
  }

  // What is recorded now is in the live plots; an older run has plots of its own.
  private look(fromS: number, toS: number): void {
    if (this.tried?.recording === true) this.context.showStretch(fromS, toS);
    else {
      this.openRun();
      this.context.trials.look({ fromS, toS });
    }
  }

  private openRun(): void {
    if (this.tried !== undefined) this.context.open("recording", { recording: this.tried.id });
  }

  private clear(): void {
    this.stop?.abort();
    this.stop = undefined;
    this.tried = undefined;
    this.open.hidden = this.clearButton.hidden = true;
    this.result.clear();
    this.context.trials.show(undefined);
  }
}

/** A limit that is switched off is tried all the same: what it would do is the question. */
function triedRow(row: DefinitionRow): DefinitionRow {
  return { ...row, enabled: true };
}
