/** Buckets of some signals of one recording: the whole run coarsely, and the window that is shown at its resolution. */

import { type Api, ApiError, reasonOf } from "../api/api";
import { fetchRecordedHistory, recordedHistoryPath } from "../api/recordings";
import type { BucketRing, Buckets } from "../data/bucket-ring";
import { bucketsOf } from "../data/history";
import { combine } from "../data/history-layer";

/** Buckets of one answer at most. */
const maxBuckets = 2048;
/** A window is requested with so much more at each side, so that a short pan has data at once. */
const marginPart = 0.1;

/** A window of the recording, seconds since 1970. */
export interface RecordedWindow {
  readonly fromS: number;
  readonly toS: number;
  readonly widthNs: number;
}

/** State of the newest question. */
export type SourceState = "loading" | "ready" | "failed";

export class RecordedSource {
  private readonly rings = new Map<string, BucketRing>();
  private sorted: readonly BucketRing[] = [];
  private asked: RecordedWindow | undefined;
  private next: RecordedWindow | undefined;
  private isBusy = false;
  private isEnded = false;
  state: SourceState = "loading";
  /** Why the newest question failed. */
  reason = "";

  constructor(
    private readonly api: Pick<Api, "get">,
    readonly id: string,
    readonly stream: string,
    readonly signals: readonly string[],
    private readonly changed: () => void,
  ) {}

  /** Layers for `gather`, the finest first. */
  get layers(): readonly BucketRing[] {
    return this.sorted;
  }

  /** Asks for a window that is not held; one question is under way at a time, and the newest wish follows it. */
  want(window: RecordedWindow): void {
    // One that failed is not asked again by each draw: a refresh or another window does it.
    if (this.asked !== undefined && isWithin(window, this.asked)) return;
    if (this.next !== undefined && isWithin(window, this.next) && window.widthNs === this.next.widthNs) return;
    const margin = (window.toS - window.fromS) * marginPart;
    this.next = { ...window, fromS: window.fromS - margin, toS: window.toS + margin };
    if (!this.isBusy) void this.ask();
  }

  /** More was recorded since: the next window is requested again. */
  refresh(): void {
    this.asked = undefined;
  }

  end(): void {
    this.isEnded = true;
  }

  private async ask(): Promise<void> {
    this.isBusy = true;
    while (this.next !== undefined && !this.isEnded) {
      const window = this.next;
      this.asked = window;
      this.next = undefined;
      await this.read(window);
    }

    this.isBusy = false;
  }

  private async read(window: RecordedWindow): Promise<void> {
    this.state = "loading";
    const { fromS, toS, widthNs } = window;
    const buckets = Math.min(maxBuckets, Math.max(2, Math.ceil(((toS - fromS) * 1e9) / widthNs) + 1));
    try {
      const parts = await Promise.allSettled(this.signals.map((signal) => this.readOne(signal, fromS, toS, buckets)));
      if (this.isEnded) return;
      const failed = parts.filter((part) => part.status === "rejected");
      const isOneThere = failed.length < parts.length;
      const worst = failed.find(({ reason }) => !isOneThere || !isMissing(reason));
      if (worst !== undefined) throw worst.reason;
      this.keep(combine(parts.map((part) => (part.status === "fulfilled" ? part.value : undefined))));
      this.state = "ready";
    } catch (error) {
      if (this.isEnded) return;
      this.state = "failed";
      this.reason = reasonOf(error);
    }

    this.changed();
  }

  private async readOne(signal: string, fromS: number, toS: number, buckets: number): Promise<Buckets | undefined> {
    const path = recordedHistoryPath(this.id, this.stream, signal, fromS, toS, buckets);
    return bucketsOf(await fetchRecordedHistory(this.api, path), signal);
  }

  // The first answer, the whole run as a rule, stays under the newest one: a pan beyond that is never empty.
  private keep(ring: BucketRing | undefined): void {
    if (ring === undefined) return;
    const widest = this.rings.get("whole");
    if (widest === undefined || covers(ring, widest)) this.rings.set("whole", ring);
    this.rings.set("window", ring);
    this.sorted = [...new Set(this.rings.values())].sort((a, b) => a.widthNs - b.widthNs);
  }
}

// A signal that the recording does not have leaves the others of its plot as they are.
function isMissing(reason: unknown): boolean {
  return reason instanceof ApiError && reason.status === 404;
}

// A window that is asked for again with wider buckets has its answer already: fine ones fold exactly.
function isWithin(window: RecordedWindow, other: RecordedWindow): boolean {
  return window.fromS >= other.fromS && window.toS <= other.toS && window.widthNs >= other.widthNs;
}

function covers(ring: BucketRing, other: BucketRing): boolean {
  return ring.start * ring.widthNs <= other.start * other.widthNs && ring.end * ring.widthNs >= other.end * other.widthNs;
}
