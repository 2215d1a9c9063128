/** `/api/overview`: all rigs of the monitor, in one small answer. */

import type { Api } from "./api";

export interface OverviewAlarms {
  readonly severity: string;
  readonly count: number;
  readonly unacknowledged: number;
}

export interface OverviewRig {
  /** Name of the stream; null before the first. */
  readonly stream: string | null;
  readonly station: string;
  readonly connection: number;
  readonly connector: string;
  readonly state: string;
  /** -1 before the first block. */
  readonly ageMs: number;
  readonly delivered: number;
  readonly lost: number;
  readonly missing: number;
  readonly healed: number;
  /** The worst severity first. */
  readonly alarms: readonly OverviewAlarms[];
  readonly run: { readonly name: string; readonly startedUtc: string; readonly recorded: boolean } | null;
  /** What is wrong with its station. */
  readonly fault: string | null;
}

export interface Overview {
  readonly timeNs: string;
  readonly rigs: readonly OverviewRig[];
}

export function readOverview(api: Api): Promise<Overview> {
  return api.get<Overview>("/api/overview");
}
