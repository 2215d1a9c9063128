/** Messages between page and worker. The worker owns the socket; the page owns what is drawn. */

import type { Section } from "../protocol/batch";
import type { ClientMessage, ServerMessage } from "../protocol/messages";

export type ToWorker =
  | { readonly type: "open"; readonly url: string }
  /** A message to the monitor. Subscriptions are kept and sent again on each new connection. */
  | { readonly type: "send"; readonly message: ClientMessage }
  /** The page took a batch: only then it is acknowledged, so that a busy page gets coarser data and no queue. */
  | { readonly type: "taken"; readonly batch: number }
  | { readonly type: "visible"; readonly visible: boolean }
  | { readonly type: "retry" };

export type FromWorker =
  | { readonly type: "connection"; readonly state: "connecting" | "live" | "lost"; readonly reason: string }
  | { readonly type: "message"; readonly message: ServerMessage }
  | {
      readonly type: "batch";
      readonly number: number;
      readonly serverS: number;
      readonly sections: readonly Section[];
    };
