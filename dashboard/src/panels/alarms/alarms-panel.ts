/** Panel of alarms: a list of all limits, or a strip of one line that opens into that list. */

import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import type { StreamAlarms } from "../../protocol/messages";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { Lifetime } from "../parts/lifetime";
import { RigData } from "../parts/rig-data";
import { Badge, severityStyle } from "../parts/status";
import { type Alarm, alarmsOf, conditionOf, isOpen, isUnacknowledged, keyOf, sortAlarms, summaryOf } from "./alarm";
import { AlarmCommands } from "./alarm-commands";
import { AlarmList } from "./alarm-list";

const t = texts.alarms;

interface AlarmSettings {
  readonly strip: boolean;
  readonly all: boolean;
}

class AlarmsPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly data: RigData;
  private readonly list: AlarmList;
  private readonly summary = el("span", { class: "p-alarm-summary", role: "status" });
  private readonly empty = el("p", { class: "empty" });
  private readonly all = el("input", { type: "checkbox", onchange: () => this.refresh() });
  private readonly filter = el("label", { class: "p-check" }, this.all, t.all);
  private readonly worst: WorstAlarm;
  private readonly toggle = el("button", {
    type: "button",
    class: "quiet",
    onclick: () => this.openList(!this.isOpen),
  });
  private alarms: readonly Alarm[] = [];
  private isOpen: boolean;

  constructor(
    context: PanelContext,
    private readonly options: AlarmSettings,
  ) {
    this.data = new RigData(context);
    this.worst = new WorstAlarm(context, this.data);
    this.list = new AlarmList(context, {
      unit: (stream, name) => this.data.unitOf(stream, name),
      value: (stream, name) => (stream === this.data.rig ? this.data.valueOf(name)?.value : undefined),
    });
    this.all.checked = options.all;
    this.isOpen = !options.strip;
    this.element = el(
      options.strip ? "section" : "div",
      {
        class: `p-panel p-alarms${options.strip ? " p-alarm-strip" : ""}`,
        "aria-label": options.strip ? t.title : undefined,
      },
      el(
        "div",
        { class: "p-bar" },
        this.summary,
        this.worst.element,
        el("span", { class: "p-space" }),
        this.filter,
        options.strip ? this.toggle : null,
      ),
      this.empty,
      this.list.element,
    );
    this.lifetime.add(
      context.feed.on("alarms", (streams) => this.take(streams)),
      this.data.on(() => this.refresh()),
      () => this.data.dispose(),
    );
    this.lifetime.listen(document, "clockchange", () => this.refresh());
    this.lifetime.every(1000, () => this.refresh());
  }

  settings(): Record<string, unknown> {
    return { strip: this.options.strip, all: this.all.checked };
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private openList(open: boolean): void {
    this.isOpen = open;
    this.refresh();
    if (open) this.list.focus();
  }

  private take(streams: readonly StreamAlarms[]): void {
    this.alarms = alarmsOf(streams).filter((alarm) => !alarm.past);
    this.refresh();
  }

  private refresh(): void {
    const shown = this.alarms.filter((alarm) => this.all.checked || isOpen(alarm) || alarm.state === "shelved");
    const worst = sortAlarms(this.alarms.filter(isOpen))[0];
    this.element.dataset["alarm"] = worst === undefined ? "none" : isUnacknowledged(worst) ? "unacknowledged" : "open";
    setText(this.summary, summaryOf(this.alarms));
    this.worst.show(this.options.strip && !this.isOpen ? worst : undefined);
    this.filter.hidden = !this.isOpen;
    this.toggle.setAttribute("aria-expanded", String(this.isOpen));
    setText(this.toggle, this.isOpen ? t.close : t.open);
    this.empty.hidden = !this.isOpen || shown.length > 0;
    setText(this.empty, this.alarms.length > 0 ? t.normal : t.nothing);
    this.list.element.hidden = !this.isOpen || shown.length === 0;
    this.list.show(shown);
  }
}

/** The worst alarm in one line, with its buttons. */
class WorstAlarm {
  readonly element = el("div", { class: "p-worst" });
  private readonly badge = new Badge();
  private readonly text = el("span", { class: "p-worst-text" });
  private readonly commands: AlarmCommands;
  private key = "";

  constructor(
    context: PanelContext,
    private readonly data: RigData,
  ) {
    this.commands = new AlarmCommands(context);
    this.element.append(this.badge.element, this.text, this.commands.element);
  }

  show(alarm: Alarm | undefined): void {
    this.element.hidden = alarm === undefined;
    if (alarm === undefined) return;
    // Another alarm under the pointer or the focus must not be acknowledged by what was meant for the one before.
    if (keyOf(alarm) !== this.key && this.element.matches(":hover, :focus-within")) return;
    this.key = keyOf(alarm);
    this.badge.show(severityStyle(alarm.severity));
    setText(this.text, `${alarm.variable} ${conditionOf(alarm, this.data.unitOf(alarm.stream, alarm.variable))}`);
    this.commands.show(alarm);
  }
}

export const alarmsPanel: PanelType = {
  id: "alarms",
  title: t.title,
  create: (context, settings) =>
    new AlarmsPanel(context, { strip: settings["strip"] === true, all: settings["all"] === true }),
};
