/** Drags a panel to another place, or its corner to another size. */

/** Calls back with the panel that the dragged one goes before; undefined: to the end. */
export function dragToReorder(
  handle: HTMLElement,
  panel: HTMLElement,
  dropped: (before: string | undefined) => void,
): void {
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || (event.target as Element).closest("button, input, select, .menu-host") !== null) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const begin = { x: event.clientX, y: event.clientY };
    let target: { element: HTMLElement; after: boolean } | undefined;
    const move = (moved: PointerEvent): void => {
      if (Math.hypot(moved.clientX - begin.x, moved.clientY - begin.y) < 8) return;
      panel.classList.add("is-dragged");
      target = mark(panel, moved.clientX, moved.clientY);
    };
    const end = (): void => {
      handle.removeEventListener("pointermove", move);
      panel.classList.remove("is-dragged");
      unmark(panel);
      if (target !== undefined) dropped(target.after ? nextOf(target.element, panel) : target.element.dataset["item"]);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end, { once: true });
    handle.addEventListener("pointercancel", end, { once: true });
  });
}

/** Calls back with whole steps of columns and rows, each once the corner was dragged that far. */
export function dragToResize(
  corner: HTMLElement,
  step: () => { width: number; height: number },
  resized: (widthBy: number, heightBy: number) => void,
): void {
  corner.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    corner.setPointerCapture(event.pointerId);
    let done = { x: 0, y: 0 };
    const move = (moved: PointerEvent): void => {
      const size = step();
      const now = {
        x: Math.round((moved.clientX - event.clientX) / size.width),
        y: Math.round((moved.clientY - event.clientY) / size.height),
      };
      if (now.x === done.x && now.y === done.y) return;
      resized(now.x - done.x, now.y - done.y);
      done = now;
    };
    corner.addEventListener("pointermove", move);
    corner.addEventListener("pointerup", () => corner.removeEventListener("pointermove", move), { once: true });
  });
}

function mark(panel: HTMLElement, x: number, y: number): { element: HTMLElement; after: boolean } | undefined {
  unmark(panel);
  const under = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>("[data-item]"))
    .find((element) => element !== null && element !== panel && element.parentElement === panel.parentElement);
  if (under === null || under === undefined) return undefined;
  const box = under.getBoundingClientRect();
  const after = x > box.left + box.width / 2;
  under.classList.add(after ? "drop-after" : "drop-before");
  return { element: under, after };
}

function unmark(panel: HTMLElement): void {
  for (const element of panel.parentElement?.querySelectorAll(".drop-after, .drop-before") ?? [])
    element.classList.remove("drop-after", "drop-before");
}

function nextOf(element: HTMLElement, panel: HTMLElement): string | undefined {
  let next = element.nextElementSibling;
  while (next === panel) next = next.nextElementSibling;
  return (next as HTMLElement | null)?.dataset["item"];
}
