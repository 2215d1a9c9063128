/** A text that changes several times a second. Its box has its own size: a change lays out the box, not the page. */

import { el, setText } from "../ui/dom";

export class ValueBox {
  private readonly box = el("span", { class: "value-box" }, "\u2013");
  /** Takes the box in: Chromium lays out a child of a flex container with the container. */
  readonly element = el("span", { class: "plot-value" }, this.box);
  private width = 0;

  show(text: string): void {
    setText(this.box, text);
    const width = digitsOf(text);
    if (width <= this.width) return;
    this.width = width;
    this.box.style.setProperty("--digits", String(width));
  }
}

/** Width of a text in digits, as which it is not greater: letters and signs are wider, points and spaces narrower. */
export function digitsOf(text: string): number {
  let digits = 0;
  for (const char of text)
    digits += /\d/.test(char) ? 1 : char === "." || char === " " ? 0.6 : /[a-z]/.test(char) && char !== "m" ? 1 : 1.6;
  return Math.round(digits * 10) / 10;
}
