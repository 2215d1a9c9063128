/** Calculated channels: how they run, their newest values, and an editor. */

import { reasonOf } from "../../api/api";
import {
  type Definitions,
  DefinitionsApi,
  type VariableActionResult,
  type VariableDefinition,
  resetVariable,
  tareVariable,
} from "../../api/definitions";
import { type FunctionDoc, ExpressionsApi } from "../../api/expressions";
import type { CalculatedEntry } from "../../data/catalogue";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import type { Access } from "../../ui/access";
import { el, setAttribute, setText } from "../../ui/dom";
import { ConfirmButton } from "../parts/confirm-button";
import { formatValue } from "../parts/format";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Lifetime } from "../parts/lifetime";
import { RigData } from "../parts/rig-data";
import { type StatusStyle, Badge, qualityStyle } from "../parts/status";
import { UndoBar } from "../parts/undo-bar";
import { ChannelEditor } from "./channel-editor";
import { vocabularyOf } from "./completion";

const t = texts.channels;
const valueColumn = 1;

/** A channel as it is defined and as it runs. */
interface ShownChannel {
  readonly definition: VariableDefinition;
  readonly running: CalculatedEntry | undefined;
}

class ChannelsPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly data: RigData;
  private readonly api: DefinitionsApi;
  private readonly expressions: ExpressionsApi;
  private readonly list: KeyedList<ShownChannel>;
  private readonly editor: ChannelEditor;
  private readonly undo = new UndoBar();
  private readonly empty = el("p", { class: "empty" });
  private readonly table: HTMLElement;
  private readonly addButton = el("button", { type: "button", onclick: () => this.editor.open(undefined) }, t.add);
  private functions: readonly FunctionDoc[] = [];
  private definitions: Definitions | undefined;
  private reads = 0;

  constructor(private readonly context: PanelContext) {
    this.data = new RigData(context);
    this.api = new DefinitionsApi(context.api);
    this.expressions = new ExpressionsApi(context.api);
    this.editor = new ChannelEditor({
      context,
      definitions: this.api,
      expressions: this.expressions,
      stored: async (name) => (await this.read())?.variables.find((channel) => channel.name === name),
      saved: (channel, before) => this.saved(channel, before),
      closed: () => this.addButton.focus(),
    });
    context.access.guard("control", this.addButton);
    const body = el("tbody");
    this.table = el(
      "div",
      { class: "p-scroll", tabindex: 0, role: "group", "aria-label": t.title },
      el(
        "table",
        { class: "p-channel-table" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...t.columns.map((column, place) =>
              el("th", { scope: "col", class: place === valueColumn ? "number" : undefined }, column),
            ),
          ),
        ),
        body,
      ),
    );
    this.list = new KeyedList(
      body,
      ({ definition }) => definition.name,
      () => new ChannelRow(this.data, this, context.access),
    );
    this.element = el(
      "div",
      { class: "p-panel p-channels" },
      el("div", { class: "p-bar" }, this.addButton),
      this.undo.element,
      this.editor.element,
      this.empty,
      this.table,
    );
    this.lifetime.add(
      context.catalogue.on(() => void this.read()),
      context.rig.on(() => void this.read()),
      context.feed.on("events", ({ events }) => events.some((event) => event.kind === "variables") && void this.read()),
      this.data.on(() => this.refresh()),
      () => this.data.dispose(),
      () => this.editor.dispose(),
    );
    void this.readFunctions();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  edit(channel: VariableDefinition): void {
    this.editor.open(channel);
  }

  async enable(channel: VariableDefinition, enabled: boolean): Promise<void> {
    const changed = { ...channel, enabled };
    if (await this.put(changed, channel.revision)) {
      this.undo.offer(t.enabled(channel.name, enabled), () => this.restore(channel));
    }
    this.refresh();
  }

  async remove(channel: VariableDefinition): Promise<void> {
    try {
      await this.api.remove(this.target(channel.name, channel.revision));
    } catch (error) {
      this.context.notify(reasonOf(error), "warning");
      return;
    }
    await this.read();
    this.undo.offer(t.removed(channel.name), () => this.restore(channel));
    this.addButton.focus();
  }

  /** Makes the present value zero, or sets the tare to a value. */
  async tare(channel: VariableDefinition, to?: number): Promise<void> {
    const done = await this.act(tareVariable(this.context.api, this.actionOf(channel), to));
    if (done === undefined) return;
    this.undo.offer(t.tared(done.name, done.tare, done.unit), () => this.tareAgain(channel, done.formerTare));
  }

  private async tareAgain(channel: VariableDefinition, to: number): Promise<void> {
    await this.act(tareVariable(this.context.api, this.actionOf(channel), to));
  }

  /** Clears what its functions remember: there is no way back. */
  async reset(channel: VariableDefinition): Promise<void> {
    const done = await this.act(resetVariable(this.context.api, this.actionOf(channel)));
    if (done !== undefined) this.context.notify(t.wasReset(done.name, done.sequence), "info");
  }

  private async act(request: Promise<VariableActionResult>): Promise<VariableActionResult | undefined> {
    try {
      const done = await request;
      await this.read();
      return done;
    } catch (error) {
      this.context.notify(reasonOf(error), "warning");
      return undefined;
    }
  }

  private actionOf({ name }: VariableDefinition) {
    return { name, stream: this.context.rig.name ?? "", by: this.context.by() };
  }

  private saved(channel: VariableDefinition, before: VariableDefinition | undefined): void {
    const text = before === undefined ? t.added(channel.name) : t.saved(channel.name);
    this.undo.offer(text, () => (before === undefined ? this.discard(channel.name) : this.restore(before)));
    void this.read();
  }

  private async discard(name: string): Promise<void> {
    const stored = (await this.read())?.variables.find((channel) => channel.name === name);
    if (stored !== undefined) await this.remove(stored);
  }

  // Back to what it was, from whatever revision it has now.
  private async restore(channel: VariableDefinition): Promise<void> {
    const stored = (await this.read())?.variables.find((other) => other.name === channel.name);
    await this.put(channel, stored?.revision);
  }

  private async put(channel: VariableDefinition, revision: string | number | undefined): Promise<boolean> {
    try {
      await this.api.put(this.target(channel.name, revision), bodyOf(channel));
      await this.read();
      return true;
    } catch (error) {
      this.context.notify(reasonOf(error), "warning");
      return false;
    }
  }

  private target(key: string, revision: string | number | undefined) {
    return {
      kind: "variables",
      key,
      stream: this.context.rig.name ?? "",
      by: this.context.by(),
      revision,
    } as const;
  }

  private async readFunctions(): Promise<void> {
    try {
      this.functions = await this.expressions.functions();
      this.suggest();
    } catch (error) {
      this.context.notify(t.functionsUnread(reasonOf(error)), "warning");
    }
  }

  private async read(): Promise<Definitions | undefined> {
    const stream = this.context.rig.name;
    const read = ++this.reads;
    if (stream === undefined) return undefined;
    try {
      const definitions = await this.api.read(stream);
      if (read === this.reads) this.definitions = definitions;
      this.suggest();
      this.refresh();
      return definitions;
    } catch (error) {
      if (read === this.reads) this.showFault(reasonOf(error));
      return undefined;
    }
  }

  private showFault(reason: string): void {
    this.definitions = undefined;
    this.refresh();
    setText(this.empty, reason);
  }

  private suggest(): void {
    const aliases = (this.definitions?.aliases ?? []).map((row) => ({
      alias: String(row["alias"]),
      channel: String(row["channel"]),
    }));
    this.editor.vocabulary = vocabularyOf(this.data.channels, this.data.calculated, aliases, this.functions);
  }

  private refresh(): void {
    const running = new Map(this.data.calculated.map((channel) => [channel.name, channel]));
    const shown =
      this.definitions?.variables.map((definition) => ({ definition, running: running.get(definition.name) })) ?? [];
    const hasDatabase = this.definitions?.database !== false;
    this.addButton.disabled = !hasDatabase || this.definitions === undefined;
    this.empty.hidden = shown.length > 0;
    setText(
      this.empty,
      !hasDatabase ? t.noDatabase : this.context.rig.name === undefined ? t.noRig : t.none,
    );
    this.table.hidden = shown.length === 0;
    this.list.show(shown);
  }
}

function bodyOf(channel: VariableDefinition): VariableDefinition {
  const { name, expression, unit, digits, note, enabled, keepOverRuns } = channel;
  return { name, expression, unit, digits, note, enabled, keepOverRuns };
}

const disabled: StatusStyle = { word: texts.words.notComputed, tone: "quiet", shape: "dash" };
const waiting: StatusStyle = { word: texts.words.notRunning, tone: "stale", shape: "clock" };

class ChannelRow implements Row<ShownChannel> {
  readonly element = el("tr");
  private readonly name = el("td", { class: "mono" });
  private readonly value = el("td", { class: "number p-value" });
  private readonly unit = el("td", { class: "dim" });
  private readonly state = new Badge();
  private readonly fault = el("div", { class: "p-fault" });
  private readonly formula = el("td", { class: "mono clip p-formula-cell" });
  private readonly enabled = el("input", {
    type: "checkbox",
    role: "switch",
    onchange: () => void this.panel.enable(this.definition, this.enabled.checked),
  });
  private readonly edit = el(
    "button",
    { type: "button", class: "quiet", onclick: () => this.panel.edit(this.definition) },
    t.edit,
  );
  private readonly remove = el(
    "button",
    { type: "button", class: "quiet", onclick: () => void this.panel.remove(this.definition) },
    t.remove,
  );
  private readonly tare = el(
    "button",
    { type: "button", class: "quiet", onclick: () => void this.panel.tare(this.definition) },
    t.tare,
  );
  private readonly untare = el(
    "button",
    { type: "button", class: "quiet", onclick: () => void this.panel.tare(this.definition, 0) },
    t.untare,
  );
  private readonly reset = new ConfirmButton(t.reset, t.resetSure, () => void this.panel.reset(this.definition));
  private definition!: VariableDefinition;

  constructor(
    private readonly data: RigData,
    private readonly panel: ChannelsPanel,
    access: Access,
  ) {
    for (const control of [this.enabled, this.edit, this.tare, this.untare, this.reset.element, this.remove])
      access.guard("control", control);
    this.element.append(
      this.name,
      this.value,
      this.unit,
      el("td", {}, this.state.element, this.fault),
      this.formula,
      el("td", {}, this.enabled),
      el("td", {}, el("div", { class: "p-actions" }, this.edit, this.tare, this.untare, this.reset.element, this.remove)),
    );
  }

  update({ definition, running }: ShownChannel): void {
    this.definition = definition;
    const shown = this.data.valueOf(definition.name);
    const fault = running?.fault ?? running?.warning ?? shown?.reason ?? "";
    setText(this.name, definition.name);
    setText(this.value, textOf(running, shown?.value, definition.digits));
    setText(this.unit, running?.unit ?? definition.unit);
    this.state.show(styleOf(definition, running, shown?.quality));
    setText(this.fault, definition.enabled ? fault : "");
    const tare = definition.tare ?? 0;
    setText(this.formula, tare === 0 ? definition.expression : t.withTare(definition.expression, tare));
    this.tare.hidden = running?.kind !== "series";
    this.untare.hidden = tare === 0;
    this.reset.element.hidden = running === undefined;
    setAttribute(this.tare, "aria-label", t.tareOf(definition.name));
    setAttribute(this.untare, "aria-label", t.untareOf(definition.name));
    this.reset.describe(t.resetOf(definition.name));
    setAttribute(
      this.formula,
      "title",
      definition.note.length > 0 ? `${definition.expression}\n${definition.note}` : definition.expression,
    );
    this.enabled.checked = definition.enabled;
    setAttribute(this.enabled, "aria-label", t.isComputed(definition.name));
    setAttribute(this.edit, "aria-label", t.editOf(definition.name));
    setAttribute(this.remove, "aria-label", t.removeOf(definition.name));
  }
}

function textOf(running: CalculatedEntry | undefined, value: number | undefined, digits: number): string {
  if (running?.kind === "table") return t.table;
  return value === undefined ? "" : formatValue(value, digits);
}

function styleOf(
  definition: VariableDefinition,
  running: CalculatedEntry | undefined,
  quality: string | undefined,
): StatusStyle {
  if (!definition.enabled) return disabled;
  if (running === undefined) return waiting;
  if (running.fault !== null || !running.running) return { word: texts.words.fault, tone: "bad", shape: "cross" };
  if (running.warning !== null) return { word: texts.words.warning, tone: "warn", shape: "triangle" };
  return running.kind === "table"
    ? { word: texts.words.running, tone: "good", shape: "circle" }
    : qualityStyle(quality ?? "missing");
}

export const channelsPanel: PanelType = {
  id: "channels",
  title: t.title,
  create: (context) => new ChannelsPanel(context),
};
