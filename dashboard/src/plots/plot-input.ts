/** Pointer, wheel and keys over a time plot: cursor, zoom and pan of the view. */

import type uPlot from "uplot";
import { pan, zoom } from "./time-window";
import type { View } from "./view";

const wheelZoom = 1.25;
const wheelPan = 0.1;

/** Acts on the view; `home` is what a double click does: it goes live unless it is given. */
export class PlotInput {
  /** Pixel of the plot that the cursor is at, while this plot has it. */
  private hoverPx: number | undefined;

  constructor(
    private readonly body: HTMLElement,
    private readonly view: View,
    private readonly chart: () => uPlot | undefined,
    home: () => void = () => view.setWindow({ ...view.window, endS: undefined }),
  ) {
    body.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    body.addEventListener("keydown", (event) => this.key(event));
    body.addEventListener("pointermove", (event) => this.moved(event));
    body.addEventListener("pointerleave", () => this.leave());
    body.addEventListener("blur", () => this.leave());
    body.addEventListener("pointerdown", (event) => this.startPan(event));
    body.addEventListener("dblclick", home);
  }

  /** After a draw: a cursor that does not move is at another moment. */
  follow(): void {
    if (this.hoverPx !== undefined) this.view.setCursor(this.timeAt(this.hoverPx));
  }

  private timeAt(px: number): number | undefined {
    return this.chart()?.posToVal(px, "x");
  }

  private moved(event: PointerEvent): void {
    const chart = this.chart();
    if (chart === undefined) return;
    const box = chart.over.getBoundingClientRect();
    const px = event.clientX - box.left;
    this.hoverPx = px >= 0 && px <= box.width ? px : undefined;
    this.view.setCursor(this.hoverPx === undefined ? undefined : this.timeAt(px));
  }

  private leave(): void {
    if (this.hoverPx === undefined) return;
    this.hoverPx = undefined;
    this.view.setCursor(undefined);
  }

  private wheel(event: WheelEvent): void {
    const { view } = this;
    const chart = this.chart();
    if (event.ctrlKey || event.metaKey || chart === undefined) return;
    event.preventDefault();
    const newest = view.newestS();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      view.setWindow(pan(view.window, Math.sign(event.deltaX || event.deltaY) * wheelPan, newest));
      return;
    }

    const about = this.timeAt(event.clientX - chart.over.getBoundingClientRect().left);
    view.setWindow(zoom(view.window, event.deltaY > 0 ? wheelZoom : 1 / wheelZoom, about, newest));
  }

  private startPan(event: PointerEvent): void {
    if (!event.shiftKey && event.button !== 1) return;
    event.preventDefault();
    const { view } = this;
    const begin = view.window;
    const newest = view.newestS();
    const width = this.chart()?.over.clientWidth ?? 1;
    this.body.setPointerCapture(event.pointerId);
    view.setWindow({ ...begin, endS: begin.endS ?? newest });
    const move = (moved: PointerEvent): void => {
      const part = (event.clientX - moved.clientX) / width;
      view.setWindow(pan({ ...begin, endS: begin.endS ?? newest }, part, newest), false);
    };
    this.body.addEventListener("pointermove", move);
    this.body.addEventListener("pointerup", () => this.body.removeEventListener("pointermove", move), { once: true });
  }

  // The cursor by keyboard: one pixel a step, ten with shift.
  private key(event: KeyboardEvent): void {
    const chart = this.chart();
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (chart === undefined || step === 0 || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const width = chart.over.clientWidth;
    const px = (this.hoverPx ?? width) + step * (event.shiftKey ? 10 : 1);
    this.hoverPx = Math.min(width, Math.max(0, px));
    this.view.setCursor(this.timeAt(this.hoverPx));
  }
}
