/** One line that says what was changed, with a button that takes it back. */

import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";

const t = texts.undo;

export class UndoBar {
  readonly element: HTMLElement;
  private readonly text = el("span", { class: "fill", role: "status" });
  private readonly button = el("button", { type: "button", onclick: () => this.run() }, t.undo);
  private undo: (() => Promise<void>) | undefined;

  constructor() {
    this.element = el(
      "div",
      { class: "row p-undo", hidden: true },
      this.text,
      this.button,
      el("button", { type: "button", class: "quiet", onclick: () => this.hide() }, t.dismiss),
    );
  }

  /** Offers to take back what was just done. Only the newest change can be. */
  offer(text: string, undo: () => Promise<void>): void {
    this.undo = undo;
    this.element.hidden = false;
    setText(this.text, text);
  }

  hide(): void {
    this.undo = undefined;
    this.element.hidden = true;
  }

  private run(): void {
    const undo = this.undo;
    this.hide();
    void undo?.();
  }
}
