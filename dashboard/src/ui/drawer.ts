/**
 * A place at the top of the side for what is needed for a moment: help, choice of signals, layouts. It takes room and
 * covers nothing.
 */

import { el } from "./dom";
import { texts } from "../texts/texts";

export class Drawer {
  readonly element = el("section", { class: "drawer", hidden: true });
  private shown = "";
  private returnTo: Element | null = null;

  constructor(private readonly changed: () => void) {
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  get isOpen(): boolean {
    return this.shown !== "";
  }

  /** Shows a content under a name; the same name again closes it. */
  toggle(name: string, title: string, content: () => HTMLElement): void {
    if (this.shown === name) {
      this.close();
      return;
    }

    this.returnTo = document.activeElement;
    this.shown = name;
    const close = el(
      "button",
      { class: "quiet", type: "button", "aria-label": texts.drawer.close, onclick: () => this.close() },
      "\u00d7",
    );
    const heading = el("h2", { tabindex: -1 }, title);
    this.element.replaceChildren(
      el("div", { class: "panel-head" }, heading, el("span", { class: "fill" }), close),
      el("div", { class: "drawer-body", tabindex: 0, role: "group", "aria-label": title }, content()),
    );
    this.element.setAttribute("aria-label", title);
    this.element.hidden = false;
    (this.element.querySelector<HTMLElement>("[data-first]") ?? heading).focus();
    this.changed();
  }

  close(): void {
    if (this.shown === "") return;
    this.shown = "";
    this.element.hidden = true;
    this.element.replaceChildren();
    if (this.returnTo instanceof HTMLElement) this.returnTo.focus();
    this.changed();
  }
}
