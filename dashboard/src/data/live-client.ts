/** The page's end of the worker: subscriptions, their sections, and the messages of the feed. */

import type { BucketSection, PairSection, Section } from "../protocol/batch";
import type { ClientMessage, LiveEvent, ServerMessage } from "../protocol/messages";
import type { FromWorker, ToWorker } from "../worker/port";
import { RemoteClock } from "./clock";
import type { ConnectionState, Feed, FeedEvents } from "./feed";

/** The part of a Worker that is used here. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
}

export interface SubscriptionListener<S extends Section> {
  section(section: S): void;
  /** The monitor took the subscription; `missing` are signals that it does not know. */
  subscribed?(widthNs: number, signals: readonly string[], missing: readonly string[]): void;
  refused?(reason: string): void;
}

export interface Subscription {
  readonly id: number;
  end(): void;
}

/** Events that are kept for panels that are opened later. */
const keptEvents = 2000;

type Listener<K extends keyof FeedEvents> = (value: FeedEvents[K]) => void;

export class LiveClient implements Feed {
  /** Clock of the monitor. */
  readonly clock: RemoteClock;
  private readonly listeners = new Map<keyof FeedEvents, Set<(value: never) => void>>();
  private readonly held: Partial<FeedEvents> = {};
  private readonly subscriptions = new Map<number, SubscriptionListener<never>>();
  private nextId = 1;
  private run = "";
  /** Why the connection was lost, if the monitor gave a reason. */
  reason = "";
  /** Blocks that the monitor could not take for dashboards since it started. */
  skippedBlocks = 0;
  /** Connections that came to their hello. */
  connections = 0;

  constructor(
    private readonly port: WorkerPort,
    nowS: () => number = () => performance.now() / 1000,
  ) {
    this.clock = new RemoteClock(nowS);
    port.onmessage = (event) => this.received(event.data);
  }

  open(url: string): void {
    this.port.postMessage({ type: "open", url });
  }

  /** A hidden page takes no batches. */
  setVisible(visible: boolean): void {
    this.port.postMessage({ type: "visible", visible });
  }

  /** Connects at once instead of at the end of the wait. */
  retry(): void {
    this.port.postMessage({ type: "retry" });
  }

  watch(streams: readonly string[]): void {
    this.send({ op: "watch", streams: [...streams] });
  }

  buckets(
    stream: string,
    signals: readonly string[],
    widthNs: number,
    listener: SubscriptionListener<BucketSection>,
  ): Subscription {
    return this.subscribe(listener, (id) => ({
      op: "subscribe",
      id,
      stream,
      signals: [...signals],
      widthNs: String(widthNs),
    }));
  }

  pairs(
    stream: string,
    x: string,
    y: string,
    perSecond: number,
    listener: SubscriptionListener<PairSection>,
  ): Subscription {
    return this.subscribe(listener, (id) => ({ op: "pairs", id, stream, x, y, perSecond }));
  }

  on<K extends keyof FeedEvents>(event: K, listener: Listener<K>): () => void {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set);
    set.add(listener as (value: never) => void);
    const newest = this.newest(event);
    if (newest !== undefined) listener(newest);
    return () => set.delete(listener as (value: never) => void);
  }

  newest<K extends keyof FeedEvents>(event: K): FeedEvents[K] | undefined {
    return this.held[event];
  }

  private subscribe(listener: SubscriptionListener<never>, message: (id: number) => ClientMessage): Subscription {
    const id = this.nextId++;
    this.subscriptions.set(id, listener);
    this.send(message(id));
    return {
      id,
      end: () => {
        if (this.subscriptions.delete(id)) this.send({ op: "unsubscribe", id });
      },
    };
  }

  private send(message: ClientMessage): void {
    this.port.postMessage({ type: "send", message });
  }

  private received(message: FromWorker): void {
    if (message.type === "batch") this.receivedBatch(message);
    else if (message.type === "message") this.receivedMessage(message.message);
    else this.connection(message.state, message.reason);
  }

  private receivedBatch(batch: Extract<FromWorker, { type: "batch" }>): void {
    this.clock.observe(batch.serverS);
    try {
      for (const section of batch.sections) {
        this.skippedBlocks = Math.max(this.skippedBlocks, section.skippedBlocks);
        // A section of a subscription that ended meanwhile is on its way still.
        (this.subscriptions.get(section.id) as SubscriptionListener<Section> | undefined)?.section(section);
      }
    } finally {
      // Without it the monitor would send nothing more, to none of the plots.
      this.port.postMessage({ type: "taken", batch: batch.number });
    }
  }

  private receivedMessage(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        this.hello(message.run, message.timeNs);
        break;
      case "subscribed":
        this.subscriptions.get(message.id)?.subscribed?.(
          Number(message.widthNs),
          message.signals.map((signal) => signal.name),
          message.missing,
        );
        break;
      case "refused":
        this.subscriptions.get(message.id)?.refused?.(message.reason);
        break;
      case "catalogue":
        this.emit("catalogue", message.revision);
        break;
      case "health":
        this.emit("health", message.health);
        break;
      case "values":
        this.emit("values", message.values);
        break;
      case "alarms":
        this.emit("alarms", message.alarms);
        break;
      case "events":
        this.eventsCame(message.events, message.missed);
        break;
    }
  }

  // Listeners get what is new; a later listener gets all of this run.
  private eventsCame(events: readonly LiveEvent[], missed: number): void {
    const before = this.held.events;
    this.emit("events", { events, missed });
    this.held.events = {
      events: [...(before?.events ?? []), ...events].slice(-keptEvents),
      missed: (before?.missed ?? 0) + missed,
    };
  }

  // Another run of the monitor: its clock may be another too.
  private hello(run: string, timeNs: string): void {
    if (run !== this.run) {
      this.clock.forget();
      this.skippedBlocks = 0;
      delete this.held.events;
    }

    this.run = run;
    this.connections++;
    this.clock.observe(Number(timeNs) / 1e9);
  }

  private connection(state: ConnectionState, reason: string): void {
    this.reason = reason;
    this.emit("connection", state);
  }

  private emit<K extends keyof FeedEvents>(event: K, value: FeedEvents[K]): void {
    this.held[event] = value;
    for (const listener of this.listeners.get(event) ?? []) (listener as Listener<K>)(value);
  }
}
