/** Notes, alarms and breaks of a recording, for its plots. */

import type { RecordedEvent } from "../api/recordings";
import { secondsOf } from "../api/recordings";
import type { Mark, Marks } from "../data/timeline";

export class RecordedMarks implements Marks {
  private readonly notes: readonly Mark[];
  private readonly events: readonly Mark[];

  constructor(events: readonly RecordedEvent[]) {
    const sorted = [...events].map(markOf).sort((a, b) => a.mark.atS - b.mark.atS);
    this.notes = sorted.filter(({ kind }) => kind === "note").map(({ mark }) => mark);
    this.events = sorted.filter(({ kind }) => kind === "alarm" || kind === "break").map(({ mark }) => mark);
  }

  notesIn(stream: string, fromS: number, toS: number): readonly Mark[] {
    return within(this.notes, stream, fromS, toS);
  }

  eventsIn(stream: string, fromS: number, toS: number): readonly Mark[] {
    return within(this.events, stream, fromS, toS);
  }

  // What is recorded changes no more.
  on(): () => void {
    return () => undefined;
  }
}

function markOf({ kind, utcNs, severity, text, stream }: RecordedEvent): { kind: string; mark: Mark } {
  return { kind, mark: { atS: secondsOf(utcNs), severity, text, stream } };
}

function within(marks: readonly Mark[], stream: string, fromS: number, toS: number): readonly Mark[] {
  return marks.filter((mark) => mark.atS >= fromS && mark.atS <= toS && (mark.stream === "" || mark.stream === stream));
}
