/** The marks of one time plot: those of its rig that are in its window, as they were drawn last. */

import type { Mark, Marks } from "../data/timeline";
import type { Frame } from "./draw-traces";
import {
  drawEvents,
  drawNotes,
  type EventTick,
  marksAt,
  type NoteMarker,
  placeEvents,
  placeNotes,
} from "./markers";
import type { Palette } from "./palette";

const maxWidths = 500;

export class PlotMarks {
  private drawnNotes: readonly NoteMarker[] = [];
  private drawnEvents: readonly EventTick[] = [];
  private ratio = 1;
  // Measuring a text costs more than drawing it.
  private readonly widths = new Map<string, number>();

  constructor(
    private readonly marks: Marks,
    private readonly stream: string,
  ) {}

  get notes(): readonly NoteMarker[] {
    return this.drawnNotes;
  }

  get events(): readonly EventTick[] {
    return this.drawnEvents;
  }

  draw(ctx: CanvasRenderingContext2D, frame: Frame, palette: Palette): void {
    const { fromS, toS, ratio } = frame;
    const notes = this.marks.notesIn(this.stream, fromS, toS);
    this.drawnEvents = placeEvents(this.marks.eventsIn(this.stream, fromS, toS), frame);
    this.ratio = ratio;
    if (notes.length === 0) this.drawnNotes = [];
    else {
      ctx.font = `${palette.labelPx * ratio}px ${palette.font}`;
      this.drawnNotes = placeNotes(notes, frame, palette.labelPx, (text) => this.widthOf(ctx, text));
    }

    drawEvents(ctx, frame, this.drawnEvents, palette);
    drawNotes(ctx, frame, this.drawnNotes, palette);
  }

  /** What is marked at a place of the canvas, in pixels of the page from its upper left corner. */
  at(x: number, y: number): readonly Mark[] {
    return marksAt(this.drawnNotes, this.drawnEvents, x * this.ratio, y * this.ratio, this.ratio);
  }

  private widthOf(ctx: CanvasRenderingContext2D, text: string): number {
    const key = `${ctx.font} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    if (this.widths.size >= maxWidths) this.widths.clear();
    const width = ctx.measureText(text).width;
    this.widths.set(key, width);
    return width;
  }
}
