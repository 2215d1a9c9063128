import { beforeEach, expect, test } from "vitest";
import { LiveClient, type WorkerPort } from "../../src/data/live-client";
import { Timeline } from "../../src/data/timeline";
import type { LiveEvent } from "../../src/protocol/messages";
import type { FromWorker } from "../../src/worker/port";

let port: WorkerPort;
let timeline: Timeline;
let stored: unknown[];

function receive(message: FromWorker): void {
  port.onmessage!({ data: message } as MessageEvent<FromWorker>);
}

function event(second: number, kind: string, text: string, stream = "main"): LiveEvent {
  return { n: "1", utcNs: `${second}000000000`, kind, stream, severity: "info", text } as LiveEvent;
}

function eventsCome(...events: LiveEvent[]): void {
  receive({ type: "message", message: { type: "events", events, missed: 0 } });
}

beforeEach(() => {
  port = { postMessage: () => undefined, onmessage: null };
  stored = [];
  timeline = new Timeline({ get: async () => stored as never }, new LiveClient(port));
});

const texts = (marks: readonly { text: string }[]): string[] => marks.map((mark) => mark.text);

test("notes are those of the rig and of all rigs, in the order of time, in the window alone", () => {
  eventsCome(event(30, "note", "kim: c"), event(10, "note", "kim: a"), event(20, "note", "kim: b", ""));
  eventsCome(event(15, "note", "kim: of another", "other"), event(99, "note", "kim: later"), event(12, "rig", "no"));
  expect(texts(timeline.notesIn("main", 10, 30))).toEqual(["kim: a", "kim: b", "kim: c"]);
});

test("alarms and breaks are events, the rest is not", () => {
  eventsCome(event(1, "alarm", "up"), event(2, "break", "broken"), event(3, "connection", "x"), event(4, "note", "n"));
  expect(texts(timeline.eventsIn("main", 0, 9))).toEqual(["up", "broken"]);
});

test("stored notes are read on each connection, and one that came as an event stands once", async () => {
  eventsCome(event(10, "note", "kim: a"));
  stored = [
    { utcNs: "10000000000", by: "kim", text: "a", stream: "main" },
    { utcNs: "5000000000", by: "lee", text: "of the run before", stream: "main" },
  ];
  const changed = new Promise<void>((resolve) => timeline.on(resolve));
  receive({ type: "connection", state: "live", reason: "" });
  await changed;
  expect(texts(timeline.notesIn("main", 0, 99))).toEqual(["lee: of the run before", "kim: a"]);
});
