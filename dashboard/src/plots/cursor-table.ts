/**
 * The value table at the cursor: moment and values of the plot under the pointer, in the order in which they are drawn
 * from top to bottom, and what is marked there.
 */

import { el, setText } from "../ui/dom";
import { momentText, valueText } from "./format";
import type { TimePlot } from "./time-plot";
import type { View } from "./view";

export class CursorTable {
  readonly element = el("div", { class: "cursor-table", hidden: true, "aria-hidden": true });

  private plot: TimePlot | undefined;
  private x = 0;
  private y = 0;

  constructor(private readonly view: View) {
    view.on((change) => {
      if (change === "cursor") this.show(this.plot, this.x, this.y);
    });
  }

  /** Shows the table beside a place of the page, or hides it where the plot has no cursor. */
  show(plot: TimePlot | undefined, clientX: number, clientY: number): void {
    [this.plot, this.x, this.y] = [plot, clientX, clientY];
    const at = this.view.cursorS;
    this.element.hidden = plot === undefined || at === undefined;
    if (plot === undefined || at === undefined) return;
    const rows = [...rowsOf(plot, at), ...this.notesOf(plot, clientX, clientY)];
    const heading = el("div", { class: "cursor-time" });
    setText(heading, momentText(at, 3, this.view.utc, this.view.newestS()));
    this.element.replaceChildren(heading, ...rows);
    this.place(clientX, clientY);
  }

  private notesOf(plot: TimePlot, clientX: number, clientY: number): HTMLElement[] {
    return plot.marksAt(clientX, clientY).map((mark) => {
      const moment = momentText(mark.atS, 1, this.view.utc, this.view.newestS());
      const row = el("div", { class: "cursor-mark" }, el("span", { class: "cursor-range" }, moment), mark.text);
      row.dataset["severity"] = mark.severity;
      return row;
    });
  }

  // On the side of the cursor where there is room, so that it never covers the moment it describes.
  private place(clientX: number, clientY: number): void {
    const { offsetWidth, offsetHeight } = this.element;
    const left = clientX + 16 + offsetWidth > innerWidth ? clientX - 16 - offsetWidth : clientX + 16;
    const top = Math.min(Math.max(4, clientY + 12), innerHeight - offsetHeight - 4);
    this.element.style.transform = `translate(${Math.max(4, left)}px, ${top}px)`;
  }
}

function rowsOf(plot: TimePlot, at: number): HTMLElement[] {
  const values = plot.signals
    .map((signal, i) => ({ signal, i, index: plot.indexAt(i, at) }))
    .filter((row) => row.index >= 0 && plot.isShown(row.i))
    .map((row) => {
      const trace = plot.drawn.traces[row.i]!;
      return {
        signal: row.signal,
        last: trace.last[row.index]!,
        min: trace.min[row.index]!,
        max: trace.max[row.index]!,
      };
    });
  const span = plot.spanOfRange;
  return values
    .sort((a, b) => b.last - a.last)
    .map(({ signal, last, min, max }) => {
      const swatch = el("i", { class: "plot-swatch" });
      swatch.style.color = `var(--signal-${signal.colour})`;
      const range = max - min > span / 500 ? `${valueText(min, span)} \u2026 ${valueText(max, span)}` : "";
      return el(
        "div",
        { class: "cursor-row" },
        swatch,
        el("span", { class: "plot-name" }, signal.name),
        el("span", { class: "plot-value" }, valueText(last, span)),
        el("span", { class: "plot-unit-of" }, signal.unit),
        el("span", { class: "cursor-range" }, range),
      );
    });
}
