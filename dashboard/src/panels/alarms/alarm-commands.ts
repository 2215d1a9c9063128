/** Buttons that act on one alarm: those that its state allows, and a form for the minutes of a shelf. */

import { reasonOf } from "../../api/api";
import type { PanelContext } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el } from "../../ui/dom";
import { uniqueId } from "../parts/lifetime";
import { type Alarm, type AlarmVerb, commandPath, keyOf, verbsOf } from "./alarm";

const t = texts.alarms;

const usualMinutes = 15;
const maxMinutes = 7 * 24 * 60;

/** The buttons of one row; they are rebuilt only when the state gives others. */
export class AlarmCommands {
  readonly element = el("div", { class: "p-alarm-commands" });
  /** The alarm and the verbs that the buttons are for. */
  private shown = "";
  private alarm: Alarm | undefined;

  constructor(private readonly context: PanelContext) {}

  show(alarm: Alarm): void {
    this.alarm = alarm;
    const shown = `${keyOf(alarm)} ${verbsOf(alarm).join()}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.showButtons(false);
  }

  private showButtons(focus: boolean): void {
    const alarm = this.alarm!;
    const hadFocus = focus || this.element.contains(document.activeElement);
    this.element.replaceChildren(
      ...verbsOf(alarm).map((verb) => this.button(alarm, verb)),
    );
    if (hadFocus)
      (
        (this.element.querySelector("button[data-verb=shelve]") as HTMLElement | null) ??
        this.element.querySelector("button")
      )?.focus();
  }

  private button(alarm: Alarm, verb: AlarmVerb): HTMLElement {
    return this.context.access.guard(
      "control",
      el(
        "button",
        {
          type: "button",
          class: verb === "shelve" || verb === "unshelve" ? "quiet" : undefined,
          "data-verb": verb,
          "aria-label": `${t.verbs[verb]} ${alarm.variable} ${alarm.severity}`,
          onclick: () => (verb === "shelve" ? this.askMinutes() : void this.send(verb)),
        },
        t.verbs[verb],
      ),
    );
  }

  private askMinutes(): void {
    const id = uniqueId("minutes");
    const minutes = el("input", {
      id,
      type: "number",
      min: 1,
      max: maxMinutes,
      step: 1,
      value: usualMinutes,
      required: true,
      class: "p-minutes",
    });
    const form = el(
      "form",
      { class: "p-inline-form" },
      el("label", { for: id }, t.minutes),
      minutes,
      el("button", { type: "submit" }, t.shelve),
      el("button", { type: "button", class: "quiet", onclick: () => this.showButtons(true) }, t.cancel),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.send("shelve", minutes.valueAsNumber);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.showButtons(true);
    });
    this.element.replaceChildren(form);
    minutes.select();
    minutes.focus();
  }

  // The new state comes over the feed; a refusal is the monitor's own line.
  private async send(verb: AlarmVerb, minutes?: number): Promise<void> {
    const alarm = this.alarm!;
    try {
      await this.context.api.send("POST", commandPath(alarm, verb, this.context.by(), minutes));
      this.context.notify(t.done(alarm.variable, t.results[verb], minutes));
      if (verb === "shelve") this.showButtons(true);
    } catch (error) {
      this.context.notify(t.notDone(alarm.variable, t.results[verb], reasonOf(error)), "warning");
    }
  }
}
