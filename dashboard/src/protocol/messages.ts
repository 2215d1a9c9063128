/** Text messages of `/live` (docs/wire-format.md). int64 values are strings. */

export interface SignalName {
  readonly name: string;
  readonly unit: string;
}

export type ClientMessage =
  | { op: "subscribe"; id: number; stream: string; signals: string[]; widthNs: string }
  | { op: "pairs"; id: number; stream: string; x: string; y: string; perSecond: number }
  | { op: "unsubscribe"; id: number }
  | { op: "watch"; streams: string[] }
  | { op: "ack"; batch: number }
  | { op: "pause" }
  | { op: "resume" };

export type LiveEventKind = "alarm" | "rig" | "break" | "variables" | "note" | "connection" | "testrun";

export interface LiveEvent {
  readonly n: string;
  readonly utcNs: string;
  readonly kind: LiveEventKind;
  readonly stream: string;
  readonly severity: "info" | "warning" | "critical";
  readonly text: string;
}

export type ServerMessage =
  | { type: "hello"; version: number; run: string; timeNs: string; finestNs: string; limits: { subscriptions: number; signals: number } }
  | { type: "subscribed"; id: number; stream: string; widthNs: string; signals: SignalName[]; missing: string[] }
  | { type: "refused"; id: number; reason: string }
  | { type: "catalogue"; revision: number }
  | { type: "health"; health: Health }
  | { type: "values"; values: Snapshot }
  | { type: "alarms"; alarms: StreamAlarms[] }
  | { type: "events"; events: LiveEvent[]; missed: number };

/** Form of `GET /health`; members that the dashboard does not read are left out. */
export interface Health {
  readonly status: string;
  readonly account: Account;
  readonly streams: StreamHealth[];
  readonly reasons: string[];
  readonly [more: string]: unknown;
}

export interface Account {
  readonly published: number;
  readonly delivered: number;
  readonly declaredLost: number;
  readonly missing: number;
  readonly silentLoss: number;
}

export interface StreamHealth {
  readonly name: string;
  readonly freshness: string;
  readonly [more: string]: unknown;
}

/** Form of `GET /snapshot`. A value that JSON has no number for is a string. */
export interface Snapshot {
  readonly stream: string;
  readonly sequence: number | string;
  readonly channels: readonly { name: string; value: number | string; unit: string; quality: string }[];
  readonly variables: readonly {
    name: string; value: number | string; unit: string; quality: string; revision: number; state?: string; reason?: string;
  }[];
}

/** Form of one stream of `GET /alarms`. */
export interface StreamAlarms {
  readonly stream: string;
  readonly [more: string]: unknown;
}
