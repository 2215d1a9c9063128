/** Choice of signals for a plot: search, a list with unit, over time or Y over X. */

import type { StreamEntry } from "../data/catalogue";
import { el, setText } from "./dom";
import { texts } from "../texts/texts";

export interface Choice {
  readonly panel: "plot" | "xy";
  readonly signals: readonly string[];
}

const maxSignals = 8;
const maxListed = 200;

export function makePicker(stream: StreamEntry, begin: Choice, apply: (choice: Choice) => void): HTMLElement {
  let chosen = [...begin.signals];
  let panel = begin.panel;
  const t = texts.picker;
  const search = el("input", { type: "search", placeholder: t.search, "aria-label": t.search, "data-first": true });
  const list = el("div", { class: "picker-list", role: "group", "aria-label": t.title });
  const summary = el("p", { class: "label", role: "status" });
  const show = el("button", { class: "primary", type: "button" }, t.apply);
  const kind = (value: Choice["panel"], text: string): HTMLElement => {
    const radio = el("input", { type: "radio", name: "picker-kind", value, checked: panel === value });
    radio.addEventListener("change", () => {
      panel = value;
      update();
    });
    return el("label", { class: "row" }, radio, text);
  };
  const update = (): void => {
    setText(summary, chosen.length > 0 ? t.chosen(chosen) : panel === "xy" ? t.few : t.none);
    show.disabled = panel === "xy" ? chosen.length !== 2 : chosen.length === 0 || chosen.length > maxSignals;
  };
  const fill = (): void => {
    const wanted = search.value.trim().toLowerCase();
    const signals = [...stream.calculated.filter((entry) => entry.kind !== "table"), ...stream.signals].filter(
      (signal) => signal.name.toLowerCase().includes(wanted),
    );
    const rows = signals.slice(0, maxListed).map((signal) => {
      const box = el("input", { type: "checkbox", checked: chosen.includes(signal.name) });
      box.addEventListener("change", () => {
        chosen = box.checked ? [...chosen, signal.name] : chosen.filter((name) => name !== signal.name);
        update();
      });
      return el(
        "label",
        { class: "picker-row" },
        box,
        el("span", { class: "fill clip" }, signal.name),
        el("span", { class: "dim" }, signal.unit),
      );
    });
    const more = signals.length - rows.length;
    list.replaceChildren(...rows, ...(more > 0 ? [el("p", { class: "label" }, t.more(more))] : []));
  };
  const finish = (): void => {
    if (!show.disabled) apply({ panel, signals: chosen });
  };
  search.addEventListener("input", fill);
  show.addEventListener("click", finish);
  const form = el(
    "div",
    { class: "picker" },
    el("div", { class: "row" }, kind("plot", t.time), kind("xy", t.xy)),
    search,
    list,
    summary,
    show,
  );
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target !== show) finish();
  });
  fill();
  update();
  return form;
}
