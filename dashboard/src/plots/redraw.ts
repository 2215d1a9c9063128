/**
 * Draws what changed, at most 30 times a second, within a budget of each frame: many plots share the frames instead of
 * making one long.
 */

import { Percentiles } from "./percentiles";

/** Something on the page that draws itself. Times are of `performance.now()`, ms. */
export interface Drawable {
  /** Seen, and changed since it was drawn. */
  isDue(nowMs: number): boolean;
  draw(nowMs: number): void;
}

const periodMs = 1000 / 30;
const maxBudgetMs = 18;
const minBudgetMs = 6;
// Painting comes after the frame's own work: when a frame of the browser takes longer than this, fewer plots share
// the next one.
const longFrameMs = 30;
// Where drawing took less of a long frame than this, fewer plots make the next one no shorter.
const minOwnPart = 1 / 3;
// Frames of 60 Hz come a little early or late; a period is over when most of it is.
const toleranceMs = 4;

export class Redraw {
  /** Times between frames of the browser, ms. */
  readonly frames = new Percentiles(1800);
  /** Time that drawing took in a frame, ms. */
  readonly work = new Percentiles(1800);
  private readonly drawables: Drawable[] = [];
  private next = 0;
  private lastFrameMs = 0;
  private roundAtMs = 0;
  private left = 0;
  private share = 0;
  private workMs = 0;
  private running = false;
  private budgetMs = maxBudgetMs;
  /** Plots that were drawn since the start. */
  drawn = 0;

  add(drawable: Drawable): () => void {
    this.drawables.push(drawable);
    return () => {
      const at = this.drawables.indexOf(drawable);
      if (at >= 0) this.drawables.splice(at, 1);
    };
  }

  start(): void {
    if (this.running) return;
    this.running = true;
    requestAnimationFrame((nowMs) => this.frame(nowMs));
  }

  private frame(nowMs: number): void {
    requestAnimationFrame((next) => this.frame(next));
    // A tab that was hidden had no frames; that is no slow one.
    const frameMs = nowMs - this.lastFrameMs;
    if (this.lastFrameMs > 0 && frameMs < 1000) this.measure(frameMs);
    this.lastFrameMs = nowMs;
    if (this.left === 0 && nowMs - this.roundAtMs >= periodMs - toleranceMs) {
      this.roundAtMs = nowMs;
      this.left = this.drawables.length;
      // Two frames of 60 Hz share a round, rather than one being long and the other empty.
      this.share = Math.max(1, Math.round(this.left * Math.min(1, frameMs / periodMs)));
    }

    this.workMs = 0;
    if (this.left > 0) this.drawSome(nowMs);
  }

  private measure(frameMs: number): void {
    this.frames.add(frameMs);
    const isLong = frameMs > longFrameMs;
    const isOwn = this.workMs > frameMs * minOwnPart;
    const wanted = !isLong ? this.budgetMs + 0.5 : isOwn ? this.budgetMs * 0.7 : this.budgetMs;
    this.budgetMs = Math.min(maxBudgetMs, Math.max(minBudgetMs, wanted));
  }

  // Goes on where the frame before stopped, so that each has its turn.
  private drawSome(nowMs: number): void {
    const begun = performance.now();
    const until = Math.max(0, this.left - this.share);
    while (this.left > until) {
      this.left--;
      const drawable = this.drawables[this.next++ % this.drawables.length];
      if (drawable === undefined || !drawable.isDue(nowMs)) continue;
      drawable.draw(nowMs);
      this.drawn++;
      if (performance.now() - begun > this.budgetMs) break;
    }

    this.workMs = performance.now() - begun;
    this.work.add(this.workMs);
  }
}
