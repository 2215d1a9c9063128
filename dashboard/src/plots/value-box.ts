/** A text that changes several times a second. Its box has a size of its own: a change lays out the box, not the page. */

import { el, setText } from "../ui/dom";

export class ValueBox {
  private readonly box = el("span", { class: "value-box" }, "\u2013");
  /** Takes the box in: Chromium lays out a child of a flex container with the container. */
  readonly element = el("span", { class: "plot-value" }, this.box);
  private chars = 0;

  show(text: string): void {
    setText(this.box, text);
    if (text.length <= this.chars) return;
    this.chars = text.length;
    this.box.style.setProperty("--chars", String(text.length));
  }
}
