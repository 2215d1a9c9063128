/** What happened when: operator's notes, alarms and breaks in the order of their time, for the plots. */

import type { Api } from "../api/api";
import type { LiveEvent } from "../protocol/messages";
import type { LiveClient } from "./live-client";

/** A moment that plots mark. */
export interface Mark {
  /** Seconds since 1970, on the clock of the data. */
  readonly atS: number;
  readonly severity: LiveEvent["severity"];
  /** What, for people; a note begins with who wrote it. */
  readonly text: string;
  /** The rig; "" for all. */
  readonly stream: string;
}

/** What plots see of the time line. */
export interface Marks {
  /** Notes on a rig in [fromS, toS], in the order of time. */
  notesIn(stream: string, fromS: number, toS: number): readonly Mark[];
  /** Alarms and breaks, in the same way. */
  eventsIn(stream: string, fromS: number, toS: number): readonly Mark[];
  /** Calls a listener after each change; returns what ends it. */
  on(listener: () => void): () => void;
}

/** Form of `GET /api/notes`. */
interface Note {
  readonly utcNs: string;
  readonly by: string;
  readonly text: string;
  readonly stream: string;
}

/** Marks that are kept of each kind, the newest. */
const maxMarks = 2000;
/** Characters of an event's text: the monitor cuts longer ones. */
const maxCharacters = 2000;

export class Timeline implements Marks {
  private readonly listeners = new Set<() => void>();
  private readonly notes = new Series();
  private readonly events = new Series();

  constructor(
    private readonly api: Pick<Api, "get">,
    client: Pick<LiveClient, "on">,
  ) {
    client.on("events", ({ events }) => this.eventsCame(events));
    client.on("connection", (state) => {
      if (state === "live") void this.readNotes();
    });
  }

  notesIn(stream: string, fromS: number, toS: number): readonly Mark[] {
    return this.notes.read(stream, fromS, toS);
  }

  eventsIn(stream: string, fromS: number, toS: number): readonly Mark[] {
    return this.events.read(stream, fromS, toS);
  }

  on(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // Events are of this run of the monitor; notes are kept over runs.
  private async readNotes(): Promise<void> {
    try {
      const notes = await this.api.get<readonly Note[]>("/api/notes");
      this.notes.add(
        notes.map(({ utcNs, by, text, stream }) => ({ utcNs, stream, severity: "info", text: `${by}: ${text}` })),
      );
      this.emit();
    } catch {
      // New notes come as events; the panel says it when one cannot be stored.
    }
  }

  private eventsCame(events: readonly LiveEvent[]): void {
    this.notes.add(events.filter((event) => event.kind === "note"));
    this.events.add(events.filter((event) => event.kind === "alarm" || event.kind === "break"));
    this.emit();
  }

  private emit(): void {
    for (const listener of this.listeners) listener();
  }
}

interface Kept {
  /** What it is known by when it comes again. */
  readonly key: string;
  readonly mark: Mark;
}

/** Marks of one kind in the order of time, each once: a note comes as an event and is read as well. */
class Series {
  private kept: readonly Kept[] = [];

  add(added: readonly Pick<LiveEvent, "utcNs" | "severity" | "text" | "stream">[]): void {
    const known = new Set(this.kept.map(({ key }) => key));
    const fresh = added.flatMap(({ utcNs, severity, text, stream }): Kept[] => {
      const key = `${utcNs} ${stream} ${text.slice(0, maxCharacters)}`;
      if (known.has(key)) return [];
      known.add(key);
      return [{ key, mark: { atS: Number(utcNs) / 1e9, severity, text, stream } }];
    });
    if (fresh.length > 0)
      this.kept = [...this.kept, ...fresh].sort((a, b) => a.mark.atS - b.mark.atS).slice(-maxMarks);
  }

  read(stream: string, fromS: number, toS: number): readonly Mark[] {
    const { kept } = this;
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (kept[middle]!.mark.atS < fromS) low = middle + 1;
      else high = middle;
    }

    const found: Mark[] = [];
    for (let i = low; i < kept.length && kept[i]!.mark.atS <= toS; i++) {
      const { mark } = kept[i]!;
      if (mark.stream === "" || mark.stream === stream) found.push(mark);
    }

    return found;
  }
}
