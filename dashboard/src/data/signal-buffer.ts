/**
 * All that the page holds of the signals of one plot: live buckets, copies of a paused view, and history.
 */

import type { Api } from "../api/api";
import { baseWidthNs } from "../protocol/widths";
import { BucketRing, type Buckets } from "./bucket-ring";
import { readHistory } from "./history-layer";
import type { LiveClient, Subscription } from "./live-client";

/** 10 minutes at 100 ms, and a little more: 221 KiB a signal. */
const baseBuckets = 6144;
const maxFineBuckets = 8192;
/** Between two questions to the history of a window that moves; the last one is always asked. */
const betweenQuestionsS = 1;
/** The same for a window that only moved with the present, which live layers serve. */
const requestAgainS = 3;
/** A long window is requested again after this part of it. */
const windowsAgain = 200;

/** A window of time, and the width of the buckets that it is drawn with. */
interface Wanted {
  readonly fromS: number;
  readonly toS: number;
  readonly widthNs: number;
}

interface Listener {
  /** New data up to a block that was due then (seconds since 1970), or history: 0. */
  changed(untilS: number): void;
  refused(reason: string): void;
  missing(signals: readonly string[]): void;
}

export class SignalBuffer {
  private readonly base: BucketRing;
  private readonly baseSubscription: Subscription;
  private fine: BucketRing | undefined;
  private fineSubscription: Subscription | undefined;
  private retired: BucketRing | undefined;
  private held: BucketRing[] = [];
  private history: BucketRing | undefined;
  private requested: (Wanted & { readonly atS: number }) | undefined;
  private questions = 0;
  private answered = 0;
  // What is requested once enough time has passed since the question before.
  private waiting: Wanted | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private timerAtS = Infinity;
  private sorted: BucketRing[] = [];
  private ended = false;
  /** The monitor sends wider buckets than requested, because this browser was behind. */
  coarser = false;
  /** Due time of the newest block, seconds since 1970; 0 before the first. */
  untilS = 0;

  constructor(
    private readonly client: LiveClient,
    private readonly api: Api,
    readonly stream: string,
    readonly signals: readonly string[],
    private readonly listener: Listener,
  ) {
    this.base = new BucketRing(signals.length, baseWidthNs, baseBuckets);
    this.baseSubscription = this.subscribe(this.base);
    this.sort();
  }

  /** Layers for {@link gather}, the finest first. */
  get layers(): readonly BucketRing[] {
    return this.sorted;
  }

  /** Subscribes to buckets of a width, where 100 ms are not fine enough, for a window of a span. */
  want(widthNs: number, spanS: number): void {
    const needed = widthNs >= baseWidthNs ? 0 : Math.min(maxFineBuckets, Math.ceil((spanS * 1.25e9) / widthNs));
    if (needed === 0 ? this.fine === undefined : this.fine?.widthNs === widthNs && this.fine.capacity >= needed) return;
    this.fineSubscription?.end();
    this.fineSubscription = undefined;
    this.fine?.close();
    this.retired = this.fine ?? this.retired;
    this.fine = undefined;
    if (needed > 0) {
      this.fine = new BucketRing(this.signals.length, widthNs, needed, baseWidthNs / widthNs);
      this.fineSubscription = this.subscribe(this.fine);
    }

    this.sort();
  }

  /** Keeps copies of all that is held, so that a paused view stays drawable after the rings moved on. */
  hold(): void {
    if (this.held.length > 0) return;
    const rings = [this.fine, this.retired, this.base].filter(
      (ring) => ring !== undefined && !ring.isEmpty,
    ) as BucketRing[];
    this.held = rings.map((ring) => ring.copy(ring.start, ring.end));
    this.sort();
  }

  release(): void {
    this.held = [];
    this.sort();
  }

  /**
   * Asks the monitor for what of [fromS, toS) no live layer holds, at once or when enough time has passed since the
   * question before. `nowS` is the page's monotonic clock.
   */
  fill(fromS: number, toS: number, widthNs: number, nowS: number): void {
    const wanted = { fromS, toS, widthNs };
    const waitS = this.covered(fromS, toS, widthNs) ? undefined : this.waitS(wanted, nowS);
    this.waiting = waitS !== undefined && waitS > 0 ? wanted : undefined;
    if (waitS === 0) void this.ask(wanted, nowS);
    else if (waitS !== undefined) this.askLater(nowS, nowS + waitS);
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.baseSubscription.end();
    this.fineSubscription?.end();
  }

  private subscribe(ring: BucketRing): Subscription {
    // The monitor leaves out signals that the rig does not have; those that it has are drawn.
    let found = this.signals;
    return this.client.buckets(this.stream, this.signals, ring.widthNs, {
      section: (section) => {
        if (section.reset) ring.clear();
        const isFirst = ring.isEmpty;
        if (!ring.put(arranged(section, found, this.signals))) return;
        // Between the history that was read before and the first live bucket may be a stretch: it is read at once.
        if (isFirst && ring === this.base) this.requested = undefined;
        this.coarser = section.coarser;
        this.untilS = Math.max(section.untilS, section.reset ? 0 : this.untilS);
        this.listener.changed(section.untilS);
      },
      subscribed: (_width, signals, missing) => {
        found = signals;
        this.listener.missing(missing);
      },
      refused: (reason) => this.listener.refused(reason),
    });
  }

  private covered(fromS: number, toS: number, widthNs: number): boolean {
    const last = Math.min(toS, this.untilS === 0 ? toS : this.untilS) - 1;
    // The base is as fine as history is: only a window that begins before it, or a hole, is worth a question.
    const rings = this.sorted.filter((ring) => !ring.isEmpty && ring.widthNs <= Math.max(widthNs, baseWidthNs));
    // One layer goes on where another ends: history of hours, and then the live buckets.
    let reached = fromS;
    for (let from = -Infinity; reached > from && reached < last;) {
      from = reached;
      for (const ring of rings) {
        const width = ring.widthNs / 1e9;
        if (ring.start * width <= from + 2 * width) reached = Math.max(reached, ring.end * width);
      }
    }

    return reached >= last;
  }

  // Seconds until a window may be requested; undefined for one that was requested already.
  private waitS({ fromS, toS, widthNs }: Wanted, nowS: number): number | undefined {
    const { requested } = this;
    if (requested === undefined) return 0;
    const begins = requested.widthNs <= widthNs && fromS >= requested.fromS - 1e-3;
    if (begins && toS <= requested.toS + 1e-3) return undefined;
    // Of hours, a part is missing only that no question brings: what was before the recording.
    const againS = Math.max(requestAgainS, (toS - fromS) / windowsAgain);
    return Math.max(0, requested.atS + (begins ? againS : betweenQuestionsS) - nowS);
  }

  private askLater(nowS: number, atS: number): void {
    if (this.timerAtS <= atS) return;
    clearTimeout(this.timer);
    this.timerAtS = atS;
    this.timer = setTimeout(() => this.askWaiting(atS), (atS - nowS) * 1000);
  }

  // The window may have moved on, or back to what is held, since the timer was set.
  private askWaiting(nowS: number): void {
    this.timerAtS = Infinity;
    const { waiting } = this;
    if (waiting !== undefined && !this.ended) this.fill(waiting.fromS, waiting.toS, waiting.widthNs, nowS);
  }

  // An answer that comes after that of a newer question is dropped.
  private async ask(wanted: Wanted, nowS: number): Promise<void> {
    this.requested = { ...wanted, atS: nowS };
    const question = ++this.questions;
    const spanS = wanted.toS - wanted.fromS;
    const buckets = Math.ceil((spanS * 1e9) / wanted.widthNs) + 2;
    const ring = await readHistory(this.api, this.stream, this.signals, spanS, wanted.toS, buckets);
    if (this.ended || ring === undefined || question < this.answered) return;
    this.answered = question;
    this.history = ring;
    this.sort();
    this.listener.changed(0);
  }

  private sort(): void {
    const rings = [this.fine, this.retired, this.base, ...this.held, this.history];
    this.sorted = rings.filter((ring) => ring !== undefined).sort((a, b) => a.widthNs - b.widthNs);
  }
}

/** The planes of a section in the order of other signals; one that the section does not have has no samples. */
export function arranged(section: Buckets, from: readonly string[], to: readonly string[]): Buckets {
  const isSame = from.length === to.length && to.every((name, i) => name === from[i]);
  if (isSame || section.signals !== from.length) return section;
  const { buckets, widthNs, firstBucket } = section;
  const cells = to.length * buckets;
  const plane = <P extends Float64Array | Uint32Array>(source: P, target: P): P => {
    to.forEach((name, signal) => {
      const at = from.indexOf(name);
      if (at >= 0) target.set(source.subarray(at * buckets, (at + 1) * buckets), signal * buckets);
    });
    return target;
  };
  return {
    signals: to.length,
    buckets,
    widthNs,
    firstBucket,
    min: plane(section.min, new Float64Array(cells)),
    max: plane(section.max, new Float64Array(cells)),
    first: plane(section.first, new Float64Array(cells)),
    last: plane(section.last, new Float64Array(cells)),
    count: plane(section.count, new Uint32Array(cells)),
  };
}
