/** The test run in force: who, what, since when. It is started and stopped with `SignalMonitor testrun`. */

import type { TestRun } from "../../api/definitions";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { durationText } from "../../plots/format";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { type Fact, FactList } from "../parts/facts";
import { Lifetime } from "../parts/lifetime";
import { Badge } from "../parts/status";

const t = texts.testRun;

class TestRunPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly name = el("strong", { class: "p-run-name" });
  private readonly state = new Badge();
  private readonly head = el("div", { class: "row" }, this.name, this.state.element);
  private readonly facts = new FactList();
  private readonly empty = el("p", { class: "empty" });

  constructor(private readonly context: PanelContext) {
    this.element = el(
      "div",
      { class: "p-panel p-testrun", tabindex: 0, role: "group", "aria-label": t.title },
      this.head,
      this.facts.element,
      this.empty,
    );
    this.lifetime.add(context.testRun.on(() => this.show()));
    this.lifetime.every(1000, () => this.show());
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private show(): void {
    const { newest: run, seconds, fault } = this.context.testRun;
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
