/** Rows of one height, of which only those in sight exist: thousands of channels cost as much as a screenful. */

import { el, setAttribute } from "../../ui/dom";

const spare = 4;
/** Of the body, where a style sheet says none. */
const usualFontPx = 13;

/** One row that is used again for another item when the list is scrolled. */
export interface VirtualRow<T> {
  readonly element: HTMLElement;
  update(item: T, index: number): void;
}

/** A table around a list: a row of headings, which stays, above the rows that scroll. Classes are of table and row. */
export function headedTable(
  classes: { readonly table: string; readonly row: string },
  label: string,
  columns: readonly string[],
  rows: HTMLElement,
): HTMLElement {
  const headings = columns.map((column) => el("span", { role: "columnheader" }, column));
  const head = el("div", { class: `${classes.row} p-head`, role: "row", "aria-rowindex": 1 }, ...headings);
  return el(
    "div",
    { class: classes.table, role: "table", "aria-label": label },
    el("div", { role: "rowgroup" }, head),
    rows,
  );
}

/** A scrolling list of items; the element has the role that its rows need around them. */
export class VirtualList<T> {
  readonly element: HTMLElement;
  private readonly canvas: HTMLElement;
  private readonly rows: VirtualRow<T>[] = [];
  private readonly observer: ResizeObserver;
  private fontPx = 0;
  private items: readonly T[] = [];
  /** Item of the first row. */
  private first = 0;

  /**
   * @param label name of the list for screen readers; @param rowHeightEm in sizes of the font, as in the style sheet;
   * @param indexOffset rows of a table before the first item.
   */
  constructor(
    label: string,
    private readonly rowHeightEm: number,
    private readonly make: () => VirtualRow<T>,
    private readonly indexOffset = 0,
  ) {
    this.canvas = el("div", { class: "p-virtual-canvas", role: "presentation" });
    this.element = el("div", { class: "p-virtual", role: "rowgroup", tabindex: 0, "aria-label": label }, this.canvas);
    this.element.addEventListener("scroll", () => this.refresh(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.observer = new ResizeObserver(() => {
      this.fontPx = 0;
      this.show(this.items);
    });
    this.observer.observe(this.element);
  }

  /** Shows these items; the rows in sight are rewritten. */
  show(items: readonly T[]): void {
    if (items.length !== this.items.length || this.fontPx === 0)
      this.canvas.style.height = `${items.length * this.rowHeight}px`;
    this.items = items;
    this.refresh();
  }

  dispose(): void {
    this.observer.disconnect();
  }

  // The font is larger on a wall display; it is read again when the size of the list changes.
  private get rowHeight(): number {
    if (this.fontPx === 0) this.fontPx = Number.parseFloat(getComputedStyle(this.element).fontSize) || usualFontPx;
    return Math.round(this.rowHeightEm * this.fontPx);
  }

  // Rows stay with their items while the list is scrolled, so that the one with the focus does.
  private turn(by: number): void {
    if (Math.abs(by) >= this.rows.length) return;
    const moved = by > 0 ? this.rows.splice(0, by) : this.rows.splice(this.rows.length + by);
    if (by > 0) this.rows.push(...moved);
    else this.rows.unshift(...moved);
    const elements = moved.map((row) => row.element);
    if (by > 0) this.canvas.append(...elements);
    else this.canvas.prepend(...elements);
  }

  /** The arrow keys go from row to row, where rows have a control: Tab goes past the list, however long it is. */
  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || event.altKey) return;
    const at = this.rows.findIndex((row) => row.element.contains(document.activeElement));
    const inSight = Math.ceil(this.element.scrollTop / this.rowHeight) - this.first;
    const control = this.rows[at < 0 ? inSight : at + step]?.element.querySelector<HTMLElement>(":is(input,button)");
    if (control === null || control === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: "nearest" });
    // At once: the next key may come before the event of the scrolling.
    this.refresh();
  }

  private refresh(): void {
    const { rowHeight } = this;
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - spare);
    const count = Math.ceil(this.element.clientHeight / rowHeight) + 2 * spare;
    const shown = this.items.slice(first, first + count);
    this.turn(first - this.first);
    this.first = first;
    while (this.rows.length < shown.length) {
      const row = this.make();
      row.element.classList.add("p-virtual-row");
      this.rows.push(row);
      this.canvas.append(row.element);
    }
    for (const row of this.rows.splice(shown.length)) row.element.remove();
    shown.forEach((item, place) => {
      const row = this.rows[place]!;
      row.element.style.transform = `translateY(${(first + place) * rowHeight}px)`;
      row.element.style.height = `${rowHeight}px`;
      setAttribute(row.element, "aria-rowindex", String(first + place + 1 + this.indexOffset));
      row.update(item, first + place);
    });
  }
}
