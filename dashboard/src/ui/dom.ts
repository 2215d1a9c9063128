/** Elements made in one line. Text is always text: nothing here reads HTML. */

type Child = Node | string | null | undefined | false;

interface Attributes {
  readonly [name: string]: string | number | boolean | null | undefined | ((event: never) => void);
}

/**
 * Makes an element. An attribute `onclick` and the like is a listener, `true` an attribute without a value; `false`,
 * null and undefined leave it out.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets a text only where it differs: an assignment alone makes the browser lay out again. */
export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets or removes an attribute only where it differs. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
