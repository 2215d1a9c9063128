/** What a formula would have given over the last minute, before it is saved. */

import type { Preview } from "../../api/expressions";
import { el, setText } from "../../ui/dom";
import { numberOf } from "../parts/format";
import { SeriesPlot } from "../parts/series-plot";

const texts = {
  title: "Last minute",
  waiting: "Computing…",
  empty: "The formula had no value in the last minute.",
  idle: "A formula without errors is drawn here before it is saved.",
  x: "s before now",
} as const;

const nsPerS = 1e9;

export class ChannelPreview {
  readonly element: HTMLElement;
  private readonly plot = new SeriesPlot();
  private readonly note = el("p", { class: "label p-basis" }, texts.idle);

  constructor() {
    this.element = el(
      "figure",
      { class: "p-preview", "aria-label": texts.title },
      this.plot.element,
      el("figcaption", {}, this.note),
    );
  }

  show(preview: Preview, name: string): void {
    const data = bucketsOf(preview);
    if (data.max.every((value) => value === null)) {
      this.say(`${texts.empty} ${preview.basis}`);
      return;
    }
    setText(this.note, preview.basis);
    this.plot.show({
      x: data.x,
      xTitle: texts.x,
      unit: preview.unit,
      series: [
        {
          name: name.length > 0 ? name : "formula",
          colour: "var(--accent)",
          min: data.min,
          max: data.max,
          line: data.last,
        },
      ],
    });
  }

  waiting(): void {
    setText(this.note, texts.waiting);
  }

  /** Draws nothing and says why. */
  say(text: string = texts.idle): void {
    this.plot.clear();
    setText(this.note, text);
  }

  dispose(): void {
    this.plot.dispose();
  }
}

/** Buckets as columns of a plot: seconds before the end, gaps as null. */
export function bucketsOf(preview: Preview): {
  x: number[];
  min: (number | null)[];
  max: (number | null)[];
  last: (number | null)[];
} {
  const width = Number(preview.bucketNs) / nsPerS;
  const value = (of: number | string | null | undefined, index: number): number | null => {
    const number = numberOf(of);
    return (preview.count[index] ?? 0) > 0 && Number.isFinite(number) ? number : null;
  };
  const places = [...preview.count.keys()];
  return {
    x: places.map((index) => (index - places.length + 1) * width),
    min: places.map((index) => value(preview.min[index], index)),
    max: places.map((index) => value(preview.max[index], index)),
    last: places.map((index) => value(preview.last[index], index)),
  };
}
