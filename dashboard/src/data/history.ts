/** Asks the monitor for what is older than the page: `GET /history` as layers of buckets. */

import type { Buckets } from "./bucket-ring";

interface HistoryChannel {
  readonly name: string;
  readonly min: readonly (number | string | null)[];
  readonly max: readonly (number | string | null)[];
  readonly first: readonly (number | string | null)[];
  readonly last: readonly (number | string | null)[];
  readonly count: readonly number[];
}

/** Form of `GET /history`. */
export interface HistoryAnswer {
  readonly stream: string;
  readonly t0: number | string;
  readonly bucketNs: number | string;
  readonly until: number | string;
  readonly channels: readonly HistoryChannel[];
}

/** 31 days, where the monitor records the test run; less where it refuses. */
export const maxHistorySeconds = 2_678_400;
const maxHistoryBuckets = 2048;

/** The query for one signal of a window that ends at `untilS`. */
export function historyPath(stream: string, signal: string, spanS: number, untilS: number, buckets: number): string {
  const seconds = Math.max(1, Math.min(maxHistorySeconds, Math.ceil(spanS)));
  const untilNs = BigInt(Math.round(untilS * 1000)) * 1_000_000n;
  const query = new URLSearchParams({
    stream,
    channel: signal,
    seconds: String(seconds),
    buckets: String(Math.max(2, Math.min(maxHistoryBuckets, Math.round(buckets)))),
    until: String(untilNs),
  });
  return `/history?${query}`;
}

/** One signal of an answer as buckets; undefined when the answer has none of it. */
export function bucketsOf(answer: HistoryAnswer, signal: string): Buckets | undefined {
  const channel = answer.channels.find((candidate) => candidate.name === signal);
  const widthNs = Number(answer.bucketNs);
  if (channel === undefined || !(widthNs > 0)) return undefined;
  return {
    signals: 1,
    buckets: channel.count.length,
    widthNs,
    // A JSON number of nanoseconds is good to some hundred of them: the grid gives the exact bucket.
    firstBucket: Math.round(Number(answer.t0) / widthNs),
    min: plane(channel.min),
    max: plane(channel.max),
    first: plane(channel.first),
    last: plane(channel.last),
    count: Uint32Array.from(channel.count),
  };
}

function plane(values: readonly (number | string | null)[]): Float64Array {
  return Float64Array.from(values, (value) =>
    value === null ? 0 : Number(value === "∞" ? Infinity : value === "-∞" ? -Infinity : value),
  );
}
