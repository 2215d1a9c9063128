/** Tabs after the ARIA pattern: arrow keys move, the chosen one is shown. */

import { el, setAttribute } from "../../ui/dom";
import { uniqueId } from "./lifetime";

export interface Tab {
  readonly title: string;
  readonly element: HTMLElement;
}

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons: readonly HTMLButtonElement[];
  private place = 0;

  constructor(
    label: string,
    private readonly tabs: readonly Tab[],
    place = 0,
  ) {
    const id = uniqueId("tabs");
    this.buttons = tabs.map((tab, index) => {
      tab.element.id = `${id}-panel-${index}`;
      setAttribute(tab.element, "role", "tabpanel");
      setAttribute(tab.element, "aria-labelledby", `${id}-tab-${index}`);
      return el(
        "button",
        {
          type: "button",
          role: "tab",
          id: `${id}-tab-${index}`,
          "aria-controls": tab.element.id,
          class: "quiet",
          onclick: () => this.choose(index),
        },
        tab.title,
      );
    });
    const list = el("div", { class: "p-tabs", role: "tablist", "aria-label": label }, ...this.buttons);
    list.addEventListener("keydown", (event) => this.key(event));
    this.element = el("div", { class: "p-tabbed" }, list, ...tabs.map((tab) => tab.element));
    this.choose(Math.min(Math.max(place, 0), tabs.length - 1));
  }

  get chosen(): number {
    return this.place;
  }

  private key(event: KeyboardEvent): void {
    const last = this.tabs.length - 1;
    const places: Readonly<Record<string, number>> = {
      ArrowRight: this.place === last ? 0 : this.place + 1,
      ArrowLeft: this.place === 0 ? last : this.place - 1,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    this.choose(place);
    this.buttons[place]!.focus();
  }

  private choose(place: number): void {
    this.place = place;
    this.tabs.forEach((tab, index) => {
      tab.element.hidden = index !== place;
      setAttribute(this.buttons[index]!, "aria-selected", String(index === place));
      setAttribute(this.buttons[index]!, "tabindex", index === place ? "0" : "-1");
    });
  }
}
