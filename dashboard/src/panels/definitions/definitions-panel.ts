/** Limits, units, aliases and break triggers of the rig's station. */

import { reasonOf } from "../../api/api";
import { type DefinitionRow, type Definitions, DefinitionsApi } from "../../api/definitions";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { Lifetime } from "../parts/lifetime";
import { Tabs } from "../parts/tabs";
import { kindSpecs } from "./definition-fields";
import { DefinitionTable } from "./definition-table";

const t = texts.definitions;

class DefinitionsPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly api: DefinitionsApi;
  private readonly tables: readonly DefinitionTable[];
  private readonly tabs: Tabs;
  private readonly note = el("p", { class: "error", role: "status" });
  private reads = 0;
  /** Number of the read that is shown: an older answer that comes later is not. */
  private shown = 0;

  constructor(
    private readonly context: PanelContext,
    settings: Readonly<Record<string, unknown>>,
  ) {
    this.api = new DefinitionsApi(context.api);
    const host = { context, api: this.api, signals: () => this.signals(), read: () => this.read() };
    this.tables = kindSpecs.map((spec) => new DefinitionTable(spec, host));
    this.tabs = new Tabs(
      t.title,
      this.tables.map(({ spec, element }) => ({ title: spec.title, element })),
      Number(settings["tab"] ?? 0),
    );
    this.element = el("div", { class: "p-panel p-definitions" }, this.note, this.tabs.element);
    this.lifetime.add(
      context.catalogue.on(() => void this.read()),
      context.rig.on(() => void this.read()),
      context.feed.on("events", ({ events }) => events.some((event) => event.kind === "variables") && void this.read()),
      () => this.tables.forEach((table) => table.dispose()),
    );
  }

  settings(): Record<string, unknown> {
    return { tab: this.tabs.chosen };
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private signals(): readonly string[] {
    const stream = this.context.catalogue.stream;
    return [...(stream?.signals ?? []), ...(stream?.calculated ?? [])].map((signal) => signal.name);
  }

  private async read(): Promise<void> {
    const stream = this.context.rig.name;
    const read = ++this.reads;
    if (stream === undefined) return;
    let definitions: Definitions;
    try {
      definitions = await this.api.read(stream);
    } catch (error) {
      if (read > this.shown) setText(this.note, reasonOf(error));
      return;
    }
    if (read < this.shown) return;
    this.shown = read;
    this.show(definitions);
  }

  private show(definitions: Definitions): void {
    for (const table of this.tables) {
      const rows: readonly unknown[] = definitions[table.spec.kind];
      table.show(rows as readonly DefinitionRow[], definitions.database);
    }
    const broken =
      definitions.broken.length > 0
        ? `${t.broken(definitions.broken.length)} ${definitions.broken.join("; ")}`
        : "";
    setText(this.note, definitions.database ? broken : t.noDatabase);
  }
}

export const definitionsPanel: PanelType = {
  id: "definitions",
  title: t.title,
  create: (context, settings) => new DefinitionsPanel(context, settings),
};
