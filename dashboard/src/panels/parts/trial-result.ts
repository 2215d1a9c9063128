/** What a limit that was tried would have done: how often, and a table of when. */

import type { TriedLimits } from "../../api/recordings";
import type { PanelContext } from "../../layout/panel";
import { durationText } from "../../plots/format";
import type { Excursion } from "../../plots/limits";
import { excursionsOf } from "../../recordings/trial";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { formatSignificant } from "./format";

const t = texts.recording.whatIf;

const maxListed = 200;

export class TrialResult {
  readonly summary = el("p", { role: "status" });
  /** Below the summary: notes, and when it would have tripped. */
  readonly element: HTMLElement;
  private readonly notes = el("div", { class: "label" });
  private readonly list = el("div", {
    class: "p-scroll",
    hidden: true,
    tabindex: 0,
    role: "group",
    "aria-label": t.list,
  });
  private found: readonly Excursion[] = [];

  /** @param look shows a stretch in the plots */
  constructor(
    private readonly context: PanelContext,
    private readonly look: (fromS: number, toS: number) => void,
  ) {
    this.element = el("div", {}, this.notes, this.list);
  }

  get excursions(): readonly Excursion[] {
    return this.found;
  }

  show(tried: TriedLimits): void {
    this.found = excursionsOf(tried);
    const partly = tried.whole ? "" : texts.recording.results.partly(this.context.timeText(tried.untilNs));
    const none = tried.raised === 0 ? t.none : "";
    this.say([t.raised(tried.raised, tried.blocks), none, partly].filter(Boolean).join(". "));
    this.notes.replaceChildren(
      ...tried.notes.map((note) => el("p", {}, note)),
      ...(tried.more > 0 ? [el("p", {}, t.more(tried.more))] : []),
    );
    this.list.hidden = this.found.length === 0;
    this.list.replaceChildren(this.tableOf(this.found.slice(0, maxListed)));
  }

  clear(): void {
    this.found = [];
    this.list.hidden = true;
    this.notes.replaceChildren();
    this.say("");
  }

  say(text: string): void {
    setText(this.summary, text);
  }

  private tableOf(excursions: readonly Excursion[]): HTMLElement {
    const rows = excursions.map(({ fromS, toS, value, unit }) => {
      const from = this.timeOf(fromS);
      const show = (): void => this.look(fromS, toS ?? fromS);
      return el(
        "tr",
        {},
        el(
          "td",
          {},
          el("button", { type: "button", class: "quiet", "aria-label": texts.recording.at(from), onclick: show }, from),
        ),
        el("td", {}, toS === undefined ? t.openEnd : this.timeOf(toS)),
        el("td", { class: "number" }, toS === undefined ? "" : durationText(toS - fromS)),
        el("td", { class: "number" }, value === undefined ? "" : `${formatSignificant(value)} ${unit}`),
      );
    });
    const head = t.columns.map((column, i) => el("th", { scope: "col", class: i >= 2 ? "number" : undefined }, column));
    return el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
  }

  private timeOf(seconds: number): string {
    return this.context.timeText(BigInt(Math.round(seconds * 1e6)) * 1000n);
  }
}
