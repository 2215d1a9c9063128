import { describe, expect, test } from "vitest";
import { pan, showAround, showStretch, stretchOf, togglePause, withSpan, zoom } from "../../src/plots/time-window";

const live = { spanS: 10, endS: undefined };

describe("time window", () => {
  test("follows the newest data until it is stopped", () => {
    expect(stretchOf(live, 100)).toEqual({ fromS: 90, toS: 100 });
    const paused = togglePause(live, 100);
    expect([stretchOf(paused, 200), togglePause(paused, 200)]).toEqual([{ fromS: 90, toS: 100 }, live]);
  });

  test("zoom keeps the moment under the cursor in its place", () => {
    const window = zoom({ spanS: 10, endS: 100 }, 0.5, 92, 200);
    const { fromS } = stretchOf(window, 200);
    expect([window.spanS, (92 - fromS) / window.spanS]).toEqual([5, 0.2]);
  });

  test("zoom of a live window stays live, within 50 ms and 31 days", () => {
    expect(zoom(live, 2, 95, 100)).toEqual({ spanS: 20, endS: undefined });
    expect([
      zoom(live, 1e7, undefined, 0).spanS,
      zoom(live, 1e-6, undefined, 0).spanS,
      withSpan(live, 0).spanS,
    ]).toEqual([2_678_400, 0.05, 0.05]);
  });

  test("pan goes to the past and not beyond the newest data", () => {
    const earlier = pan(live, -0.5, 100);
    expect([earlier, pan(earlier, 0.25, 100), pan(earlier, 5, 100), pan(live, 1, 100)]).toEqual([
      { spanS: 10, endS: 95 },
      { spanS: 10, endS: 97.5 },
      { spanS: 10, endS: 100 },
      live,
    ]);
  });

  test("a stretch is shown with as much around it, and a moment with a second at each side", () => {
    expect([showAround(10, 14), showAround(5, 5)]).toEqual([
      { spanS: 12, endS: 18 },
      { spanS: 2, endS: 6 },
    ]);
  });

  test("a stretch is shown whichever way it was dragged", () => {
    expect([showStretch(3, 5), showStretch(5, 3)]).toEqual([
      { spanS: 2, endS: 5 },
      { spanS: 2, endS: 5 },
    ]);
    expect(stretchOf(showStretch(4, 4.001), 9)).toEqual({
      fromS: expect.closeTo(3.9755, 6),
      toS: expect.closeTo(4.0255, 6),
    });
  });
});
