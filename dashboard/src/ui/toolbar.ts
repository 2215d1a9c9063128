/** The row below the status bar: time window at the left, page and layout at the right. */

import { durationText, momentText } from "../plots/format";
import type { View } from "../plots/view";
import { el, setAttribute, setText } from "./dom";
import { texts } from "../texts/texts";

export interface ToolbarActions {
  togglePause(): void;
  span(seconds: number): void;
  wholeRun(): void;
  back(): void;
  addPlot(): void;
  layouts(): void;
  overview(): void;
  undo(): void;
  theme(): void;
  wall(): void;
  side(): void;
  help(): void;
}

export class Toolbar {
  readonly element: HTMLElement;
  readonly operator = el("input", {
    type: "text",
    class: "operator",
    maxlength: 64,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: texts.toolbar.operator,
    "aria-label": texts.toolbar.operator,
    title: texts.toolbar.operatorTitle,
  });
  private readonly pause = el("button", { type: "button", class: "pause" });
  private readonly spans: readonly { button: HTMLElement; seconds: number }[];
  private readonly about = el("span", { class: "dim toolbar-about", role: "status" });
  private readonly overview = el(
    "button",
    { class: "quiet", type: "button", title: texts.overview.openTitle },
    texts.overview.open,
  );
  private readonly theme = el("button", { class: "quiet", type: "button", title: texts.toolbar.themeTitle });

  constructor(
    private readonly view: View,
    actions: ToolbarActions,
  ) {
    const t = texts.toolbar;
    this.pause.addEventListener("click", () => actions.togglePause());
    this.overview.addEventListener("click", () => actions.overview());
    this.theme.addEventListener("click", () => actions.theme());
    this.spans = t.windows.map(([name, seconds]) => ({
      seconds,
      button: el("button", { type: "button", onclick: () => actions.span(seconds) }, name),
    }));
    this.element = el(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": t.label },
      this.pause,
      ...this.spans.map((span) => span.button),
      el("button", { type: "button", title: t.wholeRunTitle, onclick: () => actions.wholeRun() }, t.wholeRun),
      el("button", { class: "quiet", type: "button", title: t.backTitle, onclick: () => actions.back() }, t.back),
      this.about,
      el("span", { class: "fill" }),
      this.operator,
      this.overview,
      el("button", { class: "quiet", type: "button", onclick: () => actions.addPlot() }, t.addPlot),
      el("button", { class: "quiet", type: "button", onclick: () => actions.layouts() }, t.layouts),
      el("button", { class: "quiet", type: "button", onclick: () => actions.undo() }, t.undo),
      el("button", { class: "quiet", type: "button", onclick: () => actions.side() }, t.side),
      el("button", { class: "quiet", type: "button", title: t.wallTitle, onclick: () => actions.wall() }, t.wall),
      this.theme,
      el("button", { class: "quiet", type: "button", onclick: () => actions.help() }, t.help),
    );
    this.update();
  }

  /** Shows who is logged in, on the button that ends it. */
  showLogOut(name: string, role: string, logOut: () => void): void {
    this.operator.hidden = true;
    this.operator.after(
      el("button", { class: "quiet", type: "button", onclick: logOut }, texts.logIn.out(name, role)),
    );
  }

  showOverview(isOpen: boolean): void {
    setAttribute(this.overview, "aria-pressed", String(isOpen));
  }

  showTheme(theme: "dark" | "light" | "system"): void {
    setText(this.theme, texts.toolbar.theme[theme]);
  }

  /** After a change of the window. */
  update(): void {
    const { view } = this;
    const t = texts.toolbar;
    setText(this.pause, view.isPaused ? t.live : t.pause);
    // Its text says what it does; pressed as well, it would say the contrary.
    setAttribute(this.pause, "data-paused", String(view.isPaused));
    for (const { button, seconds } of this.spans)
      setAttribute(button, "aria-pressed", String(Math.abs(view.window.spanS - seconds) < 1e-6));
    const { toS } = view.stretch;
    setText(
      this.about,
      view.isPaused
        ? t.standing(durationText(view.window.spanS), momentText(toS, 1, view.utc, view.newestS()))
        : durationText(view.window.spanS),
    );
  }
}
