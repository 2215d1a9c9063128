/** History of the signals of a plot as one layer: each signal is requested by itself, all with the same window. */

import { type Api, ApiError } from "../api/api";
import { BucketRing, type Buckets } from "./bucket-ring";
import { bucketsOf, type HistoryAnswer, historyPath } from "./history";

/** What a monitor may have without a recording. */
const memorySeconds = 600;

/**
 * Puts the buckets of single signals into one ring; a signal without an answer, or of another width, has gaps.
 * Undefined when there is nothing.
 */
export function combine(parts: readonly (Buckets | undefined)[]): BucketRing | undefined {
  const present = parts.filter((part) => part !== undefined && part.buckets > 0) as Buckets[];
  if (present.length === 0) return undefined;
  const widthNs = Math.max(...present.map((part) => part.widthNs));
  const same = present.filter((part) => part.widthNs === widthNs);
  const firstBucket = Math.min(...same.map((part) => part.firstBucket));
  const buckets = Math.max(...same.map((part) => part.firstBucket + part.buckets)) - firstBucket;
  const cells = parts.length * buckets;
  const all = {
    signals: parts.length,
    buckets,
    widthNs,
    firstBucket,
    min: new Float64Array(cells),
    max: new Float64Array(cells),
    first: new Float64Array(cells),
    last: new Float64Array(cells),
    count: new Uint32Array(cells),
  };
  parts.forEach((part, signal) => {
    if (part === undefined || part.widthNs !== widthNs) return;
    const at = signal * buckets + part.firstBucket - firstBucket;
    for (const plane of ["min", "max", "first", "last", "count"] as const) all[plane].set(part[plane] as never, at);
  });
  const ring = new BucketRing(parts.length, widthNs, buckets);
  ring.put(all);
  return ring;
}

/** Asks for the signals of a window; a signal that the monitor has no history of is left out. */
export async function readHistory(
  api: Api,
  stream: string,
  signals: readonly string[],
  spanS: number,
  untilS: number,
  buckets: number,
): Promise<BucketRing | undefined> {
  const parts = await Promise.all(
    signals.map(async (signal) => {
      const read = async (spanS: number): Promise<Buckets | undefined> =>
        bucketsOf(await api.get<HistoryAnswer>(historyPath(stream, signal, spanS, untilS, buckets)), signal);
      try {
        return await read(spanS);
      } catch (error) {
        // Without a recording the monitor has less than the window; no history at all is no fault of the plot.
        const isTooLong = spanS > memorySeconds && error instanceof ApiError && error.status === 400;
        return isTooLong ? read(memorySeconds).catch(() => undefined) : undefined;
      }
    }),
  );
  return combine(parts);
}
