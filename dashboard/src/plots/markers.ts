/** Marks of the time line on a plot: notes as thin lines with a label at the foot, alarms and breaks as ticks above. */

import type { Mark } from "../data/timeline";
import { texts } from "../texts/texts";
import { type Frame, xAt } from "./draw-traces";
import type { Palette } from "./palette";

/** Notes at one place. Pixels are those of the canvas. */
export interface NoteMarker {
  readonly x: number;
  readonly marks: readonly Mark[];
  /** The label, at the left of the line: a note that was just written is at the right edge. */
  readonly label: string;
  readonly labelLeft: number;
  readonly labelTop: number;
}

/** An alarm or a break. */
export interface EventTick {
  readonly x: number;
  readonly mark: Mark;
}

/** Lines closer than this are one; sizes are in pixels of the page. */
const joinPx = 12;
const maxLabelPx = 180;
const minLabelPx = 24;
const labelGapPx = 4;
const hitPx = 4;
/** Height distinguishes severities as well as colour does. */
const tickPx = { info: 5, warning: 9, critical: 13 } as const;
const severities = ["info", "warning", "critical"] as const;

/**
 * Notes of a window as markers. Neighbours that are close are one marker, at the place of the first. Which ones are
 * does not depend on the position of the window, so that labels do not change while it moves.
 */
export function placeNotes(
  notes: readonly Mark[],
  frame: Frame,
  labelPx: number,
  widthOf: (text: string) => number,
): NoteMarker[] {
  const { ratio } = frame;
  const groups: { x: number; lastX: number; marks: Mark[] }[] = [];
  for (const mark of notes) {
    const x = xAt(frame, mark.atS);
    const before = groups.at(-1);
    if (before !== undefined && x - before.lastX < joinPx * ratio) {
      before.marks.push(mark);
      before.lastX = x;
    } else groups.push({ x, lastX: x, marks: [mark] });
  }

  return groups.map(({ x, marks }, i) => {
    const room = Math.min(maxLabelPx * ratio, i === 0 ? Infinity : x - groups[i - 1]!.x - 2 * labelGapPx * ratio);
    const text = marks.length > 1 ? texts.plot.notes(marks.length) : marks[0]!.text.split("\n")[0]!;
    const label = room < minLabelPx * ratio ? "" : shortened(text, room, widthOf);
    const labelLeft = x - (label === "" ? 0 : widthOf(label) + 2 * labelGapPx * ratio);
    return { x, marks, label, labelLeft, labelTop: frame.top + frame.height - labelPx * 1.5 * ratio };
  });
}

/** The start of a text that has room, with an ellipsis where it is not the whole. */
export function shortened(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(`${text.slice(0, middle)}\u2026`) <= room) low = middle;
    else high = middle - 1;
  }

  return low === 0 ? "" : `${text.slice(0, low)}\u2026`;
}

/** Alarms and breaks of a window. */
export function placeEvents(events: readonly Mark[], frame: Frame): EventTick[] {
  return events.map((mark) => ({ x: xAt(frame, mark.atS), mark }));
}

/** What of the markers is under a place of the canvas. */
export function marksAt(
  notes: readonly NoteMarker[],
  events: readonly EventTick[],
  x: number,
  y: number,
  ratio: number,
): readonly Mark[] {
  const isNear = (at: number): boolean => Math.abs(x - at) <= hitPx * ratio;
  const near = notes.filter((note) => isNear(note.x) || (y >= note.labelTop && x >= note.labelLeft && x <= note.x));
  return [
    ...near.flatMap((note) => note.marks),
    ...events.filter((event) => isNear(event.x)).map((event) => event.mark),
  ];
}

export function drawNotes(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  notes: readonly NoteMarker[],
  palette: Palette,
): void {
  const { ratio } = frame;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const note of notes) {
    const height = frame.top + frame.height - note.labelTop;
    ctx.fillStyle = palette.accent;
    ctx.fillRect(Math.round(note.x) - ratio / 2, frame.top, ratio, frame.height);
    if (note.label === "") {
      ctx.fillRect(note.x - 3 * ratio, note.labelTop, 6 * ratio, height);
      continue;
    }

    ctx.fillStyle = palette.surface;
    ctx.fillRect(note.labelLeft, note.labelTop, note.x - note.labelLeft, height);
    ctx.strokeStyle = palette.accent;
    ctx.lineWidth = ratio;
    ctx.strokeRect(note.labelLeft, note.labelTop, note.x - note.labelLeft, height);
    ctx.fillStyle = palette.text;
    ctx.fillText(note.label, note.labelLeft + labelGapPx * ratio, note.labelTop + height / 2);
  }
}

export function drawEvents(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  events: readonly EventTick[],
  palette: Palette,
): void {
  const colours = { info: palette.dim, warning: palette.warn, critical: palette.bad };
  // The worst is on top.
  for (const severity of severities) {
    ctx.fillStyle = colours[severity];
    for (const { x, mark } of events) {
      if (mark.severity !== severity) continue;
      ctx.fillRect(Math.round(x) - frame.ratio, frame.top, 2 * frame.ratio, tickPx[severity] * frame.ratio);
    }
  }
}
