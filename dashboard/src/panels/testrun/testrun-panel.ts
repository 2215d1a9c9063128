/** The test run in force: who, what, since when. It is started and stopped with `SignalMonitor testrun`. */

import type { TestRun } from "../../api/definitions";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { durationText } from "../../plots/format";
import { el, setText } from "../../ui/dom";
import { type Fact, FactList } from "../parts/facts";
import { Lifetime } from "../parts/lifetime";
import { Badge } from "../parts/status";

const texts = {
  title: "Test run",
  none: "No test run yet. Start one with: SignalMonitor testrun start T-17 --Specimen S1 --Operator kim --L0 50 --S0 78.54",
  running: "running",
  stopped: "stopped",
} as const;

class TestRunPanel implements Panel {
  readonly title = texts.title;
  readonly element: HTMLElement;
  private readonly life = new Lifetime();
  private readonly name = el("strong", { class: "p-run-name" });
  private readonly state = new Badge();
  private readonly head = el("div", { class: "row" }, this.name, this.state.element);
  private readonly facts = new FactList();
  private readonly empty = el("p", { class: "empty" });

  constructor(private readonly context: PanelContext) {
    this.element = el(
      "div",
      { class: "p-panel p-testrun", tabindex: 0, role: "group", "aria-label": texts.title },
      this.head,
      this.facts.element,
      this.empty,
    );
    this.life.add(context.testRun.on(() => this.show()));
    this.life.every(1000, () => this.show());
  }

  dispose(): void {
    this.life.dispose();
  }

  private show(): void {
    const { newest: run, seconds, fault } = this.context.testRun;
    this.head.hidden = run === undefined;
    this.empty.hidden = run !== undefined;
    setText(this.empty, fault === "" ? texts.none : fault);
    if (run === undefined) {
      this.facts.show([]);
      return;
    }
    setText(this.name, run.name);
    const isRunning = run.stoppedUtc === null;
    this.state.show(
      isRunning
        ? { word: texts.running, tone: "good", shape: "circle" }
        : { word: texts.stopped, tone: "stale", shape: "dash" },
    );
    this.facts.show(factsOf(run, (iso) => this.context.timeText(nsOfIso(iso)), seconds));
  }
}

/** What is said of a run; empty columns are left out. */
export function factsOf(run: TestRun, timeText: (iso: string) => string, seconds: number): readonly Fact[] {
  const facts: Fact[] = [
    { name: "Specimen", value: run.specimen },
    { name: "Operator", value: run.operator },
    { name: "Control", value: run.controlMode },
    { name: "Gauge length L0", value: run.l0Mm === null ? "" : `${run.l0Mm} mm` },
    { name: "Cross section S0", value: run.s0Mm2 === null ? "" : `${run.s0Mm2} mm²` },
    { name: "Started", value: timeText(run.startedUtc) },
    { name: "Stopped", value: run.stoppedUtc === null ? "" : timeText(run.stoppedUtc) },
    { name: "Duration", value: durationText(seconds) },
    { name: "Note", value: run.note },
  ];
  return facts.filter((fact) => fact.value.length > 0);
}

function nsOfIso(iso: string): bigint {
  return BigInt(Date.parse(iso)) * 1_000_000n;
}

export const testRunPanel: PanelType = {
  id: "testrun",
  title: texts.title,
  create: (context) => new TestRunPanel(context),
};
