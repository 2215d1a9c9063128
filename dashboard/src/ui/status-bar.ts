/**
 * The bar at the top: how the rig and the way from it are. It turns amber or red as a whole, with a shape and a word.
 */

import { clockText } from "../plots/format";
import { el, setAttribute, setText } from "./dom";
import type { Cell, Standing } from "./status";
import { texts } from "../texts/texts";

const shapes = { quiet: "missing", ok: "live", warning: "warning", bad: "bad" } as const;

export class StatusBar {
  readonly element: HTMLElement;
  readonly rigSelect = el("select", { "aria-label": texts.status.rig });
  private readonly state = el("span", { class: "state status-word", role: "status" });
  private readonly cells = el("dl", { class: "status-cells" });
  private readonly values = new Map<string, { box: HTMLElement; value: HTMLElement }>();
  private readonly clock = el("button", {
    class: "quiet status-clock",
    type: "button",
    title: texts.status.clockSwitch,
  });

  constructor(
    selectRig: (name: string) => void,
    switchClock: () => void,
    private readonly nameOfRig: () => string | undefined,
  ) {
    this.rigSelect.addEventListener("change", () => selectRig(this.rigSelect.value));
    this.clock.addEventListener("click", switchClock);
    this.element = el(
      "div",
      { class: "status-bar", "data-level": "quiet" },
      this.rigSelect,
      this.state,
      this.cells,
      this.clock,
    );
  }

  showRigs(names: readonly string[]): void {
    const known = [...this.rigSelect.options].map((option) => option.value);
    if (known.join("\n") !== names.join("\n"))
      this.rigSelect.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
    const selected = this.nameOfRig();
    if (selected !== undefined && this.rigSelect.value !== selected) this.rigSelect.value = selected;
    this.rigSelect.hidden = names.length === 0;
  }

  show(standing: Standing, cells: readonly Cell[]): void {
    setAttribute(this.element, "data-level", standing.level);
    setAttribute(this.state, "data-state", shapes[standing.level]);
    setText(this.state, standing.word);
    this.state.title = standing.reason;
    for (const cell of cells) this.showCell(cell);
  }

  showClock(seconds: number, utc: boolean): void {
    setText(this.clock, seconds === 0 ? "\u2013" : `${clockText(seconds, 0, utc)} ${utc ? "UTC" : ""}`.trim());
  }

  private showCell(cell: Cell): void {
    let known = this.values.get(cell.key);
    if (known === undefined) {
      const value = el("dd");
      known = {
        box: el("div", { class: `status-cell cell-${cell.key}` }, el("dt", {}, cell.label), value),
        value,
      };
      this.values.set(cell.key, known);
      this.cells.append(known.box);
    }

    setText(known.value, cell.value);
    setAttribute(known.box, "data-level", cell.level);
    if (known.box.title !== cell.title) known.box.title = cell.title;
  }
}
