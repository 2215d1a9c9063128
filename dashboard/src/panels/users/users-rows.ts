/** Accounts and tokens as a table shows them. */

import type { ListedToken } from "../../api/users";
import { texts } from "../../texts/texts";

const t = texts.users;

/** Days that a form asks for: 0 = for ever; undefined for what is no number of them. */
export function daysOf(text: string): number | undefined {
  const days = Number(text.trim() === "" ? "0" : text);
  return Number.isInteger(days) && days >= 0 && days <= 3660 ? days : undefined;
}

/** How long a token is valid, as a date. */
export function expiryOf(token: ListedToken, nowMs: number): string {
  if (token.expires === null) return t.never;
  const day = token.expires.slice(0, 10);
  return Date.parse(token.expires) <= nowMs ? t.expired(day) : day;
}
