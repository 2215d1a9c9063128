/** Entries of the audit log as a person filters and reads them. */

import type { AuditEntry } from "../../api/audit";

/** Most entries that a panel keeps; `SignalMonitor audit` lists all. */
export const mostEntries = 5000;

const mostShown = 120;

/** Adds entries without doubles; newest first. */
export function mergeEntries(known: readonly AuditEntry[], added: readonly AuditEntry[]): readonly AuditEntry[] {
  const byNumber = new Map(known.map((entry) => [entry.number, entry]));
  for (const entry of added) byNumber.set(entry.number, entry);
  return [...byNumber.values()].sort((a, b) => b.number - a.number).slice(0, mostEntries);
}

/** The entries that have all words of a search, in any case. */
export function filterEntries(entries: readonly AuditEntry[], search: string): readonly AuditEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word.length > 0);
  return entries.filter((entry) => {
    const text = `${entry.who} ${entry.from} ${entry.action} ${entry.target} ${entry.new ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What was there before and after, where that is short enough for a line; rows of definitions are not. */
export function changeOf(entry: AuditEntry): string {
  const [before, after] = [shown(entry.old), shown(entry.new)];
  return before.length > 0 && after.length > 0 ? `${before} \u2192 ${after}` : before + after;
}

function shown(value: string | null): string {
  return value === null || value.startsWith("{") || value.length > mostShown ? "" : value;
}
