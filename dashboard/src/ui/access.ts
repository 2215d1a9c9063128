/** What the person at the page may do: controls of other actions are marked as not available, with the reason. */

import type { Session } from "../api/session";
import type { Role } from "../api/users";
import { roles } from "../api/users";
import { texts } from "../texts/texts";

export class Access {
  constructor(private readonly session: Session) {}

  /** Why an action that needs a role is not available; "" when it is. The monitor decides: it refuses the same. */
  refusal(needed: Role): string {
    const { open, name, role } = this.session;
    if (open || (role !== null && roles.indexOf(role) >= roles.indexOf(needed))) return "";
    return role === null ? texts.access.nobody(needed) : texts.access.needs(needed, name ?? "", role);
  }

  /** Marks a control, or each one of a form, unless its action is available. */
  guard<T extends HTMLElement>(needed: Role, control: T): T {
    const reason = this.refusal(needed);
    if (reason === "") return control;
    const parts: Iterable<Element> = control instanceof HTMLFormElement ? control.elements : [control];
    for (const part of parts) block(part, reason);
    return control;
  }
}

// A button keeps the focus, so that a keyboard reaches the reason; the native attribute would take it out of the order.
function block(control: Element, reason: string): void {
  control.setAttribute("title", reason);
  if (!(control instanceof HTMLButtonElement)) {
    control.toggleAttribute("disabled", true);
    return;
  }

  control.setAttribute("aria-disabled", "true");
  control.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
