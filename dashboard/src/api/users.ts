/** `/api/users` and `/api/tokens`: who may use this monitor; for admins. */

import type { Api } from "./api";

export const roles = ["view", "control", "admin"] as const;
export type Role = (typeof roles)[number];

export interface ListedUser {
  readonly name: string;
  readonly role: Role;
  readonly changed: string;
}

export interface ListedToken {
  readonly name: string;
  readonly role: Role;
  readonly created: string;
  readonly expires: string | null;
}

export interface ListedAccess {
  readonly hasAccounts: boolean;
  readonly hasTokens: boolean;
  readonly users: readonly ListedUser[];
  readonly tokens: readonly ListedToken[];
  readonly faults: readonly string[];
}

export function readUsers(api: Api): Promise<ListedAccess> {
  return api.get<ListedAccess>("/api/users");
}

export function putUser(api: Api, name: string, change: { role?: Role; password?: string }): Promise<ListedAccess> {
  return api.send<ListedAccess>("PUT", `/api/users/${encodeURIComponent(name)}`, change);
}

export function removeUser(api: Api, name: string): Promise<ListedAccess> {
  return api.send<ListedAccess>("DELETE", `/api/users/${encodeURIComponent(name)}`);
}

/** Makes a token; the answer is the only time that its text is shown. */
export async function makeToken(api: Api, name: string, role: Role, days: number): Promise<string> {
  const path = `/api/tokens/${encodeURIComponent(name)}`;
  return (await api.send<{ token: string }>("PUT", path, { role, days })).token;
}

export function removeToken(api: Api, name: string): Promise<ListedAccess> {
  return api.send<ListedAccess>("DELETE", `/api/tokens/${encodeURIComponent(name)}`);
}
