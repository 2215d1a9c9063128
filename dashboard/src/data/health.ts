/** Of the health of the monitor, the part of one rig. */

import type { Health, StreamHealth } from "../protocol/messages";

/** The health of a stream; one that is announced comes before one of the past. */
export function streamHealth(health: Health | undefined, name: string | undefined): StreamHealth | undefined {
  const named = health?.streams.filter((stream) => stream.name === name) ?? [];
  return named.find((stream) => stream["state"] !== "past") ?? named[0];
}
