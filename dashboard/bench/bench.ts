/**
 * Draws plots of buckets that are made on the page at 30 batches a second, through the product's own client, store and
 * plots, and writes the times between frames. `?plots=64&points=2000&seconds=20`; the result is also `window.result`.
 */

import "uplot/dist/uPlot.min.css";
import "../src/styles/app.css";
import "./bench.css";
import { Api } from "../src/api/api";
import { LiveClient, type WorkerPort } from "../src/data/live-client";
import { RemoteClock } from "../src/data/clock";
import type { BucketSection } from "../src/protocol/batch";
import { readPalette } from "../src/plots/palette";
import { Redraw } from "../src/plots/redraw";
import { type PlotHost, TimePlot } from "../src/plots/time-plot";
import { View } from "../src/plots/view";
import { summaryOf } from "../src/ui/read-back";
import type { FromWorker, ToWorker } from "../src/worker/port";

const query = new URLSearchParams(location.search);
const plots = Number(query.get("plots") ?? 64);
const points = Number(query.get("points") ?? 2000);
const seconds = Number(query.get("seconds") ?? 20);
const tickMs = 1000 / 30;
const warmUpMs = 5000;

/** Stands where the worker does: answers subscriptions with buckets of a sine and noise on the clock of the page. */
class Source implements WorkerPort {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  private readonly asked = new Map<number, { widthNs: number; next: number }>();
  private batch = 0;

  postMessage(message: ToWorker): void {
    if (message.type !== "send") return;
    const wanted = message.message;
    if (wanted.op === "subscribe") this.asked.set(wanted.id, { widthNs: Number(wanted.widthNs), next: -1 });
    else if (wanted.op === "unsubscribe") this.asked.delete(wanted.id);
  }

  tick(): void {
    const nowNs = Date.now() * 1e6;
    const sections: BucketSection[] = [];
    for (const [id, wanted] of this.asked) {
      const newest = Math.floor(nowNs / wanted.widthNs);
      const first = wanted.next < 0 ? newest - 6000 : wanted.next;
      sections.push(sectionOf(id, wanted.widthNs, first, newest - first + 1, wanted.next < 0, nowNs / 1e9));
      wanted.next = newest;
    }

    const data: FromWorker = { type: "batch", number: ++this.batch, serverS: nowNs / 1e9, sections };
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}

function sectionOf(
  id: number,
  widthNs: number,
  firstBucket: number,
  buckets: number,
  reset: boolean,
  untilS: number,
): BucketSection {
  const plane = (of: (seconds: number) => number): Float64Array =>
    Float64Array.from({ length: buckets }, (_, i) => of(((firstBucket + i) * widthNs) / 1e9));
  const value = (at: number): number => Math.sin(at * (1 + (id % 7) / 3)) * 50 + Math.random() * 2;
  const first = plane(value);
  const last = plane(value);
  return {
    kind: "buckets",
    id,
    reset,
    untilS,
    skippedBlocks: 0,
    coarser: false,
    signals: 1,
    buckets,
    widthNs,
    firstBucket,
    first,
    last,
    min: first.map((one, i) => Math.min(one, last[i]!) - 1),
    max: first.map((one, i) => Math.max(one, last[i]!) + 1),
    count: new Uint32Array(buckets).fill(60),
  };
}

document.documentElement.dataset["theme"] = "dark";
const source = new Source();
const client = new LiveClient(source);
const clock = new RemoteClock(() => performance.now() / 1000);
const view = new View(readPalette(), () => clock.read());
// 12.5 s at 6.25 ms are 2000 points.
view.setWindow({ spanS: 12.5, endS: undefined });
const redraw = new Redraw();
const host: PlotHost = {
  client,
  view,
  redraw,
  marks: { notesIn: () => [], eventsIn: () => [], on: () => () => undefined },
  api: new Api(),
  heardUntil: (untilS) => clock.observe(untilS),
  staleS: () => undefined,
  limitsOf: () => [],
  excursionsOf: () => [],
  onLimits: () => () => undefined,
  drewUntil: () => undefined,
};
const board = document.getElementById("plots")!;
const made = Array.from({ length: plots }, (_, i) => {
  const signal = { name: `signal${i + 1}`, unit: "kN", rateHz: 4800, colour: i % 8 };
  const plot = new TimePlot(host, "bench", [signal], "", points);
  const panel = document.createElement("div");
  panel.className = "panel";
  panel.append(plot.heading, plot.element);
  plot.element.style.flex = "1 1 0";
  board.append(panel);
  return plot;
});
setInterval(() => source.tick(), tickMs);
redraw.start();
setTimeout(() => {
  for (const values of [redraw.frames, redraw.work]) values.clear();
  const before = redraw.drawn;
  setTimeout(() => {
    const result = {
      plots,
      points: made[0]!.drawn.length,
      seconds,
      drawsPerPlotAndSecond: (redraw.drawn - before) / plots / seconds,
      frames: summaryOf(redraw.frames),
      work: summaryOf(redraw.work),
    };
    (window as unknown as Record<string, unknown>)["result"] = result;
    document.getElementById("text")!.textContent = JSON.stringify(result);
  }, seconds * 1000);
}, warmUpMs);
