/** What happened, in a line at the foot of the page: it has its own place and covers nothing. */

import { momentText } from "../plots/format";
import { el } from "./dom";
import { texts } from "../texts/texts";

const shownMs = 8000;
const maxShown = 3;

export class Toasts {
  readonly element = el("div", { class: "toasts", role: "status", "aria-live": "polite" });

  show(text: string, severity: "info" | "warning" | "critical", atS: number, utc: boolean): void {
    const state = severity === "critical" ? "critical" : severity === "warning" ? "warning" : "good";
    const close = el("button", { class: "quiet", type: "button", "aria-label": texts.toast.close }, "\u00d7");
    const time = atS > 0 ? momentText(atS, 0, utc, atS) : "";
    const toast = el(
      "div",
      { class: "toast" },
      el("span", { class: "state", "data-state": state }, texts.toast.severity[severity]),
      el("span", { class: "dim" }, time),
      el("span", { class: "fill" }, text),
      close,
    );
    close.addEventListener("click", () => toast.remove());
    this.element.append(toast);
    while (this.element.children.length > maxShown) this.element.firstElementChild?.remove();
    // What is wrong stays until it is closed.
    if (severity !== "critical") setTimeout(() => toast.remove(), shownMs);
  }
}
