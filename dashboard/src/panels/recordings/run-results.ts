/** Results of a recording: its calculated channels, computed over all its blocks when somebody asks for it. */

import { reasonOf } from "../../api/api";
import { tryLimits, type TriedLimits } from "../../api/recordings";
import type { PanelContext } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { formatSignificant } from "../parts/format";

const t = texts.recording.results;

export class RunResults {
  readonly element: HTMLElement;
  private readonly summary = el("span", { class: "label", role: "status" });
  private readonly body = el("tbody");
  private readonly table: HTMLElement;
  private readonly button = el("button", { type: "button", onclick: () => void this.toggle() }, t.compute);
  private stop: AbortController | undefined;

  constructor(
    private readonly context: PanelContext,
    private readonly where: () => { readonly id: string; readonly stream: string },
  ) {
    const head = t.columns.map((column, i) => el("th", { scope: "col", class: i === 1 ? "number" : undefined }, column));
    this.table = el("table", { hidden: true }, el("thead", {}, el("tr", {}, ...head)), this.body);
    this.element = el(
      "div",
      { class: "p-results" },
      el("p", { class: "dim label" }, t.about),
      el("div", { class: "p-bar" }, this.button, this.summary),
      this.table,
    );
  }

  dispose(): void {
    this.stop?.abort();
  }

  private async toggle(): Promise<void> {
    if (this.stop !== undefined) {
      this.end(t.stopped);
      return;
    }

    const stop = new AbortController();
    this.stop = stop;
    setText(this.button, t.stop);
    setText(this.summary, t.computing);
    const { id, stream } = this.where();
    try {
      const tried = await tryLimits(this.context.api, id, stream, [], stop.signal);
      if (this.stop === stop) this.show(tried);
    } catch (error) {
      if (this.stop === stop) this.end(reasonOf(error));
    }
  }

  private show(tried: TriedLimits): void {
    this.body.replaceChildren(
      ...tried.results.map(({ name, value, unit, state, reason }) =>
        el(
          "tr",
          {},
          el("td", {}, name),
          el("td", { class: "number" }, value === null ? "\u2013" : formatSignificant(value)),
          el("td", {}, unit),
          el("td", {}, reason ?? state ?? ""),
        ),
      ),
    );
    this.table.hidden = tried.results.length === 0;
    const partly = tried.whole ? "" : t.partly(this.context.timeText(tried.untilNs));
    this.end(tried.results.length === 0 ? t.none : partly);
  }

  private end(text: string): void {
    this.stop?.abort();
    this.stop = undefined;
    setText(this.button, t.compute);
    setText(this.summary, text);
  }
}
