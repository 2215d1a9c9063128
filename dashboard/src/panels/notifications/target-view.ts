/** One target of notifications: its state, its buttons, and the form of what goes to it. */

import { reasonOf } from "../../api/api";
import {
  notificationKinds,
  notificationSeverities,
  type NotificationSeverity,
  type NotificationTarget,
  type TargetChange,
} from "../../api/notifications";
import type { PanelContext } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { type Fact, FactList } from "../parts/facts";
import type { Row } from "../parts/keyed-list";
import { Badge } from "../parts/status";
import { changeOf, isPaused, minutesOf, targetStyle } from "./notification-rows";

const t = texts.notifications;
const usualMinutes = 60;

/** What the buttons of a target do; rejected with the reason where it is not done. */
export interface TargetActions {
  test(name: string): Promise<unknown>;
  change(name: string, change: TargetChange): Promise<unknown>;
  reset(name: string): Promise<unknown>;
}

export class TargetView implements Row<NotificationTarget> {
  readonly element = el("li", { class: "p-target" });
  private readonly badge = new Badge();
  private readonly name = el("strong");
  private readonly where = el("span", { class: "dim clip" });
  private readonly facts = new FactList();
  private readonly fault = el("div", { class: "error", role: "alert" });
  private readonly done = el("span", { class: "label", role: "status" });
  private readonly test = button(t.test, () => void this.run(this.actions.test(this.target.name), t.wasSent));
  private readonly edit = button(t.edit, () => this.open());
  private readonly reset = button(t.reset, () => void this.run(this.actions.reset(this.target.name), ""));
  private readonly minutes = el("input", {
    type: "text",
    inputmode: "numeric",
    value: String(usualMinutes),
    class: "p-minutes",
    "aria-label": t.minutes,
  });
  private readonly pause = button(t.pause, () => this.pauseNow());
  private readonly resume = button(t.resume, () => void this.change({ pauseMinutes: 0 }));
  private readonly kinds = notificationKinds.map((kind) => el("input", { type: "checkbox", value: kind }));
  private readonly severity = el(
    "select",
    {},
    ...notificationSeverities.map((severity) => el("option", { value: severity }, texts.words[severity])),
  );
  private readonly perMinute = el("input", { type: "text", inputmode: "numeric", class: "p-number" });
  private readonly form: HTMLElement;
  private target!: NotificationTarget;

  constructor(
    private readonly context: PanelContext,
    private readonly actions: TargetActions,
  ) {
    const { access } = context;
    access.guard("control", this.test);
    const forAdmins = [this.edit, this.reset, this.pause, this.resume, this.minutes];
    for (const control of forAdmins) access.guard("admin", control);
    this.form = this.makeForm();
    this.element.append(
      el("div", { class: "row" }, this.badge.element, this.name, this.where),
      this.facts.element,
      el(
        "div",
        { class: "row" },
        this.test,
        this.edit,
        this.reset,
        el("span", { class: "p-space" }),
        this.pause,
        this.minutes,
        this.resume,
        this.done,
      ),
      this.form,
      this.fault,
    );
  }

  update(target: NotificationTarget): void {
    this.target = target;
    const nowMs = Date.now();
    const paused = isPaused(target, nowMs);
    this.badge.show(targetStyle(target, nowMs));
    setText(this.name, target.name);
    setText(this.where, target.target);
    this.facts.show(this.factsOf(target, paused));
    this.reset.hidden = !target.settings.changed;
    this.pause.hidden = this.minutes.hidden = paused;
    this.resume.hidden = !paused;
    for (const [control, text] of this.named) control.setAttribute("aria-label", t.actionOf(text, target.name));
  }

  private get named(): readonly (readonly [HTMLElement, string])[] {
    return [
      [this.test, t.test],
      [this.edit, t.edit],
      [this.reset, t.reset],
      [this.pause, t.pause],
      [this.resume, t.resume],
      [this.minutes, t.minutes],
    ];
  }

  private factsOf(target: NotificationTarget, paused: boolean): readonly Fact[] {
    const { settings } = target;
    const f = t.facts;
    const timeOf = (ns: number): string => this.context.timeText(BigInt(Math.round(ns)));
    const kinds = settings.kinds.map((kind) => t.kinds[kind]).join(", ");
    const { lastSentNs, lastTitle } = target;
    const last = lastSentNs === null ? t.never : t.last(timeOf(lastSentNs), lastTitle ?? "");
    const facts: Fact[] = [
      { name: f.fault, value: target.fault ?? "", tone: "bad" },
      { name: f.paused, value: paused ? t.pausedBy(timeOf(target.pausedUntilNs!), settings.by) : "", tone: "warn" },
      { name: f.lastSent, value: last },
      { name: f.waiting, value: String(target.held) },
      { name: f.sent, value: String(target.sent) },
      { name: f.suppressed, value: target.suppressed === 0 ? "" : String(target.suppressed), tone: "warn" },
      { name: f.dropped, value: target.dropped === 0 ? "" : String(target.dropped), tone: "bad" },
      { name: f.goes, value: t.goes(kinds, texts.words[settings.minSeverity], settings.perMinute) },
      { name: f.changed, value: settings.changed ? t.changedBy(settings.by) : "" },
    ];
    return facts.filter((fact) => fact.value !== "");
  }

  private makeForm(): HTMLElement {
    const form = el(
      "form",
      { class: "p-target-form", novalidate: true, hidden: true },
      el(
        "div",
        { class: "row p-fields" },
        el(
          "fieldset",
          { class: "row" },
          el("legend", { class: "label" }, t.kindsLabel),
          ...this.kinds.map((box, i) => el("label", { class: "p-check" }, box, t.kinds[notificationKinds[i]!])),
        ),
        el("label", { class: "field" }, t.severityLabel, this.severity),
        el("label", { class: "field" }, t.rateLabel, this.perMinute),
      ),
      el(
        "div",
        { class: "row" },
        el("button", { type: "submit", class: "primary" }, texts.definitions.save),
        el("button", { type: "button", onclick: () => this.close() }, texts.definitions.cancel),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.save();
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    return form;
  }

  private open(): void {
    const { settings, name } = this.target;
    this.kinds.forEach((box, i) => (box.checked = settings.kinds.includes(notificationKinds[i]!)));
    this.severity.value = settings.minSeverity;
    this.perMinute.value = String(settings.perMinute);
    this.form.setAttribute("aria-label", t.actionOf(t.edit, name));
    this.form.hidden = false;
    this.kinds[0]!.focus();
  }

  private close(): void {
    this.form.hidden = true;
    this.edit.focus();
  }

  private async save(): Promise<void> {
    const change = changeOf({
      kinds: notificationKinds.filter((_, i) => this.kinds[i]!.checked),
      minSeverity: this.severity.value as NotificationSeverity,
      perMinute: this.perMinute.value,
    });
    if (typeof change === "string") setText(this.fault, change);
    else if (await this.change(change)) this.close();
  }

  private pauseNow(): void {
    const minutes = minutesOf(this.minutes.value);
    if (minutes === undefined) setText(this.fault, t.minutesNeeded);
    else void this.change({ pauseMinutes: minutes });
  }

  private change(change: TargetChange): Promise<boolean> {
    return this.run(this.actions.change(this.target.name, change), "");
  }

  private async run(action: Promise<unknown>, done: string): Promise<boolean> {
    setText(this.done, "");
    try {
      await action;
      setText(this.fault, "");
      setText(this.done, done);
      return true;
    } catch (error) {
      setText(this.fault, reasonOf(error));
      return false;
    }
  }
}

function button(text: string, run: () => void): HTMLButtonElement {
  return el("button", { type: "button", onclick: run }, text);
}
