/** Keys as the panel shows them, and the commands that act where this page cannot. */

import type { ListedKeys } from "../../api/keys";
import { texts } from "../../texts/texts";

const t = texts.keys;
const keyLength = 40;
const nameForm = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$/;

/** Lines of a pasted key file or a key alone. */
export interface PastedKey {
  readonly name: string | undefined;
  readonly publicKey: string;
}

/** Reads what was pasted: a whole `.pub` file, or its 40 characters. Undefined for what is neither, or has a secret. */
export function parseKey(text: string): PastedKey | "secret" | undefined {
  const trimmed = text.trim();
  if (trimmed.length === keyLength && !/\s/.test(trimmed)) return { name: undefined, publicKey: trimmed };
  const member = (name: string): string | undefined => new RegExp(`^${name}: (.+)$`, "m").exec(trimmed)?.[1]?.trim();
  if (member("secret") !== undefined) return "secret";
  const publicKey = member("public");
  return publicKey === undefined ? undefined : { name: member("name"), publicKey };
}

/** Why a name cannot be that of a key; "" = it can. */
export function nameFault(name: string): string {
  return nameForm.test(name) ? "" : t.nameNeeded;
}

/** What an admin of a connector runs there, so that this monitor may connect or may not. */
export function connectorCommands(keys: ListedKeys): readonly string[] {
  const name = keys.own?.name;
  return name === undefined ? [] : [t.allowCommand(name), t.revokeCommand(name)];
}
