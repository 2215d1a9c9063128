import { beforeEach, describe, expect, test } from "vitest";
import { healthyMs, LiveSocket, maxSilenceMs, type Socket } from "../../src/worker/live-socket";
import type { FromWorker } from "../../src/worker/port";
import { batch, bucketSection } from "../protocol/bytes";

class RecordedSocket implements Socket {
  binaryType: BinaryType = "blob";
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  closedWith: number | undefined;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(code?: number): void {
    this.closedWith = code;
    this.onclose?.({ code, reason: "malformed" } as CloseEvent);
  }

  receive(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }

  greet(): void {
    this.onopen?.({} as Event);
    this.receive(JSON.stringify({ type: "hello", version: 1, run: "r", timeNs: "1", finestNs: "781250", limits: {} }));
  }
}

let sockets: RecordedSocket[];
let posted: FromWorker[];
let waits: { ms: number; action: () => void }[];
let silences: { ms: number; action: () => void }[];
let healthy: { ms: number; action: () => void }[];
let live: LiveSocket;

beforeEach(() => {
  [sockets, posted, waits, silences, healthy] = [[], [], [], [], []];
  live = new LiveSocket({
    open: () => {
      sockets.push(new RecordedSocket());
      return sockets.at(-1)!;
    },
    after: (ms, action) => {
      const wait = { ms, action };
      // The longest wait is as long as a connection has to hold; only one of both is under way at a time.
      const isOpen = posted.filter((message) => message.type === "connection").at(-1)?.state !== "lost";
      const list = ms === maxSilenceMs ? silences : ms === healthyMs && isOpen ? healthy : waits;
      list.push(wait);
      return () => list.splice(list.indexOf(wait), 1);
    },
    random: () => 1,
    post: (message) => posted.push(message),
  });
  live.handle({ type: "open", url: "ws://x/live" });
});

const subscribe = { op: "subscribe", id: 1, stream: "main", signals: ["f"], widthNs: "100000000" } as const;
const watch = { op: "watch", streams: ["main"] } as const;

function send(message: typeof subscribe | typeof watch | { op: "unsubscribe"; id: number }): void {
  live.handle({ type: "send", message: message as never });
}

function close(reason = ""): void {
  sockets.at(-1)!.onclose?.({ code: 1006, reason } as CloseEvent);
}

function connectAgain(): void {
  waits.shift()!.action();
}

/** Ends the connection of an attempt, after the wait for it. */
function refuse(): void {
  if (waits.length > 0) connectAgain();
  close("refused");
}

describe("LiveSocket", () => {
  test("gives up a connection on which nothing comes, and tries again", () => {
    sockets[0]!.onopen?.(new Event("open"));
    expect(silences).toHaveLength(1);
    silences[0]!.action();
    expect(posted.at(-1)).toEqual({ type: "connection", state: "lost", reason: "nothing came from the monitor for 10 s" });
    waits.shift()!.action();
    expect(sockets).toHaveLength(2);
  });

  test("sends what was subscribed before it was open, once it is", () => {
    send(subscribe);
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.greet();
    expect(sockets[0]!.sent).toEqual([subscribe]);
    expect(posted.filter((message) => message.type === "connection").map((message) => message.state)).toEqual([
      "connecting",
      "live",
    ]);
  });

  test("subscribes again on a new connection to what still counts", () => {
    sockets[0]!.greet();
    send(subscribe);
    send({ ...subscribe, id: 2 } as never);
    send({ op: "unsubscribe", id: 2 });
    send(watch);
    close();
    waits.shift()!.action();
    sockets[1]!.greet();
    expect(sockets[1]!.sent).toEqual([subscribe, watch]);
  });

  test("waits longer with each attempt, up to 5 s", () => {
    for (let i = 0; i < 7; i++) refuse();
    expect(waits[0]!.ms).toBe(5000);
  });

  test("waits longer also when each attempt comes to a hello and is refused then", () => {
    for (let i = 0; i < 7; i++) {
      sockets.at(-1)!.greet();
      refuse();
    }

    expect(waits[0]!.ms).toBe(5000);
    expect(healthy).toEqual([]);
  });

  test("starts over with the waits after a batch", () => {
    for (let i = 0; i < 7; i++) refuse();
    connectAgain();
    sockets.at(-1)!.greet();
    sockets.at(-1)!.receive(batch(1, 0n, bucketSection({ id: 1, t0: 0n, widthNs: 100n, signals: [[[1, 1, 1, 1, 1]]] })));
    close();
    expect(waits[0]!.ms).toBe(250);
  });

  test("starts over with the waits after a connection that held for 5 s without a batch", () => {
    for (let i = 0; i < 7; i++) refuse();
    connectAgain();
    sockets.at(-1)!.greet();
    healthy.shift()!.action();
    close();
    expect(waits[0]!.ms).toBe(250);
  });

  test("acknowledges a batch once the page took it", () => {
    sockets[0]!.greet();
    sockets[0]!.receive(batch(42, 0n, bucketSection({ id: 1, t0: 0n, widthNs: 100n, signals: [[[1, 1, 1, 1, 1]]] })));
    expect([posted.at(-1)!.type, sockets[0]!.sent]).toEqual(["batch", []]);
    live.handle({ type: "taken", batch: 42 });
    expect(sockets[0]!.sent).toEqual([{ op: "ack", batch: 42 }]);
  });

  test("closes on a malformed batch, says why, and connects again", () => {
    sockets[0]!.greet();
    sockets[0]!.receive(new ArrayBuffer(5));
    expect(sockets[0]!.closedWith).toBe(4002);
    expect(posted.at(-1)).toMatchObject({ state: "lost", reason: expect.stringContaining("byte 0") });
    expect(waits).toHaveLength(1);
  });

  test("closes on a text that is no JSON", () => {
    sockets[0]!.greet();
    sockets[0]!.receive("{");
    expect(sockets[0]!.closedWith).toBe(4002);
  });

  test("passes on the reason of the monitor", () => {
    close("64 browsers are connected");
    expect(posted.at(-1)).toEqual({ type: "connection", state: "lost", reason: "64 browsers are connected" });
  });

  test("a hidden page pauses, on each connection", () => {
    sockets[0]!.greet();
    live.handle({ type: "visible", visible: false });
    expect(sockets[0]!.sent).toEqual([{ op: "pause" }]);
    close();
    waits.shift()!.action();
    sockets[1]!.greet();
    expect(sockets[1]!.sent).toEqual([{ op: "pause" }]);
    live.handle({ type: "visible", visible: true });
    expect(sockets[1]!.sent.at(-1)).toEqual({ op: "resume" });
  });

  test("a page that is seen again connects at once", () => {
    live.handle({ type: "visible", visible: false });
    close();
    live.handle({ type: "visible", visible: true });
    expect([sockets.length, waits.length]).toEqual([2, 0]);
  });
});
