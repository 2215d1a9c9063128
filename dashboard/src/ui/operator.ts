/** Name of the person at the page, under which commands and edits are recorded; kept in the browser. */

import { texts } from "../texts/texts";

const key = "telemetry.operator";

export class Operator {
  /** @param account the account that is logged in, which nobody can change here */
  constructor(
    private readonly field: HTMLInputElement,
    account?: string,
  ) {
    if (account !== undefined) {
      field.value = account;
      field.readOnly = true;
      return;
    }
    field.value = localStorage.getItem(key) ?? "";
    field.addEventListener("change", () => localStorage.setItem(key, field.value.trim()));
  }

  /** The name; requested where none is known. "" when the person gives none. */
  name(): string {
    const kept = this.field.value.trim();
    if (kept !== "") return kept;
    const name = (prompt(texts.by.ask) ?? "").trim();
    this.field.value = name;
    if (name !== "") localStorage.setItem(key, name);
    return name;
  }
}
