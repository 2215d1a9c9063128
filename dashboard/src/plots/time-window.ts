/** The window of time that all plots show: arithmetic without a page. */

import { maxHistorySeconds } from "../data/history";

export const minSpanS = 0.05;
const minAroundS = 1;
/** As far back as a running test was recorded. */
export const maxSpanS = maxHistorySeconds;

/** `endS` undefined: the window follows the newest data. Seconds since 1970 on the clock of the rig. */
export interface TimeWindow {
  readonly spanS: number;
  readonly endS: number | undefined;
}

export interface Stretch {
  readonly fromS: number;
  readonly toS: number;
}

/** What a window shows while the newest data is of `nowS`. */
export function stretchOf(window: TimeWindow, nowS: number): Stretch {
  const toS = window.endS ?? nowS;
  return { fromS: toS - window.spanS, toS };
}

export function withSpan(window: TimeWindow, spanS: number): TimeWindow {
  return { ...window, spanS: clampSpan(spanS) };
}

/** Stands still at what is shown now; continues when it stands. */
export function togglePause(window: TimeWindow, nowS: number): TimeWindow {
  return { ...window, endS: window.endS === undefined ? nowS : undefined };
}

/** Shows a stretch, standing. */
export function showStretch(fromS: number, toS: number): TimeWindow {
  const spanS = clampSpan(Math.abs(toS - fromS));
  return { spanS, endS: (fromS + toS + spanS) / 2 };
}

/** Shows a stretch with as much time around it, at least a second at each side, standing. */
export function showAround(fromS: number, toS: number): TimeWindow {
  const around = Math.max(minAroundS, toS - fromS);
  return showStretch(fromS - around, toS + around);
}

/**
 * Zooms by a factor (below 1: in) about a moment that keeps its place. A window that follows the newest data continues
 * following it.
 */
export function zoom(window: TimeWindow, factor: number, aboutS: number | undefined, nowS: number): TimeWindow {
  const spanS = clampSpan(window.spanS * factor);
  if (window.endS === undefined || aboutS === undefined) return { ...window, spanS };
  const { fromS } = stretchOf(window, nowS);
  const place = (aboutS - fromS) / window.spanS;
  return limit({ spanS, endS: aboutS + spanS * (1 - place) }, nowS);
}

/** Moves by a part of the window (below 0: to the past); standing from then on, until the newest data is reached. */
export function pan(window: TimeWindow, part: number, nowS: number): TimeWindow {
  if (window.endS === undefined && part >= 0) return window;
  return limit({ ...window, endS: (window.endS ?? nowS) + part * window.spanS }, nowS);
}

// Nothing is drawn of the future.
function limit(window: TimeWindow, nowS: number): TimeWindow {
  return window.endS !== undefined && window.endS > nowS ? { ...window, endS: nowS } : window;
}

function clampSpan(spanS: number): number {
  return Math.min(maxSpanS, Math.max(minSpanS, spanS));
}
