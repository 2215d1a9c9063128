/** Content of the drawer `Layouts`: open, save, delete, show hidden panels, back to the first one. */

import type { SavedLayouts } from "../data/saved-layouts";
import type { Layout } from "../layout/layout";
import type { Access } from "./access";
import { el } from "./dom";
import { texts } from "../texts/texts";

export interface LayoutActions {
  readonly access: Access;
  readonly name: string;
  readonly layout: Layout;
  titleOf(id: string): string;
  open(name: string): void;
  save(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  showHidden(id: string): void;
  first(): void;
}

export function makeLayoutPanel(saved: SavedLayouts, actions: LayoutActions): HTMLElement {
  const t = texts.layouts;
  const list = el("div", { class: "layout-list" });
  const name = el("input", {
    type: "text",
    value: actions.name,
    maxlength: 64,
    "aria-label": t.name,
    "data-first": true,
  });
  const save = el("button", { class: "primary", type: "submit" }, t.save);
  const form = actions.access.guard("control", el("form", { class: "row" }, name, save));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (name.value.trim() !== "") void actions.save(name.value.trim()).then(fill);
  });
  const fill = async (): Promise<void> => {
    try {
      const layouts = await saved.list();
      list.replaceChildren(
        ...layouts.map((layout) =>
          el(
            "div",
            { class: "row" },
            el(
              "button",
              { class: "quiet fill", type: "button", onclick: () => actions.open(layout.name) },
              layout.name,
            ),
            actions.access.guard(
              "control",
              el(
                "button",
                {
                  class: "quiet danger",
                  type: "button",
                  onclick: () => void actions.remove(layout.name).then(fill),
                },
                t.remove,
              ),
            ),
          ),
        ),
      );
      if (layouts.length === 0) list.replaceChildren(el("p", { class: "label" }, t.empty));
    } catch (error) {
      list.replaceChildren(el("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
    }
  };
  const hidden = actions.layout.items.filter((item) => item.hidden);
  const hiddenRows = hidden.map((item) => {
    const row = el("div", { class: "row" }, el("span", { class: "fill clip" }, actions.titleOf(item.id)));
    row.append(
      el(
        "button",
        {
          type: "button",
          onclick: () => {
            actions.showHidden(item.id);
            row.remove();
          },
        },
        t.show,
      ),
    );
    return row;
  });
  void fill();
  return el(
    "div",
    { class: "layout-panel" },
    form,
    list,
    hidden.length > 0 && el("h3", { class: "label" }, t.hidden),
    ...hiddenRows,
    el("button", { type: "button", onclick: () => actions.first() }, t.first),
  );
}
