/** Captures around breaks: a list, and the plot of the chosen one. */

import { reasonOf } from "../../api/api";
import { type CaptureFile, fetchCapture, fetchCaptures } from "../../api/captures";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setAttribute, setText } from "../../ui/dom";
import { formatBytes } from "../parts/format";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Lifetime } from "../parts/lifetime";
import { CapturePlots, plotsOf } from "./capture-plots";

const t = texts.captures;

const points = 2000;

class CapturesPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly files = el("ul", { class: "p-captures-list", "aria-label": t.title });
  private readonly list: KeyedList<CaptureFile>;
  private readonly plots = new CapturePlots();
  private readonly note = el("p", { class: "empty", role: "status" });
  private chosen: string | undefined;

  constructor(private readonly context: PanelContext) {
    this.list = new KeyedList(
      this.files,
      (capture) => capture.file,
      () => new CaptureRow(context, (file) => void this.choose(file)),
    );
    this.element = el(
      "div",
      { class: "p-panel p-captures" },
      this.files,
      el("div", { class: "p-capture-view" }, this.note, this.plots.element),
    );
    this.lifetime.add(
      context.feed.on("events", ({ events }) => events.some((event) => event.kind === "break") && void this.read()),
      () => this.plots.dispose(),
    );
    // A capture is written some time after its break.
    this.lifetime.every(5000, () => this.element.offsetParent !== null && void this.read());
    void this.read();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private async read(): Promise<void> {
    try {
      const captures = await fetchCaptures(this.context.api);
      this.files.hidden = captures.length === 0;
      this.list.show([...captures].sort((a, b) => (BigInt(a.utcNs) < BigInt(b.utcNs) ? 1 : -1)));
      this.mark();
      if (this.chosen === undefined) setText(this.note, captures.length === 0 ? t.none : t.choose);
    } catch (error) {
      setText(this.note, reasonOf(error));
    }
  }

  private async choose(file: string): Promise<void> {
    this.chosen = file;
    this.mark();
    this.plots.dispose();
    setText(this.note, t.loading);
    try {
      const capture = await fetchCapture(this.context.api, file, points);
      if (this.chosen !== file) return;
      setText(this.note, t.about(capture.trigger, capture.channels.length, capture.rateHz));
      this.plots.show(plotsOf(capture, this.context.colourOf));
    } catch (error) {
      if (this.chosen === file) setText(this.note, reasonOf(error));
    }
  }

  private mark(): void {
    for (const button of this.files.querySelectorAll("button"))
      setAttribute(button, "aria-pressed", String(button.dataset["file"] === this.chosen));
  }
}

class CaptureRow implements Row<CaptureFile> {
  readonly element = el("li");
  private readonly trigger = el("strong", { class: "clip" });
  private readonly detail = el("span", { class: "dim label" });
  private readonly button: HTMLButtonElement;

  constructor(
    private readonly context: PanelContext,
    choose: (file: string) => void,
  ) {
    this.button = el(
      "button",
      { type: "button", class: "quiet p-capture", onclick: () => choose(this.button.dataset["file"]!) },
      this.trigger,
      this.detail,
    );
    this.element.append(this.button);
  }

  update(capture: CaptureFile): void {
    this.button.dataset["file"] = capture.file;
    setText(this.trigger, t.name(capture.trigger, capture.stream));
    setText(this.detail, `${this.context.timeText(capture.utcNs)}, ${formatBytes(capture.bytes)}`);
  }
}

export const capturesPanel: PanelType = {
  id: "captures",
  title: t.title,
  create: (context) => new CapturesPanel(context),
};
