/** Which moment of each run is put at the same place: the start, a cycle, or a trigger. */

import { type Api, ApiError, reasonOf } from "../api/api";
import { fetchMoment, type ListedRecording, secondsOf } from "../api/recordings";

export type AlignBy = "start" | "cycle" | "trigger";

export interface Alignment {
  readonly by: AlignBy;
  /** Signal that counts cycles, or that triggers. */
  readonly signal: string;
  /** Number of the cycle, or level of the trigger in the unit of the signal. */
  readonly level: number;
  readonly edge: "rising" | "falling";
}

export const fromStart: Alignment = { by: "start", signal: "", level: 1, edge: "rising" };

/** Where a run has its zero; `atS` undefined: it has no such moment, and `reason` says why. */
export interface Origin {
  readonly atS: number | undefined;
  readonly reason: string;
}

/** Reads what a layout kept; anything that is no alignment is that by the start. */
export function parseAlignment(value: unknown): Alignment {
  const kept = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<keyof Alignment, unknown>>;
  const { by, signal, level, edge } = kept;
  if ((by !== "cycle" && by !== "trigger") || typeof signal !== "string" || typeof level !== "number") return fromStart;
  return { by, signal, level, edge: edge === "falling" ? "falling" : "rising" };
}

/** The start of a run in its data: when it was started, or its first block where that is not recorded. */
export function startOf(run: Pick<ListedRecording, "startedNs" | "fromNs" | "toNs">): number {
  const startedS = secondsOf(run.startedNs);
  if (run.fromNs === null || run.toNs === null) return startedS;
  const fromS = secondsOf(run.fromNs);
  return startedS >= fromS && startedS <= secondsOf(run.toNs) ? startedS : fromS;
}

/** Asks the monitor where the zero of a run is. */
export async function originOf(
  api: Api,
  run: ListedRecording,
  stream: string,
  alignment: Alignment,
): Promise<Origin> {
  if (alignment.by === "start") return { atS: startOf(run), reason: "" };
  // A count steps up to its number; it never comes from above.
  const edge = alignment.by === "cycle" ? "rising" : alignment.edge;
  try {
    return { atS: await fetchMoment(api, run.id, stream, alignment.signal, alignment.level, edge), reason: "" };
  } catch (error) {
    return { atS: undefined, reason: error instanceof ApiError ? error.message : reasonOf(error) };
  }
}

/** The window that shows two runs from the earlier begin to the later end, seconds from their zeros. */
export function commonSpan(
  runs: readonly { readonly fromS: number; readonly toS: number; readonly originS: number }[],
): { readonly fromS: number; readonly toS: number } {
  const from = Math.min(...runs.map((run) => run.fromS - run.originS));
  const to = Math.max(...runs.map((run) => run.toS - run.originS));
  return to > from ? { fromS: from, toS: to } : { fromS: from, toS: from + 1 };
}
