/** A list of rows that are kept by key: an update changes texts in place, and focus stays where it is. */

export interface Row<T> {
  readonly element: HTMLElement;
  update(item: T): void;
}

/** Shows items in the order given; rows are made once for each key. */
export class KeyedList<T> {
  private readonly rows = new Map<string, Row<T>>();

  constructor(
    private readonly container: HTMLElement,
    private readonly keyOf: (item: T) => string,
    private readonly make: (item: T) => Row<T>,
  ) {}

  show(items: readonly T[]): void {
    const left = new Set(this.rows.keys());
    const wanted = items.map((item) => {
      const key = this.keyOf(item);
      left.delete(key);
      let row = this.rows.get(key);
      if (row === undefined) this.rows.set(key, (row = this.make(item)));
      row.update(item);
      return row.element;
    });
    for (const key of left) {
      this.rows.get(key)?.element.remove();
      this.rows.delete(key);
    }
    this.arrange(wanted);
  }

  row(key: string): Row<T> | undefined {
    return this.rows.get(key);
  }

  // A node that is moved loses the focus; it gets it back.
  private arrange(wanted: readonly HTMLElement[]): void {
    const focused = document.activeElement;
    let at: Element | null = this.container.firstElementChild;
    for (const element of wanted) {
      if (element === at) at = at.nextElementSibling;
      else this.container.insertBefore(element, at);
    }
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.container.contains(focused))
      focused.focus({ preventScroll: true });
  }
}
