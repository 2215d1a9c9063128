/** What a formula would have given over the last minute, before it is saved. */

import type { Preview } from "../../api/expressions";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { numberOf } from "../parts/format";
import { SeriesPlot } from "../parts/series-plot";

const t = texts.preview;

const nsPerS = 1e9;

export class ChannelPreview {
  readonly element: HTMLElement;
  private readonly plot = new SeriesPlot();
  private readonly note = el("p", { class: "label p-basis" }, t.idle);

  constructor() {
    this.element = el(
      "figure",
      { class: "p-preview", "aria-label": t.title },
      this.plot.element,
      el("figcaption", {}, this.note),
    );
  }

  show(preview: Preview, name: string): void {
    const data = bucketsOf(preview);
    if (data.max.every((value) => value === null)) {
      this.showMessage(`${t.empty} ${preview.basis}`);
      return;
    }
    setText(this.note, preview.basis);
    this.plot.show({
      x: data.x,
      xTitle: t.x,
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
    setText(this.note, t.waiting);
  }

  /** Draws nothing and shows the reason. */
  showMessage(text: string = t.idle): void {
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
