/** `/api/keys`: the keys of this monitor, and who may connect to what it publishes; for admins. */

import type { Api } from "./api";

export const accessRights = ["live", "replay", "status"] as const;
export type AccessRight = (typeof accessRights)[number];

export interface ListedKeys {
  /** null = the monitor has no key. */
  readonly own: { readonly name: string; readonly fingerprint: string; readonly publicKey: string } | null;
  /** `fingerprint` null = a connection without keys. */
  readonly connections: readonly { readonly endpoint: string; readonly fingerprint: string | null }[];
  /** Where the monitor publishes itself; null = nowhere. */
  readonly endpoint: string | null;
  /** null = the monitor demands no keys. */
  readonly folder: string | null;
  readonly allowed: readonly ListedPeer[] | null;
  readonly faults: readonly string[];
  readonly accepted: number;
  readonly refused: number;
  readonly lastRefusal: string | null;
}

export interface ListedPeer {
  readonly name: string;
  readonly fingerprint: string;
  readonly rights: readonly AccessRight[];
}

export function readKeys(api: Api): Promise<ListedKeys> {
  return api.get("/api/keys");
}

export function allowKey(
  api: Api,
  name: string,
  publicKey: string,
  rights: readonly AccessRight[],
  by: string,
): Promise<ListedKeys> {
  return api.send("PUT", pathOf(name, by), { publicKey, rights });
}

export function revokeKey(api: Api, name: string, by: string): Promise<ListedKeys> {
  return api.send("DELETE", pathOf(name, by));
}

function pathOf(name: string, by: string): string {
  return `/api/keys/${encodeURIComponent(name)}?${new URLSearchParams({ by })}`;
}
