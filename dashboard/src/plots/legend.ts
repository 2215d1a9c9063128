/** Names, colours and values of the signals of a plot; a click hides a signal or shows it again. */

import { el } from "../ui/dom";
import { texts } from "../texts/texts";
import { valueText } from "./format";
import type { PlotSignal } from "./plot-signal";
import { ValueBox } from "./value-box";

/** Of more, a narrow plot shows the names alone. */
const maxWithValues = 6;

export class Legend {
  readonly element: HTMLElement;
  private readonly values: ValueBox[] = [];

  constructor(signals: readonly PlotSignal[], dashed: readonly boolean[], toggle: (signal: number) => boolean) {
    const { common, names } = shortNames(signals.map((signal) => signal.name));
    this.element = el(
      "div",
      { class: classOf(signals.length) },
      common !== "" && el("span", { class: "plot-common" }, common),
    );
    const isOneUnit = signals.every((signal) => signal.unit === signals[0]!.unit);
    signals.forEach((signal, i) => {
      // One common unit is shown once, after the last value.
      const unit = isOneUnit && i < signals.length - 1 ? "" : signal.unit;
      const value = new ValueBox();
      const swatch = el("i", { class: "plot-swatch", "data-dashed": dashed[i] ?? false });
      swatch.style.color = `var(--signal-${signal.colour})`;
      const button = el(
        "button",
        {
          class: "plot-signal quiet",
          type: "button",
          "aria-pressed": "true",
          title: texts.plot.toggle(signal.name),
        },
        swatch,
        el("span", { class: "plot-name clip" }, names[i]!),
        value.element,
        el("span", { class: "plot-unit-of" }, unit),
      );
      button.addEventListener("click", () => button.setAttribute("aria-pressed", String(toggle(i))));
      this.values.push(value);
      this.element.append(button);
    });
  }

  /** The value of a signal at the cursor or now; undefined where there is none. `span` is the range of the axis. */
  show(signal: number, value: number | undefined, span: number, stale: boolean): void {
    const place = this.values[signal]!;
    place.show(value === undefined ? "\u2013" : valueText(value, span));
    place.element.classList.toggle("is-stale", stale);
  }
}

function classOf(signals: number): string {
  if (signals <= 2) return "plot-legend one-row";
  return signals > maxWithValues ? "plot-legend many" : "plot-legend";
}

/**
 * What distinguishes signals: of `servo1.force` and `servo1.command` the column, under the channel that they share; of
 * one column the channel.
 */
export function shortNames(names: readonly string[]): { common: string; names: readonly string[] } {
  const parts = names.map((name) => name.split("."));
  if (names.length < 2 || parts.some((part) => part.length !== 2)) return { common: "", names };
  const one = (i: number): boolean => parts.every((part) => part[i] === parts[0]![i]);
  if (one(0)) return { common: parts[0]![0]!, names: parts.map((part) => part[1]!) };
  return one(1) ? { common: "", names: parts.map((part) => part[0]!) } : { common: "", names };
}
