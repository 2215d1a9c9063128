/** Fields of one calculated channel. */

import type { FieldFault, VariableDefinition } from "../../api/definitions";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { uniqueId } from "../parts/lifetime";
import { FormulaField } from "./formula-field";

const t = texts.channelForm;

const usualDigits = 3;

/** A channel that does not exist yet. */
export const newChannel: VariableDefinition = {
  name: "",
  expression: "",
  unit: "",
  digits: usualDigits,
  note: "",
  enabled: true,
  keepOverRuns: false,
};

export class ChannelForm {
  readonly element: HTMLElement;
  readonly formula = new FormulaField();
  /** Something was typed. */
  onchange: () => void = () => {};
  private readonly name = el("input", {
    type: "text",
    maxlength: 64,
    required: true,
    spellcheck: "false",
    class: "mono",
  });
  private readonly unit = el("input", {
    type: "text",
    maxlength: 24,
    spellcheck: "false",
    placeholder: t.unitHint,
  });
  private readonly digits = el("input", { type: "number", min: 0, max: 15, step: 1, class: "p-digits" });
  private readonly note = el("input", { type: "text", maxlength: 2000 });
  private readonly enabled = el("input", { type: "checkbox" });
  private readonly keepOverRuns = el("input", { type: "checkbox" });
  private readonly fields: ReadonlyMap<string, Field>;

  constructor() {
    const name = new Field(t.name, this.name);
    const unit = new Field(t.unit, this.unit);
    const digits = new Field(t.digits, this.digits);
    const note = new Field(t.note, this.note);
    this.fields = new Map([
      ["name", name],
      ["unit", unit],
      ["digits", digits],
      ["display_digits", digits],
      ["note", note],
    ]);
    note.element.classList.add("fill");
    this.element = el(
      "div",
      { class: "p-channel-form" },
      el("div", { class: "row p-fields" }, name.element, unit.element, digits.element, note.element),
      this.formula.element,
      el(
        "div",
        { class: "row" },
        el("label", { class: "p-check" }, this.enabled, t.enabled),
        el("label", { class: "p-check" }, this.keepOverRuns, t.keepOverRuns),
      ),
    );
    this.formula.onchange = () => this.onchange();
    this.element.addEventListener("input", (event) => {
      if (!this.formula.element.contains(event.target as Node)) this.onchange();
    });
  }

  get value(): VariableDefinition {
    return {
      name: this.name.value.trim(),
      expression: this.formula.value,
      unit: this.unit.value.trim(),
      digits: Number.isFinite(this.digits.valueAsNumber) ? this.digits.valueAsNumber : usualDigits,
      note: this.note.value,
      enabled: this.enabled.checked,
      keepOverRuns: this.keepOverRuns.checked,
    };
  }

  /** Shows a channel; the name of one that is stored cannot be changed. */
  show(channel: VariableDefinition, isStored: boolean): void {
    this.name.value = channel.name;
    this.name.readOnly = isStored;
    this.formula.value = channel.expression;
    this.unit.value = channel.unit;
    this.digits.value = String(channel.digits);
    this.note.value = channel.note;
    this.enabled.checked = channel.enabled;
    this.keepOverRuns.checked = channel.keepOverRuns;
    this.showFaults([]);
  }

  /** Shows faults at their fields; returns those that belong to none. */
  showFaults(faults: readonly FieldFault[]): readonly FieldFault[] {
    for (const field of this.fields.values()) field.showFault("");
    const others: FieldFault[] = [];
    for (const fault of faults) {
      const field = this.fields.get(fault.field);
      if (field !== undefined) field.showFault(fault.message);
      else if (fault.field !== "expression") others.push(fault);
    }
    const inFormula = faults.filter((fault) => fault.field === "expression");
    this.formula.showErrors(inFormula.map(({ message, column }) => ({ message, column: column ?? 0 })));
    return others;
  }

  focus(): void {
    if (this.name.readOnly) this.formula.focus();
    else this.name.focus();
  }
}

/** A labelled input and what is wrong with it. */
class Field {
  readonly element: HTMLElement;
  private readonly fault: HTMLElement;

  constructor(
    label: string,
    private readonly input: HTMLInputElement,
  ) {
    const id = uniqueId("field");
    this.fault = el("span", { id: `${id}-fault`, class: "error label" });
    input.id = id;
    input.setAttribute("aria-describedby", this.fault.id);
    this.element = el("div", { class: "field" }, el("label", { for: id }, label), input, this.fault);
  }

  showFault(message: string): void {
    setText(this.fault, message);
    setAttribute(this.input, "aria-invalid", message.length > 0 ? "true" : null);
  }
}
