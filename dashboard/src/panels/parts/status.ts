/** States as colour, shape and word together: each can be distinguished from the others without colour. */

import { texts } from "../../texts/texts";
import { el } from "../../ui/dom";

const w = texts.words;

export type Tone = "quiet" | "on" | "good" | "info" | "warn" | "bad" | "stale";

export type Shape = "circle" | "ring" | "triangle" | "square" | "diamond" | "octagon" | "clock" | "cross" | "dash";

/** How a state is shown. */
export interface StatusStyle {
  readonly word: string;
  readonly tone: Tone;
  readonly shape: Shape;
}

// Drawn in a box of 12 by 12.
const paths: Readonly<Record<Shape, string>> = {
  circle: "M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9Z",
  ring: "M6 1a5 5 0 1 1 0 10a5 5 0 0 1 0-10ZM6 2.6a3.4 3.4 0 1 0 0 6.8a3.4 3.4 0 0 0 0-6.8Z",
  triangle: "M6 1L11.5 11H.5Z",
  square: "M1.5 1.5h9v9h-9Z",
  diamond: "M6 .5L11.5 6L6 11.5L.5 6Z",
  octagon: "M3.6.5h4.8l3.1 3.1v4.8l-3.1 3.1H3.6L.5 8.4V3.6Z",
  clock: "M6 1a5 5 0 1 1 0 10a5 5 0 0 1 0-10ZM5.3 3v3.4l2.4 1.6l.8-1.1L6.7 5.7V3Z",
  cross: "M2.4 1.2L6 4.8L9.6 1.2L10.8 2.4L7.2 6L10.8 9.6L9.6 10.8L6 7.2L2.4 10.8L1.2 9.6L4.8 6L1.2 2.4Z",
  dash: "M1.5 5h9v2h-9Z",
};

/** A shape, hidden from screen readers: the word beside it says what it means. */
export function icon(shape: Shape): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 12 12");
  svg.setAttribute("class", "p-icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", paths[shape]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

/** A badge that can be changed without being built again. */
export class Badge {
  readonly element = el("span", { class: "p-badge" });
  private readonly word = el("span");
  private shown = "";

  constructor(style?: StatusStyle) {
    if (style !== undefined) this.show(style);
  }

  show(style: StatusStyle): void {
    const key = `${style.tone} ${style.shape} ${style.word}`;
    if (key === this.shown) return;
    this.shown = key;
    this.element.dataset["tone"] = style.tone;
    this.word.textContent = style.word;
    this.element.replaceChildren(icon(style.shape), this.word);
  }
}

const unknown: StatusStyle = { word: w.unknown, tone: "stale", shape: "dash" };

const qualities: Readonly<Record<string, StatusStyle>> = {
  good: { word: w.good, tone: "good", shape: "circle" },
  uncertain: { word: w.uncertain, tone: "warn", shape: "ring" },
  saturated: { word: w.saturated, tone: "warn", shape: "triangle" },
  stale: { word: w.stale, tone: "stale", shape: "clock" },
  invalid: { word: w.invalid, tone: "bad", shape: "cross" },
  missing: { word: w.missing, tone: "stale", shape: "dash" },
  pending: { word: w.pending, tone: "quiet", shape: "ring" },
};

/** Quality of a value as `/snapshot` names it. */
export function qualityStyle(quality: string): StatusStyle {
  return qualities[quality] ?? { ...unknown, word: quality };
}

const severities: Readonly<Record<string, StatusStyle>> = {
  watch: { word: w.watch, tone: "info", shape: "ring" },
  warning: { word: w.warning, tone: "warn", shape: "triangle" },
  distress: { word: w.distress, tone: "warn", shape: "diamond" },
  critical: { word: w.critical, tone: "bad", shape: "square" },
  severe: { word: w.severe, tone: "bad", shape: "octagon" },
  info: { word: w.info, tone: "quiet", shape: "circle" },
};

/** Severity of a limit (docs/alarms.md) or of an event. */
export function severityStyle(severity: string): StatusStyle {
  return severities[severity] ?? { ...unknown, word: severity };
}

/** Severities from harmless to worst. */
export const severityOrder: readonly string[] = ["watch", "warning", "distress", "critical", "severe"];

const freshnesses: Readonly<Record<string, StatusStyle>> = {
  fresh: { word: w.live, tone: "good", shape: "circle" },
  rigStale: { word: w.rigSilent, tone: "bad", shape: "clock" },
  connectorStale: { word: w.connectorSilent, tone: "bad", shape: "clock" },
  past: { word: w.past, tone: "stale", shape: "dash" },
  unheard: { word: w.notHeardYet, tone: "warn", shape: "ring" },
};

/** Freshness of a stream as `/health` names it. */
export function freshnessStyle(freshness: string): StatusStyle {
  return freshnesses[freshness] ?? { ...unknown, word: freshness };
}
