/** The layout in force, with the ones before it for undo. */

import type { Layout } from "./layout";

const maxSteps = 100;

export class LayoutHistory {
  private before: Layout[] = [];
  private after: Layout[] = [];

  constructor(
    private present: Layout,
    private readonly changed: (layout: Layout) => void,
  ) {}

  get layout(): Layout {
    return this.present;
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  /** Puts another layout in force; the one before can be had back. */
  set(layout: Layout): void {
    if (layout === this.present) return;
    this.before = [...this.before.slice(1 - maxSteps), this.present];
    this.after = [];
    this.show(layout);
  }

  /** Changes what needs no undo, such as the open tab. */
  amend(layout: Layout): void {
    this.show(layout);
  }

  /** Begins with another layout, without a way back. */
  begin(layout: Layout): void {
    this.before = [];
    this.after = [];
    this.show(layout);
  }

  undo(): boolean {
    const layout = this.before.pop();
    if (layout === undefined) return false;
    this.after.push(this.present);
    this.show(layout);
    return true;
  }

  redo(): boolean {
    const layout = this.after.pop();
    if (layout === undefined) return false;
    this.before.push(this.present);
    this.show(layout);
    return true;
  }

  private show(layout: Layout): void {
    this.present = layout;
    this.changed(layout);
  }
}
