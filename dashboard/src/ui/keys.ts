/** Keys of the page: one table, which the help shows too. */

export interface KeyBinding {
  /** `KeyboardEvent.key`, with `Shift+` or `Alt+` before it where they matter. */
  readonly keys: readonly string[];
  readonly text: string;
  readonly group: string;
  readonly run?: () => void;
}

/** Runs bindings; where a person types, keys belong to the text. */
export function listenForKeys(bindings: () => readonly KeyBinding[]): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || typesInto(event.target)) return;
    const name = nameOf(event);
    const binding = bindings().find((candidate) => candidate.run !== undefined && candidate.keys.includes(name));
    if (binding === undefined || (isPressed(event.target) && (name === " " || name === "Enter"))) return;
    event.preventDefault();
    binding.run!();
  });
}

/** Letters come in both cases; a sign such as `?` has its shift in it. */
export function nameOf(event: Pick<KeyboardEvent, "key" | "shiftKey" | "altKey">): string {
  const letter = event.key.length === 1;
  const key = letter ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && (!letter || /[a-z]/.test(key)) ? "Shift+" : "";
  return `${event.altKey ? "Alt+" : ""}${shift}${key}`;
}

function typesInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio")
  );
}

// Space and Enter press the button that has the focus.
function isPressed(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLButtonElement ||
    target instanceof HTMLAnchorElement ||
    target instanceof HTMLInputElement ||
    (target instanceof HTMLElement && target.getAttribute("role") === "tab")
  );
}
