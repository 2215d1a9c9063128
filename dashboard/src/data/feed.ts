/** What panels see of the live data. The worker owns the socket; everything here runs on the page. */

import type { Health, LiveEvent, Snapshot, StreamAlarms } from "../protocol/messages";

/** State of the connection to the monitor. */
export type ConnectionState = "connecting" | "live" | "lost";

export interface FeedEvents {
  connection: ConnectionState;
  catalogue: number;
  health: Health;
  values: Snapshot;
  alarms: readonly StreamAlarms[];
  events: { readonly events: readonly LiveEvent[]; readonly missed: number };
}

/**
 * Listeners are called with each message, and at once with the newest one if there is one. Returned functions end the
 * subscription.
 */
export interface Feed {
  on<K extends keyof FeedEvents>(event: K, listener: (value: FeedEvents[K]) => void): () => void;
  newest<K extends keyof FeedEvents>(event: K): FeedEvents[K] | undefined;
}
