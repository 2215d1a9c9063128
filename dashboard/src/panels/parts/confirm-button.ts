/** A button for what cannot be taken back: the first press asks, the second one does it. */

import { el, setAttribute, setText } from "../../ui/dom";

const askedMs = 4000;

export class ConfirmButton {
  readonly element: HTMLButtonElement;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private meaning = "";

  constructor(
    private readonly text: string,
    private readonly question: string,
    private readonly run: () => void,
  ) {
    this.element = el(
      "button",
      { type: "button", class: "quiet", onclick: () => this.press(), onblur: () => this.ask(false) },
      text,
    );
  }

  /** Says what it does, after its text: for who does not see the row it is in. */
  describe(meaning: string): void {
    this.meaning = meaning;
    this.show(this.timer !== undefined);
  }

  private press(): void {
    const sure = this.timer !== undefined;
    this.ask(!sure);
    if (sure) this.run();
  }

  private ask(asked: boolean): void {
    clearTimeout(this.timer);
    this.timer = asked ? setTimeout(() => this.ask(false), askedMs) : undefined;
    this.show(asked);
  }

  private show(asked: boolean): void {
    const text = asked ? this.question : this.text;
    setText(this.element, text);
    setAttribute(this.element, "aria-label", `${text}: ${this.meaning}`);
  }
}
