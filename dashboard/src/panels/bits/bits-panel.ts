/** Digital inputs and outputs as lamps: filled and “on”, or a ring and “off”. */

import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Lifetime } from "../parts/lifetime";
import { RigData, type ShownValue } from "../parts/rig-data";
import { type StatusStyle, Badge, qualityStyle } from "../parts/status";

const t = texts.bits;

const on: StatusStyle = { word: texts.words.on, tone: "on", shape: "circle" };
const off: StatusStyle = { word: texts.words.off, tone: "quiet", shape: "ring" };

class BitsPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly data: RigData;
  private readonly groups: readonly LampGroup[];
  private readonly empty = el("p", { class: "empty" }, t.none);

  constructor(context: PanelContext) {
    this.data = new RigData(context);
    this.groups = [new LampGroup(t.inputs, "bitIn", this.data), new LampGroup(t.outputs, "bitOut", this.data)];
    this.element = el("div", { class: "p-panel p-bits", tabindex: 0, role: "group", "aria-label": t.title },
      this.empty,
      ...this.groups.map((group) => group.element),
    );
    this.lifetime.add(
      this.data.on(() => this.refresh()),
      () => this.data.dispose(),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private refresh(): void {
    const shown = this.groups.map((group) => group.refresh());
    this.empty.hidden = shown.some((count) => count > 0);
  }
}

/** A line with what the rig calls it. */
type ShownBit = ShownValue & { readonly label: string };

class LampGroup {
  readonly element: HTMLElement;
  private readonly list: KeyedList<ShownBit>;

  constructor(
    title: string,
    private readonly group: "bitIn" | "bitOut",
    private readonly data: RigData,
  ) {
    const lamps = el("ul", { class: "p-lamps", "aria-label": title });
    this.element = el("div", {}, el("h3", { class: "label" }, title), lamps);
    this.list = new KeyedList(
      lamps,
      (value) => value.name,
      () => new Lamp(),
    );
  }

  /** Returns how many lamps there are. */
  refresh(): number {
    const lines = this.data.channels.filter((channel) => channel.group === this.group);
    const bits = lines.flatMap(({ name, label }): ShownBit[] => {
      const value = this.data.valueOf(name);
      return value === undefined ? [] : [{ ...value, label: label ?? "" }];
    });
    this.element.hidden = bits.length === 0;
    this.list.show(bits);
    return bits.length;
  }
}

class Lamp implements Row<ShownBit> {
  readonly element = el("li", { class: "p-lamp" });
  private readonly label = el("span", { class: "clip" });
  private readonly name = el("span", { class: "dim label" });
  private readonly badge = new Badge();

  constructor() {
    this.element.append(this.badge.element, this.label, this.name);
  }

  update(bit: ShownBit): void {
    const isUsable = bit.quality === "good" || bit.quality === "uncertain";
    this.badge.show(isUsable ? (bit.value !== 0 ? on : off) : qualityStyle(bit.quality));
    // Without its own name a line goes by that in formulas.
    setText(this.label, bit.label.length > 0 ? bit.label : bit.name);
    setAttribute(this.label, "title", bit.label);
    setText(this.name, bit.label.length > 0 ? bit.name : "");
  }
}

export const bitsPanel: PanelType = { id: "bits", title: t.title, create: (context) => new BitsPanel(context) };
