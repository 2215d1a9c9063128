/** Where a formula is written: errors are marked at their columns, names and functions are completed by keyboard. */

import type { ExpressionError } from "../../api/expressions";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { uniqueId } from "../parts/lifetime";
import { type Completion, type Suggestion, accept, callAt, complete, splitSignature } from "./completion";
import { markErrors, placeOf } from "./error-marks";

const t = texts.formula;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

export class FormulaField {
  readonly element: HTMLElement;
  /** The text was changed, by typing or by a suggestion. */
  onchange: () => void = () => {};
  private readonly id = uniqueId("formula");
  private readonly input: HTMLTextAreaElement;
  private readonly marks = el("div", { class: "p-formula-marks mono", "aria-hidden": "true" });
  private readonly list: HTMLElement;
  private readonly count = el("span", { class: "visually-hidden", role: "status" });
  private readonly signature = el("div", { class: "p-signature mono" });
  private readonly errors: HTMLElement;
  private words: readonly Suggestion[] = [];
  private completion: Completion = { from: 0, to: 0, items: [] };
  private chosen = 0;
  private shownErrors = "";

  constructor() {
    this.errors = el("div", { id: `${this.id}-errors`, class: "p-formula-errors error", role: "alert" });
    this.list = el("ul", {
      id: `${this.id}-list`,
      role: "listbox",
      "aria-label": t.suggestions,
      class: "p-suggestions",
      hidden: true,
    });
    this.input = el("textarea", {
      id: this.id,
      rows: 2,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      class: "p-formula mono",
      maxlength: 65536,
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-describedby": `${this.id}-errors ${this.id}-help`,
      oninput: () => this.typed(),
      onscroll: () => (this.marks.scrollTop = this.input.scrollTop),
      onkeydown: (event: KeyboardEvent) => this.key(event),
      onkeyup: (event: KeyboardEvent) => /^(ArrowLeft|ArrowRight|Home|End)$/.test(event.key) && this.moved(),
      onclick: () => this.moved(),
      onblur: () => this.close(),
    });
    this.element = el(
      "div",
      { class: "field p-formula-field" },
      el("label", { for: this.id }, t.label),
      el("div", { class: "p-formula-box" }, this.marks, this.input, this.list),
      this.count,
      this.signature,
      this.errors,
      el("p", { id: `${this.id}-help`, class: "label" }, t.help),
    );
  }

  get value(): string {
    return this.input.value;
  }

  /** Shows a formula that was not typed. */
  set value(text: string) {
    this.input.value = text;
    this.close();
    this.showErrors([]);
    this.signature.replaceChildren();
  }

  /** What can be completed. */
  set vocabulary(words: readonly Suggestion[]) {
    this.words = words;
  }

  focus(): void {
    this.input.focus();
  }

  /** Marks errors at their columns and lists them below; none clears both. */
  showErrors(errors: readonly ExpressionError[]): void {
    const text = this.input.value;
    setAttribute(this.input, "aria-invalid", errors.length > 0 ? "true" : null);
    this.showMarks(errors);
    const lines = errors.map((error) =>
      error.column > 0 ? `${placeOf(text, error.column)}: ${error.message}` : error.message,
    );
    // An alert that is rewritten is read aloud again.
    if (lines.join("\n") === this.shownErrors) return;
    this.shownErrors = lines.join("\n");
    this.errors.replaceChildren(
      ...errors.map((error, index) =>
        el(
          "button",
          {
            type: "button",
            class: "quiet p-error-line",
            onclick: () => this.select(error),
          },
          lines[index]!,
        ),
      ),
    );
  }

  private showMarks(errors: readonly ExpressionError[]): void {
    this.marks.replaceChildren(
      ...markErrors(this.input.value, errors).map((piece) =>
        piece.isError ? el("mark", {}, piece.text) : document.createTextNode(piece.text),
      ),
    );
    this.marks.scrollTop = this.input.scrollTop;
  }

  private select(error: ExpressionError): void {
    this.input.focus();
    const start = Math.max(error.column - 1, 0);
    this.input.setSelectionRange(start, start + (error.length ?? 1));
  }

  private typed(): void {
    this.showMarks([]);
    this.suggest(false);
    this.showSignature();
    this.onchange();
  }

  private moved(): void {
    this.showSignature();
    if (!this.list.hidden) this.suggest(false);
  }

  private key(event: KeyboardEvent): void {
    if (event.key === " " && event.ctrlKey) this.suggest(true);
    else if (this.list.hidden || event.ctrlKey || event.altKey) return;
    else if (steps[event.key] !== undefined) this.choose(this.chosen + steps[event.key]!);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey))
      this.take(this.completion.items[this.chosen]!);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private suggest(always: boolean): void {
    this.completion = complete(this.input.value, this.input.selectionStart, this.words, always);
    const { items } = this.completion;
    if (items.length === 0) {
      this.close();
      return;
    }
    this.list.replaceChildren(...items.map((item, index) => this.option(item, index)));
    this.list.hidden = false;
    setAttribute(this.input, "aria-controls", this.list.id);
    setText(this.count, t.count(items.length));
    this.choose(0);
  }

  private option(item: Suggestion, index: number): HTMLElement {
    const detail = [item.detail, item.summary].filter((text) => text.length > 0).join("  ");
    return el(
      "li",
      {
        id: `${this.id}-option-${index}`,
        role: "option",
        class: "p-suggestion",
        // The field keeps the focus: the word is taken before the pointer could move it.
        onpointerdown: (event: PointerEvent) => {
          event.preventDefault();
          this.take(item);
        },
      },
      el("span", { class: "mono" }, item.name),
      el("span", { class: "label" }, t.kinds[item.kind]),
      el("span", { class: "dim clip" }, detail),
    );
  }

  private choose(index: number): void {
    this.chosen = Math.min(Math.max(index, 0), this.completion.items.length - 1);
    for (const [place, option] of [...this.list.children].entries()) {
      setAttribute(option, "aria-selected", String(place === this.chosen));
      if (place !== this.chosen) continue;
      setAttribute(this.input, "aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  }

  private take(item: Suggestion): void {
    const { text, caret } = accept(this.input.value, this.completion, item);
    this.input.value = text;
    this.input.setSelectionRange(caret, caret);
    this.close();
    this.showMarks([]);
    this.showSignature();
    this.onchange();
  }

  private close(): void {
    this.list.hidden = true;
    this.list.replaceChildren();
    setText(this.count, "");
    setAttribute(this.input, "aria-activedescendant", null);
    setAttribute(this.input, "aria-controls", null);
  }

  private showSignature(): void {
    const call = callAt(this.input.value, this.input.selectionStart);
    const word = this.words.find((other) => other.kind === "function" && other.name === call?.name);
    if (call === undefined || word === undefined) {
      this.signature.replaceChildren();
      return;
    }
    const [before, argument, behind] = splitSignature(word.detail, call.argument);
    this.signature.replaceChildren(
      before,
      el("strong", {}, argument),
      behind,
      el("span", { class: "dim" }, `  ${word.summary}`),
    );
  }
}
