/** Names with values, as a description list whose texts change in place. */

import { el, setAttribute, setText } from "../../ui/dom";

/** One fact; `tone` colours a value that is not as it should be, whose text says so too. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly tone?: "warn" | "bad" | undefined;
}

export class FactList {
  readonly element = el("dl", { class: "p-facts" });

  show(facts: readonly Fact[]): void {
    while (this.element.children.length > facts.length) this.element.lastElementChild!.remove();
    while (this.element.children.length < facts.length) this.element.append(el("div", {}, el("dt"), el("dd")));
    facts.forEach((fact, index) => {
      const [name, value] = this.element.children[index]!.children;
      setText(name!, fact.name);
      setText(value!, fact.value);
      setAttribute(value!, "data-tone", fact.tone ?? null);
    });
  }
}
