/** Events and notes in the order of their time, as a person filters them. */

import type { LiveEvent } from "../../protocol/messages";

/** Most events that a panel keeps; older ones are in the monitor's log. */
export const maxEvents = 2000;

/** What is shown of the log. */
export interface EventFilter {
  /** One kind, or an empty text for all. */
  readonly kind: string;
  /** Words that must all be in the text, in any case. */
  readonly search: string;
  /** The rig; undefined for all. Events of no rig are always shown. */
  readonly stream: string | undefined;
}

/**
 * Adds new events to a log without doubles; newest first. A monitor that restarted its count replaces what has the same
 * number.
 */
export function addEvents(log: readonly LiveEvent[], added: readonly LiveEvent[]): readonly LiveEvent[] {
  const byNumber = new Map(log.map((event) => [event.n, event]));
  for (const event of added) byNumber.set(event.n, event);
  return [...byNumber.values()].sort(newestFirst).slice(0, maxEvents);
}

export function filterEvents(log: readonly LiveEvent[], filter: EventFilter): readonly LiveEvent[] {
  const words = filter.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 0);
  return log.filter(
    (event) =>
      (filter.kind.length === 0 || event.kind === filter.kind) &&
      (filter.stream === undefined || event.stream.length === 0 || event.stream === filter.stream) &&
      words.every((word) => `${event.kind} ${event.severity} ${event.text}`.toLowerCase().includes(word)),
  );
}

function newestFirst(a: LiveEvent, b: LiveEvent): number {
  const [left, right] = [BigInt(a.utcNs), BigInt(b.utcNs)];
  if (left !== right) return left < right ? 1 : -1;
  const [first, second] = [BigInt(a.n), BigInt(b.n)];
  return first < second ? 1 : first > second ? -1 : 0;
}
