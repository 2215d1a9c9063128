/** A button for what cannot be taken back: the first press asks, the second one does it. */

import { el, setText } from "../../ui/dom";

const askedMs = 4000;

export class ConfirmButton {
  readonly element: HTMLButtonElement;
  private timer: ReturnType<typeof setTimeout> | undefined;

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

  private press(): void {
    const sure = this.timer !== undefined;
    this.ask(!sure);
    if (sure) this.run();
  }

  private ask(asked: boolean): void {
    clearTimeout(this.timer);
    this.timer = asked ? setTimeout(() => this.ask(false), askedMs) : undefined;
    setText(this.element, asked ? this.question : this.text);
  }
}
