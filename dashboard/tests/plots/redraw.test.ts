import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Redraw } from "../../src/plots/redraw";

const frameMs = 1000 / 60;

let nowMs = 0;
let frame: (nowMs: number) => void;

beforeEach(() => {
  nowMs = 1000;
  vi.stubGlobal("requestAnimationFrame", (next: (nowMs: number) => void) => (frame = next));
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Plots that take so long each; what returns is how many were drawn in each of some frames. */
function drawsOf(plots: number, eachMs: number, frames: number, lateMs: (drawn: number) => number): number[] {
  const redraw = new Redraw();
  for (let i = 0; i < plots; i++) redraw.add({ isDue: () => true, draw: () => void (nowMs += eachMs) });
  redraw.start();
  return Array.from({ length: frames }, () => {
    const before = redraw.drawn;
    const begunMs = nowMs;
    frame(begunMs);
    nowMs = begunMs + frameMs + lateMs(redraw.drawn - before);
    return redraw.drawn - before;
  });
}

test("plots share the two frames of a round", () => {
  // Before the first frame nobody knows how long one is.
  expect(drawsOf(64, 0.1, 5, () => 0)).toEqual([64, 0, 32, 32, 32]);
});

test("fewer plots are drawn in a frame when frames are long because of them", () => {
  const draws = drawsOf(64, 1, 200, (drawn) => drawn);
  expect(draws.at(-1)!).toBeLessThan(17);
  expect(draws.at(-1)!).toBeGreaterThan(5);
});

test("frames that are long for another reason take no plots away", () => {
  expect(drawsOf(64, 0.2, 200, () => 30).at(-1)).toBe(64);
});
