/** The test run in force: who, what, since when. It is started and stopped with `SignalMonitor testrun`. */

import { reasonOf } from "../../api/api";
import { readTestRun, type TestRun } from "../../api/definitions";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { el, setText } from "../../ui/dom";
import { type Fact, FactList } from "../parts/facts";
import { formatDuration } from "../parts/format";
import { Lifetime } from "../parts/lifetime";
import { Badge } from "../parts/status";

const texts = {
  title: "Test run",
  none: "No test run yet. Start one with: SignalMonitor testrun start T-17 --Specimen S1 --Operator kim --L0 50 --S0 78.54",
  running: "running",
  stopped: "stopped",
} as const;

const refreshMs = 5000;

class TestRunPanel implements Panel {
  readonly title = texts.title;
  readonly element: HTMLElement;
  private readonly life = new Lifetime();
  private readonly name = el("strong", { class: "p-run-name" });
  private readonly state = new Badge();
  private readonly head = el("div", { class: "row" }, this.name, this.state.element);
  private readonly facts = new FactList();
  private readonly empty = el("p", { class: "empty" });
  private run: TestRun | null = null;

  constructor(private readonly context: PanelContext) {
    this.element = el(
      "div",
      { class: "p-panel p-testrun", tabindex: 0, role: "group", "aria-label": texts.title },
      this.head,
      this.facts.element,
      this.empty,
    );
    this.life.add(
      context.rig.on(() => void this.read()),
      context.feed.on("events", ({ events }) => events.some((event) => event.kind === "testrun") && void this.read()),
    );
    this.life.every(1000, () => this.show());
    this.life.every(refreshMs, () => this.element.offsetParent !== null && void this.read());
  }

  dispose(): void {
    this.life.dispose();
  }

  private async read(): Promise<void> {
    const stream = this.context.rig.name;
    if (stream === undefined) return;
    try {
      this.run = await readTestRun(this.context.api, stream);
      setText(this.empty, texts.none);
    } catch (error) {
      setText(this.empty, reasonOf(error));
    }
    this.show();
  }

  private show(): void {
    const run = this.run;
    this.head.hidden = run === null;
    this.empty.hidden = run !== null;
    if (run === null) {
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
    this.facts.show(factsOf(run, (iso) => this.context.timeText(nsOfIso(iso)), Date.now()));
  }
}

/** What is said of a run; empty columns are left out. `now` in ms since 1970. */
export function factsOf(run: TestRun, timeText: (iso: string) => string, now: number): readonly Fact[] {
  const end = run.stoppedUtc === null ? now : Date.parse(run.stoppedUtc);
  const facts: Fact[] = [
    { name: "Specimen", value: run.specimen },
    { name: "Operator", value: run.operator },
    { name: "Control", value: run.controlMode },
    { name: "Gauge length L0", value: run.l0Mm === null ? "" : `${run.l0Mm} mm` },
    { name: "Cross section S0", value: run.s0Mm2 === null ? "" : `${run.s0Mm2} mm²` },
    { name: "Started", value: timeText(run.startedUtc) },
    { name: "Stopped", value: run.stoppedUtc === null ? "" : timeText(run.stoppedUtc) },
    { name: "Duration", value: formatDuration(end - Date.parse(run.startedUtc)) },
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
