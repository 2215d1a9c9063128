/** Layouts by name, which are the monitor's, and the one without a name, which the browser keeps for each rig. */

import { type Api, messageOf } from "../api/api";
import type { Rigs } from "../data/rigs";
import { SavedLayouts } from "../data/saved-layouts";
import { firstLayout } from "../layout/first-layout";
import { type Layout, parseLayout, withPanelsOf } from "../layout/layout";
import { panelTypes } from "../panels/index";
import type { Access } from "./access";
import { makeLayoutPanel } from "./layout-panel";
import type { LayoutPage } from "./layout-page";
import type { PageAddress } from "./page-address";
import { texts } from "../texts/texts";

const keptKey = "telemetry.layout.";

type Notify = (text: string, severity?: "info" | "warning" | "critical") => void;

export class NamedLayouts {
  private readonly saved: SavedLayouts;
  private name: string;

  constructor(
    api: Api,
    private readonly rigs: Rigs,
    private readonly address: PageAddress,
    private readonly page: () => LayoutPage,
    private readonly notify: Notify,
    private readonly access: Access,
  ) {
    this.saved = new SavedLayouts(api);
    this.name = address.get("layout");
  }

  /** The layout that the page begins with for a rig: the one of the address, the one kept here, or the first one. */
  async layoutFor(rig: string): Promise<Layout> {
    const first = this.first();
    if (first === undefined) return this.page().layout;
    return (this.name === "" ? this.completed(readKept(rig)) : await this.load(this.name)) ?? first;
  }

  /** A named layout is the monitor's; what has no name is kept for the rig that is shown. */
  keep(layout: Layout): void {
    if (this.name === "" && this.rigs.name !== undefined)
      localStorage.setItem(keptKey + this.rigs.name, JSON.stringify(layout));
  }

  /** Opens the list of layouts. */
  show(): void {
    const page = this.page();
    page.drawer.toggle("layouts", texts.layouts.title, () =>
      makeLayoutPanel(this.saved, {
        access: this.access,
        name: this.name,
        layout: page.layout,
        titleOf: (id) => {
          const item = page.layout.items.find((candidate) => candidate.id === id);
          return item === undefined ? id : page.titleOf(item);
        },
        open: (name) => void this.open(name),
        save: (name) => this.save(name),
        remove: (name) => this.remove(name),
        showHidden: (id) => page.showHidden(id),
        first: () => this.openFirst(),
      }),
    );
  }

  private async open(name: string): Promise<void> {
    const layout = await this.load(name);
    if (layout === undefined) return;
    this.rename(name);
    this.page().open(layout);
  }

  private async save(name: string): Promise<void> {
    try {
      await this.saved.save(name, this.page().layoutToSave);
      this.rename(name);
      this.notify(texts.layouts.saved(name));
    } catch (error) {
      this.notify(texts.layouts.failed(messageOf(error)), "critical");
    }
  }

  private async remove(name: string): Promise<void> {
    try {
      await this.saved.remove(name);
      this.notify(texts.layouts.removed(name));
    } catch (error) {
      this.notify(messageOf(error), "warning");
    }
  }

  private openFirst(): void {
    const first = this.first();
    if (first === undefined) return;
    this.rename("");
    this.page().set(first);
  }

  // Gives the reason where there is none.
  private async load(name: string): Promise<Layout | undefined> {
    try {
      const layout = await this.saved.load(name);
      if (layout === undefined) this.notify(texts.layouts.missing(name), "warning");
      return this.completed(layout);
    } catch (error) {
      this.notify(messageOf(error), "warning");
      return undefined;
    }
  }

  private completed(layout: Layout | undefined): Layout | undefined {
    const first = this.first();
    return layout === undefined || first === undefined ? layout : withPanelsOf(layout, first);
  }

  private first(): Layout | undefined {
    const { stream } = this.rigs;
    const ids = panelTypes.filter((type) => type.isOnDemand !== true).map((type) => type.id);
    return stream === undefined ? undefined : firstLayout(stream, ids);
  }

  private rename(name: string): void {
    this.name = name;
    this.address.set("layout", name);
  }
}

function readKept(rig: string): Layout | undefined {
  try {
    return parseLayout(JSON.parse(localStorage.getItem(keptKey + rig) ?? "null"));
  } catch {
    return undefined;
  }
}
