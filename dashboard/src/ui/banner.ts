/** One line below the bar for what must not be overlooked; it takes room and covers nothing. */

import { el, setAttribute, setText } from "./dom";
import type { Level } from "./status";
import { texts } from "../texts/texts";

export class Banner {
  readonly element: HTMLElement;
  private readonly state = el("span", { class: "state" });
  private readonly text = el("span", { class: "fill" });
  /** What a screen reader says: once for each state, though the reason has an age that continues. */
  private readonly spoken = el("span", { class: "visually-hidden", role: "alert" });
  private dismissed = "";

  constructor() {
    const dismiss = el(
      "button",
      {
        class: "quiet",
        type: "button",
        onclick: () => {
          this.dismissed = this.text.textContent ?? "";
          this.element.hidden = true;
        },
      },
      texts.banner.dismiss,
    );
    this.element = el("div", { class: "banner", hidden: true }, this.spoken, this.state, this.text, dismiss);
  }

  /** Shows a reason with its word, or nothing; one that was dismissed stays away until it changes. */
  show(level: Level, word: string, reason: string): void {
    const wanted = reason !== "" && (level === "bad" || level === "warning") && reason !== this.dismissed;
    if (this.element.hidden === wanted) this.element.hidden = !wanted;
    if (!wanted) {
      setText(this.spoken, "");
      return;
    }

    setAttribute(this.element, "data-level", level);
    setAttribute(this.state, "data-state", level === "bad" ? "bad" : "warning");
    if (this.state.textContent !== word || this.spoken.textContent === "")
      setText(this.spoken, `${word}: ${reason}`);
    setText(this.state, word);
    setText(this.text, reason);
  }
}
