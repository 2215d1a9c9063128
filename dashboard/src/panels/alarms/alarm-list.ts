/** The table of alarms: one row for each limit, worst first. */

import type { PanelContext } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { formatSignificant, nsOf, numberOf } from "../parts/format";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Badge, severityStyle } from "../parts/status";
import { type Alarm, comparedUnit, conditionOf, isUnacknowledged, keyOf, sortAlarms, stateStyle } from "./alarm";
import { AlarmCommands } from "./alarm-commands";

const t = texts.alarms;

const holdMs = 3000;

/** Units and newest values of signals, by name; undefined when they are not known. */
export interface SignalLookup {
  unit(stream: string, name: string): string;
  value(stream: string, name: string): number | undefined;
}

export class AlarmList {
  readonly element: HTMLElement;
  private readonly list: KeyedList<Alarm>;
  private order: readonly string[] = [];
  private busyUntil = 0;

  constructor(
    context: PanelContext,
    private readonly signals: SignalLookup,
  ) {
    const body = el("tbody");
    this.element = el(
      "div",
      { class: "p-scroll", tabindex: 0, role: "group", "aria-label": t.title },
      el(
        "table",
        { class: "p-table p-alarm-table" },
        el("thead", {}, el("tr", {}, ...t.columns.map((column) => el("th", { scope: "col" }, column)))),
        body,
      ),
    );
    this.list = new KeyedList(body, keyOf, (alarm) => new AlarmRow(context, this.signals, alarm));
    for (const event of ["pointermove", "pointerdown", "keydown"])
      this.element.addEventListener(event, () => (this.busyUntil = performance.now() + holdMs), {
        passive: true,
      });
  }

  show(alarms: readonly Alarm[]): void {
    const sorted = sortAlarms(alarms, performance.now() < this.busyUntil ? this.order : undefined);
    this.order = sorted.map(keyOf);
    this.list.show(sorted);
  }

  /** Moves the focus to the first button of the first alarm. */
  focus(): void {
    ((this.element.querySelector("tbody button") as HTMLElement | null) ?? this.element).focus();
  }
}

class AlarmRow implements Row<Alarm> {
  readonly element = el("tr");
  private readonly severity = new Badge();
  private readonly state = new Badge();
  private readonly until = el("span", { class: "p-muted" });
  private readonly cells = ["signal", "limit", "value", "now", "since", "by"].map((name) =>
    el("td", { class: `p-alarm-${name}` }),
  );
  private readonly commands: AlarmCommands;

  constructor(
    private readonly context: PanelContext,
    private readonly signals: SignalLookup,
    alarm: Alarm,
  ) {
    this.commands = new AlarmCommands(context);
    this.element.append(
      el("td", {}, this.severity.element),
      el("td", {}, this.state.element, this.until),
      ...this.cells,
      el("td", {}, this.commands.element),
    );
    this.update(alarm);
  }

  update(alarm: Alarm): void {
    const unit = this.signals.unit(alarm.stream, alarm.variable);
    const now = this.signals.value(alarm.stream, alarm.variable);
    const isNormal = alarm.state === "normal";
    this.element.dataset["open"] = isUnacknowledged(alarm) ? "unacknowledged" : alarm.state;
    this.severity.show(severityStyle(alarm.severity));
    this.state.show(stateStyle(alarm.state));
    setText(
      this.until,
      alarm.state === "shelved"
        ? t.shelvedUntil(this.context.timeText(nsOf(alarm.shelvedUntilUtcNs)), stateStyle(alarm.under).word)
        : "",
    );
    const values = [
      alarm.variable,
      conditionOf(alarm, unit),
      isNormal ? "" : withUnit(numberOf(alarm.value), comparedUnit(alarm, unit)),
      now === undefined ? "" : withUnit(now, unit),
      isNormal ? "" : this.context.timeText(nsOf(alarm.sinceUtcNs)),
      alarm.by,
    ];
    values.forEach((value, place) => setText(this.cells[place]!, value));
    this.commands.show(alarm);
  }
}

function withUnit(value: number, unit: string): string {
  return unit.length > 0 ? `${formatSignificant(value)} ${unit}` : formatSignificant(value);
}
