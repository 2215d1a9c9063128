/**
 * The connection to `/live`: opens it again by itself, sends the subscriptions again, acknowledges what the page took.
 */

import { decodeBatch } from "../protocol/batch";
import type { ClientMessage, ServerMessage } from "../protocol/messages";
import { Backoff } from "./backoff";
import type { FromWorker, ToWorker } from "./port";

export const subprotocol = "telemetry.live.v1";
// Own codes of a close are from 4000 on.
const closeMalformed = 4002;
/** After so long without a message the connection is given up. */
export const maxSilenceMs = 10_000;

/** After so long with an open connection it counts as one that works, also without a batch. */
export const healthyMs = 5000;

/** The part of a WebSocket that is used here. */
export interface Socket {
  binaryType: BinaryType;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** What the outside gives: sockets, time and chance. */
export interface Surroundings {
  open(url: string, protocol: string): Socket;
  after(ms: number, action: () => void): () => void;
  random(): number;
  post(message: FromWorker, transfer: Transferable[]): void;
}

export class LiveSocket {
  private readonly backoff: Backoff;
  private readonly kept = new Map<string, ClientMessage>();
  private url = "";
  private socket: Socket | undefined;
  private isOpen = false;
  private visible = true;
  private reason = "";
  private cancelRetry: (() => void) | undefined;
  private cancelSilence: (() => void) | undefined;
  private cancelHealthy: (() => void) | undefined;

  constructor(private readonly outside: Surroundings) {
    this.backoff = new Backoff(() => outside.random());
  }

  handle(message: ToWorker): void {
    switch (message.type) {
      case "open":
        this.url = message.url;
        this.connect();
        break;
      case "send":
        this.keep(message.message);
        this.send(message.message);
        break;
      case "taken":
        this.send({ op: "ack", batch: message.batch });
        break;
      case "visible":
        this.setVisible(message.visible);
        break;
      case "retry":
        this.retryNow();
        break;
    }
  }

  private setVisible(visible: boolean): void {
    if (this.visible === visible) return;
    this.visible = visible;
    this.send({ op: visible ? "resume" : "pause" });
    if (visible) this.retryNow();
  }

  private retryNow(): void {
    if (this.cancelRetry === undefined) return;
    this.cancelRetry();
    this.cancelRetry = undefined;
    this.connect();
  }

  // A subscription counts until it is replaced or ended; of the watched streams the last list.
  private keep(message: ClientMessage): void {
    if (message.op === "subscribe" || message.op === "pairs") this.kept.set(`id ${message.id}`, message);
    else if (message.op === "unsubscribe") this.kept.delete(`id ${message.id}`);
    else if (message.op === "watch") this.kept.set("watch", message);
  }

  private send(message: ClientMessage): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  private connect(): void {
    this.post({ type: "connection", state: "connecting", reason: this.reason });
    const socket = this.outside.open(this.url, subprotocol);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = (event) => this.closed(event);
    this.restartTimeout();
  }

  // The monitor sends something each second. A stopped one, and a tunnel that hangs, close nothing.
  private restartTimeout(): void {
    this.cancelSilence?.();
    this.cancelSilence = this.outside.after(maxSilenceMs, () => {
      const socket = this.socket;
      if (socket === undefined) return;
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      this.reason = `nothing came from the monitor for ${maxSilenceMs / 1000} s`;
      this.lost();
    });
  }

  private opened(): void {
    this.isOpen = true;
    for (const message of this.kept.values()) this.send(message);
    if (!this.visible) this.send({ op: "pause" });
  }

  private received(data: unknown): void {
    this.restartTimeout();
    if (data instanceof ArrayBuffer) this.receivedBatch(data);
    else this.receivedText(String(data));
  }

  private receivedBatch(buffer: ArrayBuffer): void {
    const decoded = decodeBatch(buffer);
    if (!decoded.ok) {
      this.refuse(`a batch of the monitor is malformed, ${decoded.reason}`);
      return;
    }

    this.works();
    const { number, serverS, sections } = decoded.batch;
    this.post({ type: "batch", number, serverS, sections }, [buffer]);
  }

  private receivedText(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      this.refuse(`a message of the monitor is no JSON: ${text.slice(0, 60)}`);
      return;
    }

    if (message.type === "hello") {
      this.reason = "";
      this.cancelHealthy?.();
      this.cancelHealthy = this.outside.after(healthyMs, () => this.works());
      this.post({ type: "connection", state: "live", reason: "" });
    }

    this.post({ type: "message", message });
  }

  // A hello alone proves little: a monitor that refuses sends its hello first, and would be tried four times a second.
  private works(): void {
    this.cancelHealthy?.();
    this.cancelHealthy = undefined;
    this.backoff.reset();
  }

  private refuse(reason: string): void {
    this.reason = reason;
    this.socket?.close(closeMalformed, "malformed");
  }

  private closed(event: CloseEvent): void {
    if (event.reason !== "" && event.code !== closeMalformed) this.reason = event.reason;
    this.lost();
  }

  private lost(): void {
    this.cancelSilence?.();
    this.cancelHealthy?.();
    this.cancelSilence = this.cancelHealthy = undefined;
    this.isOpen = false;
    this.socket = undefined;
    this.post({ type: "connection", state: "lost", reason: this.reason });
    this.cancelRetry = this.outside.after(this.backoff.nextMs(), () => {
      this.cancelRetry = undefined;
      this.connect();
    });
  }

  private post(message: FromWorker, transfer: Transferable[] = []): void {
    this.outside.post(message, transfer);
  }
}
