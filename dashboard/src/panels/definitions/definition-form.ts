/** Form of one row of a kind of definition. */

import type { DefinitionRow, FieldFault } from "../../api/definitions";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { uniqueId } from "../parts/lifetime";
import { type FieldSpec, type FormSpec, faultOf, textOf, valueOf } from "./definition-fields";

const t = texts.definitions;

export class DefinitionForm {
  readonly element: HTMLElement;
  private readonly inputs: readonly FieldInput[];
  private readonly faults = el("div", { class: "error", role: "alert" });
  private readonly signals: HTMLElement;
  private readonly submit: HTMLElement;
  private readonly actions: HTMLElement;

  constructor(spec: FormSpec, onsave: () => void, oncancel: () => void) {
    const list = uniqueId("signals");
    this.signals = el("datalist", { id: list });
    this.inputs = spec.fields.map((field) => new FieldInput(field, list));
    this.submit = el("button", { type: "submit", class: "primary" }, spec.saveText ?? t.save);
    this.actions = el(
      "div",
      { class: "row p-form-actions" },
      this.submit,
      el("button", { type: "button", onclick: oncancel }, spec.cancelText ?? t.cancel),
    );
    const form = el(
      "form",
      { class: "p-definition-form", "aria-label": spec.label ?? t.editOf(spec.one), novalidate: true, hidden: true },
      this.signals,
      el("div", { class: "row p-fields" }, ...this.inputs.map((input) => input.element)),
      this.faults,
      this.actions,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      onsave();
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      oncancel();
    });
    this.element = form;
  }

  /** Puts what else can be done with the row beside the buttons. */
  addAction(element: HTMLElement): void {
    this.actions.append(element);
  }

  /** What the button says that stores it. */
  set saveText(text: string) {
    setText(this.submit, text);
  }

  /** Shows a stored row, or the presets of a new one, and gives the first field the focus. */
  show(row: DefinitionRow | undefined, signals: readonly string[], focus = true): void {
    this.signals.replaceChildren(...signals.map((name) => el("option", { value: name })));
    for (const input of this.inputs) input.show(row);
    this.showFaults([]);
    this.element.hidden = false;
    if (focus) this.inputs.find((input) => !input.isFixed)?.focus();
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** The row as it is typed; undefined when something is missing, which the form then says. */
  read(): DefinitionRow | undefined {
    const faults = this.inputs.map(({ field, value }) => ({ field: field.name, message: faultOf(field, value) }));
    this.showFaults(faults.filter((fault) => fault.message.length > 0));
    if (faults.some((fault) => fault.message.length > 0)) return undefined;
    return Object.fromEntries(
      this.inputs.map(({ field, value }) => [field.name, value]).filter(([, value]) => value !== undefined),
    );
  }

  showFaults(faults: readonly FieldFault[]): void {
    for (const input of this.inputs)
      input.showFault(faults.find((fault) => fault.field === input.field.name)?.message ?? "");
    const others = faults.filter((fault) => !this.inputs.some((input) => input.field.name === fault.field));
    this.faults.replaceChildren(...others.map((fault) => el("div", {}, fault.message)));
    this.inputs.find((input) => faults.some((fault) => fault.field === input.field.name))?.focus();
  }
}

/** One labelled input. */
class FieldInput {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement | HTMLSelectElement;
  private readonly fault: HTMLElement;

  constructor(
    readonly field: FieldSpec,
    signals: string,
  ) {
    const id = uniqueId("field");
    this.fault = el("span", { id: `${id}-fault`, class: "error label" });
    this.input = inputOf(field, id, signals);
    const hint = el("span", { id: `${id}-hint`, class: "dim label p-hint" }, field.hint);
    setAttribute(this.input, "aria-describedby", field.hint === undefined ? this.fault.id : `${hint.id} ${this.fault.id}`);
    const label = el("label", { for: id }, field.label);
    const parts = field.hint === undefined ? [this.fault] : [this.fault, hint];
    this.element =
      field.type === "check"
        ? el("div", { class: "field p-field-check" }, el("span", { class: "row" }, this.input, label), ...parts)
        : el("div", { class: "field" }, label, this.input, ...parts);
  }

  get isFixed(): boolean {
    return this.input instanceof HTMLInputElement ? this.input.readOnly : this.input.disabled;
  }

  get value(): unknown {
    return valueOf(this.field, this.input.value, this.input instanceof HTMLInputElement && this.input.checked);
  }

  show(row: DefinitionRow | undefined): void {
    const value = row === undefined ? this.field.preset : row[this.field.name];
    const fixed = row !== undefined && this.field.isKey === true;
    if (this.input instanceof HTMLSelectElement) this.input.disabled = fixed;
    else this.input.readOnly = fixed;
    if (this.field.type === "check" && this.input instanceof HTMLInputElement) this.input.checked = value === true;
    else this.input.value = textOf(this.field, value);
  }

  showFault(message: string): void {
    setText(this.fault, message);
    setAttribute(this.input, "aria-invalid", message.length > 0 ? "true" : null);
  }

  focus(): void {
    this.input.focus();
  }
}

function inputOf(field: FieldSpec, id: string, signals: string): HTMLInputElement | HTMLSelectElement {
  switch (field.type) {
    case "choice":
      return el("select", { id }, ...(field.choices ?? []).map((choice) => el("option", { value: choice }, choice)));
    case "check":
      return el("input", { id, type: "checkbox" });
    case "signal":
      return el("input", { id, type: "text", list: signals, spellcheck: "false", class: "mono" });
    // Not type=number: that one drops what it cannot read, and the monitor reports better what is wrong.
    case "number":
      return el("input", { id, type: "text", inputmode: "decimal", class: "p-number" });
    default:
      return el("input", { id, type: "text", spellcheck: "false" });
  }
}
