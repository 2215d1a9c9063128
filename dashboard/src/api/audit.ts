/** `/api/audit`: who did what, newest first. */

import type { Api } from "./api";

export interface AuditEntry {
  readonly number: number;
  readonly utcNs: string;
  readonly who: string;
  readonly from: string;
  readonly action: string;
  readonly target: string;
  readonly old: string | null;
  readonly new: string | null;
  readonly sequence: string | null;
}

/** Entries, newest first; with a number only older ones. */
export async function readAudit(api: Api, count: number, before?: number): Promise<readonly AuditEntry[]> {
  const query = new URLSearchParams({ count: String(count) });
  if (before !== undefined) query.set("before", String(before));
  return (await api.get<{ entries: readonly AuditEntry[] }>(`/api/audit?${query.toString()}`)).entries;
}
