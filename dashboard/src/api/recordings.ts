/** `/api/recordings`: recorded test runs (docs/http.md). Times are UTC ns as text. */

import type { HistoryAnswer } from "../data/history";
import type { LiveEvent } from "../protocol/messages";
import type { Api } from "./api";
import type { DefinitionRow } from "./definitions";

/** A recording in the list. */
export interface ListedRecording {
  /** `SITE/RIG/FOLDER`: what it is called in routes. */
  readonly id: string;
  readonly site: string;
  readonly rig: string;
  readonly run: string;
  readonly specimen: string | null;
  readonly operator: string | null;
  readonly startedNs: string;
  readonly stoppedNs: string | null;
  /** Not closed yet: it goes on, or its monitor was killed. */
  readonly open: boolean;
  /** This monitor writes it now. */
  readonly recording: boolean;
  readonly kept: boolean;
  readonly bytes: number;
  readonly blocks: number;
  readonly gaps: number;
  readonly damaged: number;
  /** First block, and end of the last one; null without blocks. */
  readonly fromNs: string | null;
  readonly toNs: string | null;
  readonly streams: readonly string[];
  /** Why it cannot be read, or what is wrong with it. */
  readonly fault: string | null;
}

export interface RecordedChannel {
  readonly stream: string;
  readonly name: string;
  readonly unit: string;
  readonly rateHz: number;
}

export type RecordedEvent = Omit<LiveEvent, "n">;

/** One recording. */
export interface Recording extends ListedRecording {
  readonly channels: readonly RecordedChannel[];
  readonly calculated: readonly { readonly name: string; readonly unit: string; readonly expression: string }[];
  readonly limits: readonly string[];
  readonly events: readonly RecordedEvent[];
  readonly moreEvents: number;
  readonly notes: readonly string[];
  readonly l0Mm: number | null;
  readonly s0Mm2: number | null;
  readonly controlMode: string | null;
  readonly note: string | null;
}

/** A change of an alarm that was tried. */
export interface TriedChange {
  readonly limit: string;
  /** Index of the limit in the question. */
  readonly row: number;
  readonly state: string;
  readonly cause: string;
  readonly ns: string;
  readonly sequence: string;
  readonly value: number | null;
  readonly unit: string;
}

export interface TriedResult {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
  readonly state: string | null;
  readonly reason: string | null;
}

/** What limits would have done. */
export interface TriedLimits {
  readonly stream: string;
  readonly changes: readonly TriedChange[];
  readonly more: number;
  readonly raised: number;
  readonly blocks: number;
  readonly untilNs: string;
  readonly whole: boolean;
  readonly notes: readonly string[];
  readonly results: readonly TriedResult[];
}

export async function fetchRecordings(api: Api): Promise<readonly ListedRecording[]> {
  return (await api.get<{ recordings: readonly ListedRecording[] }>("/api/recordings")).recordings;
}

export function fetchRecording(api: Api, id: string): Promise<Recording> {
  return api.get(pathOf(id));
}

/** The question for one signal of a window, seconds since 1970, in so many buckets at most. */
export function recordedHistoryPath(
  id: string,
  stream: string,
  signal: string,
  fromS: number,
  toS: number,
  buckets: number,
): string {
  const query = new URLSearchParams({
    stream,
    channel: signal,
    from: nsOf(fromS),
    to: nsOf(toS),
    buckets: String(buckets),
  });
  return `${pathOf(id)}/history?${query}`;
}

export function fetchRecordedHistory(api: Pick<Api, "get">, path: string): Promise<HistoryAnswer> {
  return api.get(path);
}

/** When a signal crosses a level first, seconds since 1970. */
export async function fetchMoment(
  api: Api,
  id: string,
  stream: string,
  signal: string,
  level: number,
  edge: "rising" | "falling",
): Promise<number> {
  const query = new URLSearchParams({ stream, signal, level: String(level), edge });
  return secondsOf((await api.get<{ ns: string }>(`${pathOf(id)}/moment?${query}`)).ns);
}

/** Tries limits over a recording; without limits, its results are computed. */
export function tryLimits(
  api: Api,
  id: string,
  stream: string,
  limits: readonly DefinitionRow[],
  stop?: AbortSignal,
): Promise<TriedLimits> {
  return api.send("POST", `${pathOf(id)}/limits/try`, { limits, stream }, stop);
}

/** Seconds since 1970 of a time in ns as text. */
export function secondsOf(ns: string): number {
  return Number(ns) / 1e9;
}

function nsOf(seconds: number): string {
  return String(BigInt(Math.max(1, Math.round(seconds * 1e6))) * 1000n);
}

function pathOf(id: string): string {
  return `/api/recordings/${id.split("/").map(encodeURIComponent).join("/")}`;
}
