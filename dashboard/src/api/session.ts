/** `/api/session`: who sends the requests of this page. */

import type { Api } from "./api";

export interface Session {
  /** People log in here. */
  readonly accounts: boolean;
  /** Nobody has to prove who they are. */
  readonly open: boolean;
  /** null = nobody is logged in. */
  readonly name: string | null;
  readonly role: "view" | "control" | "admin" | null;
}

const path = "/api/session";

export function readSession(api: Api): Promise<Session> {
  return api.get<Session>(path);
}

export function logIn(api: Api, name: string, password: string): Promise<Session> {
  return api.send<Session>("POST", path, { name, password });
}

export function logOut(api: Api): Promise<void> {
  return api.send<void>("DELETE", path);
}

/** True when nothing of the monitor can be seen before somebody logs in. */
export function needsLogIn(session: Session): boolean {
  return !session.open && session.name === null;
}
