/** The choice of the run that a recording is compared with, and of the moment at which both have their zero. */

import type { ListedRecording } from "../../api/recordings";
import { type AlignBy, type Alignment, fromStart } from "../../recordings/align";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";

const t = texts.recording;

const aligns: readonly AlignBy[] = ["start", "cycle", "trigger"];

/** What is compared, and how. */
export interface Comparison {
  /** Id of the other run; "" for none. */
  readonly against: string;
  readonly alignment: Alignment;
  /** Each run in plots of its own, over the same window. */
  readonly isSideBySide: boolean;
}

export class CompareBar {
  readonly element: HTMLElement;
  private readonly against = el("select", { onchange: () => this.emit() });
  private readonly by = el(
    "select",
    { onchange: () => this.byChanged() },
    ...aligns.map((by) => el("option", { value: by }, t.aligns[by])),
  );
  private readonly signal = el("select");
  private readonly level = el("input", { type: "text", inputmode: "decimal", class: "p-number", value: "1" });
  private readonly levelLabel = el("span", {}, t.level);
  private readonly edge = el(
    "select",
    {},
    el("option", { value: "rising" }, t.edges.rising),
    el("option", { value: "falling" }, t.edges.falling),
  );
  private readonly arrangement = el(
    "select",
    { onchange: () => this.emit() },
    el("option", { value: "over" }, t.arrangements.over),
    el("option", { value: "beside" }, t.arrangements.beside),
  );
  private readonly details: HTMLElement;
  private readonly arrangementField: HTMLElement;
  private readonly edgeField: HTMLElement;
  private readonly alignField: HTMLElement;
  private readonly note = el("span", { class: "label", role: "status" });
  private signals: readonly string[] = [];

  constructor(private readonly changed: (comparison: Comparison) => void) {
    this.edgeField = fieldOf(t.edge, this.edge);
    this.details = el(
      "form",
      { class: "row", hidden: true },
      fieldOf(t.signal, this.signal),
      el("label", { class: "p-check" }, this.levelLabel, this.level),
      this.edgeField,
      el("button", { type: "submit" }, t.apply),
    );
    this.details.addEventListener("submit", (event) => {
      event.preventDefault();
      this.emit();
    });
    this.alignField = fieldOf(t.align, this.by);
    this.arrangementField = fieldOf(t.arrangement, this.arrangement);
    this.element = el(
      "div",
      { class: "p-bar p-compare" },
      fieldOf(t.compare, this.against),
      this.arrangementField,
      this.alignField,
      this.details,
      this.note,
    );
  }

  /** Shows what can be chosen, and what is. */
  show(others: readonly ListedRecording[], signals: readonly string[], comparison: Comparison): void {
    const { against, alignment, isSideBySide } = comparison;
    this.signals = signals;
    this.arrangement.value = isSideBySide ? "beside" : "over";
    this.against.replaceChildren(
      el("option", { value: "" }, t.nothing),
      ...others.map((one) => el("option", { value: one.id }, `${one.run} (${one.site}/${one.rig})`)),
    );
    this.against.value = against;
    this.by.value = alignment.by;
    this.fillSignals(alignment.signal);
    this.level.value = String(alignment.level);
    this.edge.value = alignment.edge;
    this.update();
  }

  /** What is wrong, or under way. */
  say(text: string): void {
    setText(this.note, text);
  }

  private byChanged(): void {
    this.fillSignals("");
    this.update();
    if (this.by.value === "start") this.emit();
  }

  private update(): void {
    const isCycle = this.by.value === "cycle";
    this.alignField.hidden = this.against.value === "";
    this.arrangementField.hidden = this.against.value === "";
    this.details.hidden = this.by.value === "start" || this.against.value === "";
    this.edgeField.hidden = isCycle;
    setText(this.levelLabel, isCycle ? t.cycle : t.level);
  }

  // Cycles are counted by the columns `count`; anything may be a trigger.
  private fillSignals(chosen: string): void {
    const names = this.by.value === "cycle" ? this.signals.filter((name) => name.endsWith(".count")) : this.signals;
    this.signal.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
    if (names.includes(chosen)) this.signal.value = chosen;
  }

  private emit(): void {
    this.update();
    const level = Number(this.level.value.trim());
    const by = this.by.value as AlignBy;
    if (by !== "start" && (this.level.value.trim() === "" || !Number.isFinite(level))) {
      this.say(t.numberNeeded);
      this.level.focus();
      return;
    }

    this.say("");
    const edge = this.edge.value === "falling" ? "falling" : "rising";
    this.changed({
      against: this.against.value,
      alignment: by === "start" ? fromStart : { by, signal: this.signal.value, level, edge },
      isSideBySide: this.arrangement.value === "beside",
    });
  }
}

function fieldOf(label: string, input: HTMLElement): HTMLElement {
  return el("label", { class: "p-check" }, el("span", {}, label), input);
}
