/**
 * What all plots of the page share: the window of time, the cursor, clock and colours. One observer receives each
 * change.
 */

import type { Palette } from "./palette";
import { stretchOf, type Stretch, type TimeWindow } from "./time-window";

const maxSteps = 50;

export type ViewChange = "window" | "cursor" | "theme" | "clock";

export class View {
  private timeWindow: TimeWindow = { spanS: 10, endS: undefined };
  private cursor: number | undefined;
  private inUtc = false;
  private colours: Palette;
  private readonly listeners = new Set<(change: ViewChange) => void>();
  private before: TimeWindow[] = [];

  /** @param newestS the clock of the data: its newest moment, seconds since 1970; 0 before the first */
  constructor(
    palette: Palette,
    readonly newestS: () => number,
  ) {
    this.colours = palette;
  }

  get window(): TimeWindow {
    return this.timeWindow;
  }

  get stretch(): Stretch {
    return stretchOf(this.timeWindow, this.newestS());
  }

  get isPaused(): boolean {
    return this.timeWindow.endS !== undefined;
  }

  /** Moment under the cursor, seconds since 1970; undefined without one. */
  get cursorS(): number | undefined {
    return this.cursor;
  }

  get utc(): boolean {
    return this.inUtc;
  }

  get palette(): Palette {
    return this.colours;
  }

  on(listener: (change: ViewChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shows another window; `isStep` false: one on the way of a drag, which {@link back} passes over. */
  setWindow(window: TimeWindow, isStep = true): void {
    if (isStep) this.before = [...this.before.slice(1 - maxSteps), this.timeWindow];
    this.timeWindow = window;
    this.emit("window");
  }

  /** The window before the last change. */
  back(): boolean {
    const window = this.before.pop();
    if (window === undefined) return false;
    this.timeWindow = window;
    this.emit("window");
    return true;
  }

  setCursor(seconds: number | undefined): void {
    if (this.cursor === seconds) return;
    this.cursor = seconds;
    this.emit("cursor");
  }

  setUtc(utc: boolean): void {
    this.inUtc = utc;
    this.emit("clock");
  }

  setPalette(palette: Palette): void {
    this.colours = palette;
    this.emit("theme");
  }

  private emit(change: ViewChange): void {
    for (const listener of this.listeners) listener(change);
  }
}
