/** Editor of a calculated channel: checked and drawn while it is typed, saved only from the revision that was read. */

import { ApiError, reasonOf } from "../../api/api";
import { type DefinitionsApi, type VariableDefinition, faultsOf } from "../../api/definitions";
import { type CheckResult, type ExpressionsApi, type Preview } from "../../api/expressions";
import type { PanelContext } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { Latest } from "../parts/latest";
import type { Suggestion } from "./completion";
import { ChannelForm, newChannel } from "./channel-form";
import { ChannelPreview } from "./channel-preview";

const t = texts.editor;

const checkPauseMs = 200;
const previewPauseMs = 400;
const previewSeconds = 60;

/** The revision from which a new channel is stored: one that is there already is refused, not changed. */
const unsaved = "0";

/** What an editor is given by its panel. */
export interface EditorHost {
  readonly context: PanelContext;
  readonly definitions: DefinitionsApi;
  readonly expressions: ExpressionsApi;
  /** The channel as it is stored now; undefined when it is not. */
  stored(name: string): Promise<VariableDefinition | undefined>;
  /** It was stored; `before` is what it was, undefined when it is new. */
  saved(channel: VariableDefinition, before: VariableDefinition | undefined): void;
  closed(): void;
}

export class ChannelEditor {
  readonly element: HTMLElement;
  private readonly form = new ChannelForm();
  private readonly preview = new ChannelPreview();
  private readonly title = el("h3", { id: "p-channel-editor-title" });
  private readonly result = el("span", { class: "p-check-result", role: "status" });
  private readonly faults = el("div", { class: "error", role: "alert" });
  private readonly conflict: HTMLElement;
  private readonly checks = new Latest<CheckResult>(checkPauseMs);
  private readonly previews = new Latest<Preview | CheckResult>(previewPauseMs);
  private before: VariableDefinition | undefined;
  private revision: string | number | undefined;

  constructor(private readonly host: EditorHost) {
    this.conflict = el(
      "div",
      { class: "row p-conflict", role: "alert", hidden: true },
      el("span", { class: "fill" }, t.conflict),
      el("button", { type: "button", onclick: () => void this.reload() }, t.reload),
      el("button", { type: "button", onclick: () => void this.overwrite() }, t.overwrite),
    );
    const form = el(
      "form",
      { class: "p-editor", "aria-labelledby": this.title.id, novalidate: true },
      el(
        "div",
        { class: "p-editor-fields" },
        // The buttons are above: they are in sight however low the panel is.
        el(
          "div",
          { class: "row" },
          this.title,
          el("span", { class: "fill" }, this.result),
          el("button", { type: "submit", class: "primary", title: t.saveHint }, t.save),
          el("button", { type: "button", onclick: () => this.close() }, t.cancel),
        ),
        this.conflict,
        this.faults,
        this.form.element,
      ),
      this.preview.element,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.save();
    });
    form.addEventListener("keydown", (event) => this.key(event));
    this.form.onchange = () => this.check();
    this.element = form;
    form.hidden = true;
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  set vocabulary(words: readonly Suggestion[]) {
    this.form.formula.vocabulary = words;
  }

  /** Opens a stored channel, or a new one. */
  open(channel: VariableDefinition | undefined): void {
    this.before = channel;
    this.revision = channel === undefined ? unsaved : channel.revision;
    this.element.hidden = false;
    this.conflict.hidden = true;
    setText(this.title, channel === undefined ? t.add : t.edit(channel.name));
    setText(this.faults, "");
    this.form.show(channel ?? newChannel, channel !== undefined);
    this.preview.showMessage();
    setText(this.result, "");
    this.check();
    this.form.focus();
  }

  dispose(): void {
    this.checks.cancel();
    this.previews.cancel();
    this.preview.dispose();
  }

  private close(): void {
    this.checks.cancel();
    this.previews.cancel();
    this.preview.showMessage();
    this.element.hidden = true;
    this.host.closed();
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && event.ctrlKey) void this.save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private check(): void {
    const { expression, unit, name } = this.form.value;
    const stream = this.host.context.rig.name;
    this.previews.cancel();
    if (stream === undefined || expression.trim().length === 0) {
      this.checks.cancel();
      setText(this.result, "");
      this.form.showFaults([]);
      return;
    }
    setText(this.result, t.checking);
    this.checks.run(
      () => this.host.expressions.check(stream, expression, unit, name),
      (result) => this.checked(result, stream, expression),
      (error) => setText(this.result, reasonOf(error)),
    );
  }

  private checked(result: CheckResult, stream: string, expression: string): void {
    this.element.dataset["valid"] = String(result.ok);
    if (!result.ok) {
      setText(this.result, t.withErrors);
      this.form.formula.showErrors(result.errors);
      return;
    }
    this.form.formula.showErrors([]);
    setText(this.result, describe(result));
    this.preview.waiting();
    this.previews.run(
      () => this.host.expressions.preview(stream, expression, previewSeconds),
      (preview) => this.previewed(preview),
      (error) => this.preview.showMessage(reasonOf(error)),
    );
  }

  private previewed(preview: Preview | CheckResult): void {
    if ("count" in preview) this.preview.show(preview, this.form.value.name);
    else this.preview.showMessage(preview.ok ? "" : preview.errors.map((error) => error.message).join("; "));
  }

  private async save(): Promise<void> {
    const { context } = this.host;
    const channel = this.form.value;
    const target = {
      kind: "variables",
      key: channel.name,
      stream: context.rig.name ?? "",
      by: context.by(),
      revision: this.revision,
    } as const;
    setText(this.faults, "");
    this.conflict.hidden = true;
    if (channel.name.length === 0) {
      this.form.showFaults([{ field: "name", message: t.nameless }]);
      this.form.focus();
      return;
    }
    try {
      await this.host.definitions.put(target, channel);
    } catch (error) {
      this.refused(error as Error);
      return;
    }
    const before = this.before;
    this.close();
    this.host.saved(channel, before);
  }

  private refused(error: Error): void {
    if (error instanceof ApiError && error.status === 409) {
      this.conflict.hidden = false;
      return;
    }
    const faults =
      error instanceof ApiError ? faultsOf(error.body, error.message) : [{ field: "", message: error.message }];
    this.faults.replaceChildren(...this.form.showFaults(faults).map((fault) => el("div", {}, fault.message)));
  }

  private async reload(): Promise<void> {
    const stored = await this.host.stored(this.form.value.name);
    if (stored === undefined) this.close();
    else this.open(stored);
  }

  private async overwrite(): Promise<void> {
    const stored = await this.host.stored(this.form.value.name);
    this.before = stored;
    this.revision = stored === undefined ? unsaved : stored.revision;
    await this.save();
  }
}

/** What a formula without errors gives: `mm, a value for each sample at 3000 Hz`. */
export function describe(result: Extract<CheckResult, { ok: true }>): string {
  const unit = t.unit(result.unit);
  const kind = (t.kinds as Readonly<Record<string, string>>)[result.kind] ?? result.kind;
  const hasRate = result.rateHz > 0 && result.kind === "series";
  return `${unit}, ${hasRate ? t.atRate(kind, result.rateHz) : kind}`;
}
