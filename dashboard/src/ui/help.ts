/** Content of the drawer `Keys`: every key of the page. */

import { el } from "./dom";
import type { KeyBinding } from "./keys";
import { texts } from "../texts/texts";

const shownNames: Readonly<Record<string, string>> = {
  " ": texts.help.space,
  ArrowLeft: "\u2190",
  ArrowRight: "\u2192",
  ArrowUp: "\u2191",
  ArrowDown: "\u2193",
  Delete: texts.help.del,
};

export function makeHelp(bindings: readonly KeyBinding[]): HTMLElement {
  const groups = [...new Set(bindings.map((binding) => binding.group))];
  const sections = groups.flatMap((group) => [
    el("h3", { class: "label" }, group),
    el(
      "dl",
      { class: "help-keys" },
      ...bindings
        .filter((binding) => binding.group === group)
        .flatMap((binding) => [
          el("dt", {}, ...binding.keys.map((key) => el("kbd", {}, nameOf(key)))),
          el("dd", {}, binding.text),
        ]),
    ),
  ]);
  return el("div", { class: "help" }, ...sections, el("p", { class: "label" }, texts.help.mouse));
}

function nameOf(key: string): string {
  return (
    key
      .split("+")
      .map((part) => shownNames[part] ?? (part.length === 1 ? part.toUpperCase() : part))
      .join("+") || "+"
  );
}
