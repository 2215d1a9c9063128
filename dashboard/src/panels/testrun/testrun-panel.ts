/** The test run in force: who, what, since when; it is started, edited and stopped here, as with the verb `testrun`. */

import { ApiError, messageOf, reasonOf } from "../../api/api";
import { type DefinitionRow, faultsOf, sendTestRun, type TestRun } from "../../api/definitions";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { durationText } from "../../plots/format";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import type { FieldSpec } from "../definitions/definition-fields";
import { DefinitionForm } from "../definitions/definition-form";
import { type Fact, FactList } from "../parts/facts";
import { Lifetime } from "../parts/lifetime";
import { Badge } from "../parts/status";

const t = texts.testRun;

const fields: readonly FieldSpec[] = [
  { name: "name", label: t.name, type: "text", isKey: true, hint: t.hints["name"]! },
  { name: "specimen", label: t.specimen, type: "text", isOptional: true },
  { name: "operator", label: t.operator, type: "text", isOptional: true },
  { name: "l0Mm", label: t.gaugeLength, type: "number", isOptional: true, hint: t.hints["l0Mm"]! },
  { name: "s0Mm2", label: t.crossSection, type: "number", isOptional: true, hint: t.hints["s0Mm2"]! },
  {
    name: "controlMode",
    label: t.control,
    type: "choice",
    choices: ["stroke", "force", "strain", "other"],
    preset: "stroke",
  },
  { name: "note", label: t.note, type: "text", isOptional: true },
];

class TestRunPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly name = el("strong", { class: "p-run-name" });
  private readonly state = new Badge();
  private readonly head = el("div", { class: "row" }, this.name, this.state.element);
  private readonly facts = new FactList();
  private readonly empty = el("p", { class: "empty" });
  private readonly startButton = el("button", { type: "button", onclick: () => this.open(undefined) }, t.start);
  private readonly editButton = el("button", { type: "button", onclick: () => this.open(this.run) }, t.edit);
  private readonly stopButton = el("button", { type: "button", onclick: () => this.ask(true) }, t.stop);
  private readonly question = el("span", { role: "status" });
  private readonly stopNow = el(
    "button",
    { type: "button", class: "primary", onclick: () => void this.stop() },
    t.stopNow,
  );
  private readonly confirm = el(
    "div",
    { class: "row", hidden: true },
    this.question,
    this.stopNow,
    el("button", { type: "button", onclick: () => this.ask(false) }, t.keepOn),
  );
  private readonly form = new DefinitionForm(
    { one: t.one, fields },
    () => void this.save(),
    () => this.form.hide(),
  );
  private isNew = false;

  constructor(private readonly context: PanelContext) {
    this.element = el(
      "div",
      { class: "p-panel p-testrun", tabindex: 0, role: "group", "aria-label": t.title },
      this.head,
      this.facts.element,
      this.empty,
      el("div", { class: "p-bar" }, this.startButton, this.editButton, this.stopButton),
      this.confirm,
      this.form.element,
    );
    for (const button of [this.startButton, this.editButton, this.stopButton]) context.access.guard("control", button);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.lifetime.add(context.testRun.on(() => this.show()));
    this.lifetime.every(1000, () => this.show());
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private get run(): TestRun | undefined {
    return this.context.testRun.newest;
  }

  private open(run: TestRun | undefined): void {
    this.isNew = run === undefined;
    this.ask(false);
    this.form.saveText = run === undefined ? t.begin : texts.definitions.save;
    this.form.show(run === undefined ? undefined : (run as unknown as DefinitionRow), []);
  }

  private async save(): Promise<void> {
    const columns = this.form.read();
    if (columns === undefined) return;
    const { name, ...others } = columns;
    try {
      if (this.isNew) await sendTestRun(this.context.api, "start", this.target(), columns);
      else await sendTestRun(this.context.api, "set", this.target(), others);
    } catch (error) {
      this.form.showFaults(
        error instanceof ApiError
          ? faultsOf(error.body, error.message)
          : [{ field: "", message: messageOf(error) }],
      );
      return;
    }
    this.form.hide();
    if (this.isNew) this.context.notify(t.wasStarted(String(name)), "info");
  }

  // The station of the rig that the page shows.
  private target(): { stream: string; by: string } {
    return { stream: this.context.rig.name ?? "", by: this.context.by() };
  }

  private ask(isAsked: boolean): void {
    this.confirm.hidden = !isAsked;
    setText(this.question, isAsked ? t.stopAsk(this.run?.name ?? "") : "");
    if (!isAsked) return;
    this.form.hide();
    this.stopNow.focus();
  }

  // Escape keeps it running.
  private key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.confirm.hidden) return;
    event.stopPropagation();
    this.ask(false);
    this.stopButton.focus();
  }

  private async stop(): Promise<void> {
    const name = this.run?.name ?? "";
    this.ask(false);
    try {
      await sendTestRun(this.context.api, "stop", this.target(), {});
      this.context.notify(t.wasStopped(name), "info");
    } catch (error) {
      this.context.notify(reasonOf(error), "warning");
    }
  }

  private show(): void {
    const { newest: run, seconds, fault } = this.context.testRun;
    const goesOn = run !== undefined && run.stoppedUtc === null;
    this.startButton.hidden = goesOn || fault !== "";
    this.editButton.hidden = !goesOn;
    this.stopButton.hidden = !goesOn;
    this.head.hidden = run === undefined;
    this.empty.hidden = run !== undefined;
    setText(this.empty, fault === "" ? t.none : fault);
    if (run === undefined) {
      this.facts.show([]);
      return;
    }
    setText(this.name, run.name);
    const isRunning = run.stoppedUtc === null;
    this.state.show(
      isRunning
        ? { word: texts.words.running, tone: "good", shape: "circle" }
        : { word: texts.words.stopped, tone: "stale", shape: "dash" },
    );
    this.facts.show(factsOf(run, (iso) => this.context.timeText(nsOfIso(iso)), seconds));
  }
}

/** What is said of a run; empty columns are left out. */
export function factsOf(run: TestRun, timeText: (iso: string) => string, seconds: number): readonly Fact[] {
  const facts: Fact[] = [
    { name: t.specimen, value: run.specimen },
    { name: t.operator, value: run.operator },
    { name: t.control, value: run.controlMode },
    { name: t.gaugeLength, value: run.l0Mm === null ? "" : `${run.l0Mm} mm` },
    { name: t.crossSection, value: run.s0Mm2 === null ? "" : `${run.s0Mm2} mm²` },
    { name: t.started, value: timeText(run.startedUtc) },
    { name: t.stoppedAt, value: run.stoppedUtc === null ? "" : timeText(run.stoppedUtc) },
    { name: t.duration, value: durationText(seconds) },
    { name: t.note, value: run.note },
  ];
  return facts.filter((fact) => fact.value.length > 0);
}

function nsOfIso(iso: string): bigint {
  return BigInt(Date.parse(iso)) * 1_000_000n;
}

export const testRunPanel: PanelType = {
  id: "testrun",
  title: t.title,
  create: (context) => new TestRunPanel(context),
};
