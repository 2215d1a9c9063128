/** The visible window as a file: CSV of the drawn buckets, or the picture. */

import { finestWidthNs } from "../protocol/widths";
import type { TimePlot } from "./time-plot";
import type { View } from "./view";
import type { XyPlot } from "./xy-plot";

/**
 * One line a bucket: its start in UTC and in ns, and first, last, least, greatest value and number of samples of each
 * signal.
 */
export function csvOf(plot: Pick<TimePlot, "drawn" | "signals">): string {
  const columns = plot.signals.flatMap((signal) => {
    const name = signal.unit === "" ? signal.name : `${signal.name} [${signal.unit}]`;
    return ["first", "last", "min", "max", "count"].map((part) => quoted(`${name} ${part}`));
  });
  const lines = [["time_utc", "start_ns", "width_ns", ...columns].join(",")];
  const { drawn } = plot;
  for (let i = 0; i < drawn.length; i++) {
    // Seconds as a double are not exact; the grid of widths is, and so is the number of the bucket on it.
    const widthNs = Math.round(((drawn.to[i]! - drawn.from[i]!) * 1e9) / finestWidthNs) * finestWidthNs;
    const startNs = BigInt(Math.round((drawn.from[i]! * 1e9) / widthNs)) * BigInt(widthNs);
    const cells = drawn.traces.flatMap((trace) => {
      const count = trace.count[i]!;
      return count === 0
        ? ["", "", "", "", "0"]
        : [trace.first[i], trace.last[i], trace.min[i], trace.max[i], count].map(String);
    });
    lines.push(
      [new Date(Number(startNs / 1_000_000n)).toISOString(), String(startNs), String(widthNs), ...cells].join(","),
    );
  }

  return `${lines.join("\r\n")}\r\n`;
}

export function csvOfPairs(plot: XyPlot): string {
  const title = (signal: { name: string; unit: string }): string =>
    quoted(signal.unit === "" ? signal.name : `${signal.name} [${signal.unit}]`);
  const lines = [["time_utc", title(plot.x), title(plot.y)].join(",")];
  const { pairs } = plot;
  for (let i = 0; i < pairs.length; i++)
    lines.push(`${new Date(pairs.t[i]! * 1000).toISOString()},${pairs.x[i]},${pairs.y[i]}`);
  return `${lines.join("\r\n")}\r\n`;
}

/** The plot as it is, with its names above, on the background of the theme. */
export function pictureOf(canvas: HTMLCanvasElement, title: string, view: View): Promise<Blob | null> {
  const ratio = devicePixelRatio;
  const heading = Math.round(24 * ratio);
  const picture = document.createElement("canvas");
  picture.width = canvas.width;
  picture.height = canvas.height + heading;
  const ctx = picture.getContext("2d")!;
  ctx.fillStyle = view.palette.surface;
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.fillStyle = view.palette.text;
  ctx.font = `${12 * ratio}px ${view.palette.font}`;
  ctx.textBaseline = "middle";
  ctx.fillText(title, 8 * ratio, heading / 2, picture.width - 16 * ratio);
  ctx.drawImage(canvas, 0, heading);
  return new Promise((resolve) => picture.toBlob(resolve, "image/png"));
}

/** Gives a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function quoted(text: string): string {
  // A leading sign would be read as a formula by a spreadsheet.
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
