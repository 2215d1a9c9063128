/** Entry of the worker: gives the socket to {@link LiveSocket}. */

import { LiveSocket } from "./live-socket";
import type { ToWorker } from "./port";

const scope = self as unknown as DedicatedWorkerGlobalScope;

const live = new LiveSocket({
  open: (url, protocol) => new WebSocket(url, protocol),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  post: (message, transfer) => scope.postMessage(message, transfer),
});

scope.onmessage = (event: MessageEvent<ToWorker>) => live.handle(event.data);
