/** Account and health of all streams, with the reasons why something is not as it should be. */

import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { durationText } from "../../plots/format";
import type { Health, StreamHealth } from "../../protocol/messages";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { type Fact, FactList } from "../parts/facts";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Lifetime } from "../parts/lifetime";
import { type StatusStyle, Badge, freshnessStyle } from "../parts/status";

const t = texts.health;
const w = texts.words;

const statusStyles: Readonly<Record<string, StatusStyle>> = {
  ok: { word: w.ok, tone: "good", shape: "circle" },
  degraded: { word: w.degraded, tone: "warn", shape: "triangle" },
  stale: { word: w.stale, tone: "bad", shape: "clock" },
};

class HealthPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly status = new Badge();
  private readonly reasons = el("ul", { class: "p-reasons" });
  private readonly fine = el("p", { class: "dim" }, t.waiting);
  private readonly account = new FactList();
  private readonly system = new FactList();
  private readonly streams = el("div", { class: "p-streams" });
  private readonly list: KeyedList<StreamHealth>;

  constructor(context: PanelContext) {
    this.list = new KeyedList(
      this.streams,
      (stream) => `${stream.name} ${String(stream["epoch"])}`,
      () => new StreamCard(),
    );
    this.element = el("div", { class: "p-panel p-health", tabindex: 0, role: "group", "aria-label": t.title },
      el("div", { class: "row", role: "status" }, this.status.element, this.fine),
      this.reasons,
      el("h3", { class: "label" }, t.account),
      this.account.element,
      this.system.element,
      this.streams,
    );
    this.lifetime.add(context.feed.on("health", (health) => this.show(health)));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private show(health: Health): void {
    this.status.show(statusStyles[health.status] ?? { word: health.status, tone: "stale", shape: "dash" });
    const reasons = health.reasons ?? [];
    while (this.reasons.children.length > reasons.length) this.reasons.lastElementChild!.remove();
    while (this.reasons.children.length < reasons.length) this.reasons.append(el("li"));
    reasons.forEach((reason, index) => setText(this.reasons.children[index]!, reason));
    setText(this.fine, reasons.length === 0 && isExact(health) ? t.fine : "");
    this.account.show(accountFacts(health));
    this.system.show(systemFacts(health));
    this.list.show(health.streams);
  }
}

function isExact({ account }: Health): boolean {
  return account.silentLoss === 0 && account.missing === 0;
}

/** The account: published = delivered + declared lost + missing. */
export function accountFacts({ account }: Pick<Health, "account">): readonly Fact[] {
  return [
    { name: t.published, value: String(account.published) },
    { name: t.delivered, value: String(account.delivered) },
    {
      name: t.declaredLost,
      value: String(account.declaredLost),
      tone: account.declaredLost > 0 ? "warn" : undefined,
    },
    { name: t.missingAsked, value: String(account.missing), tone: account.missing > 0 ? "warn" : undefined },
    {
      name: t.silentlyLost,
      value: String(account.silentLoss),
      tone: account.silentLoss !== 0 ? "bad" : undefined,
    },
  ];
}

/** Health of the monitor itself. */
export function systemFacts(health: Health): readonly Fact[] {
  const position = (health["position"] ?? {}) as { saving?: boolean; fault?: string | null };
  const variables = (health["variables"] ?? {}) as { database?: boolean; stale?: boolean; reason?: string | null };
  const captures = health["captures"] as { written: number; failed: number; fault?: string | null } | undefined;
  const facts: Fact[] = [
    {
      name: t.position,
      value: position.saving ? (position.fault ?? t.saved) : t.notSaved,
      tone: position.fault ? "warn" : undefined,
    },
    {
      name: t.definitions,
      value: !variables.database ? t.noDatabase : variables.stale ? (variables.reason ?? w.stale) : t.inForce,
      tone: variables.stale ? "warn" : undefined,
    },
  ];
  if (captures !== undefined) {
    const text = captures.fault ?? t.captureCounts(captures.written, captures.failed);
    facts.push({ name: t.captures, value: text, tone: captures.fault || captures.failed > 0 ? "warn" : undefined });
  }
  return facts;
}

class StreamCard implements Row<StreamHealth> {
  readonly element: HTMLElement;
  private readonly name = el("strong");
  private readonly freshness = new Badge();
  private readonly facts = new FactList();

  constructor() {
    this.element = el(
      "article",
      { class: "p-stream" },
      el("div", { class: "row" }, this.name, this.freshness.element),
      this.facts.element,
    );
  }

  update(stream: StreamHealth): void {
    setText(this.name, stream.name);
    this.freshness.show(freshnessStyle(stream.freshness));
    this.facts.show(streamFacts(stream));
  }
}

/** Health of one stream; members that are not there are left out. */
export function streamFacts(stream: StreamHealth): readonly Fact[] {
  const number = (name: string): number => Number(stream[name] ?? Number.NaN);
  const latency = (stream["latency"] ?? {}) as { p50Us?: number; p99Us?: number };
  const bad = Object.values((stream["badFrames"] ?? {}) as Record<string, number>).reduce((a, b) => a + b, 0);
  const facts: Fact[] = [
    {
      name: t.delivery,
      value: String(stream["state"] ?? ""),
      tone: stream["state"] === "gap" ? "warn" : undefined,
    },
    {
      name: t.newest,
      value: number("ageMs") < 0 ? t.noneYet : durationText(number("ageMs") / 1000),
      tone: number("ageMs") > 1000 ? "warn" : undefined,
    },
    { name: t.delivered, value: String(stream["delivered"] ?? "") },
    { name: t.healed, value: String(stream["replayed"] ?? "") },
    {
      name: t.declaredLost,
      value: String(stream["declaredLost"] ?? ""),
      tone: number("declaredLost") > 0 ? "warn" : undefined,
    },
    { name: t.missing, value: String(stream["missing"] ?? ""), tone: number("missing") > 0 ? "warn" : undefined },
    { name: t.duplicates, value: String(stream["duplicates"] ?? "") },
    { name: t.refused, value: String(bad), tone: bad > 0 ? "warn" : undefined },
    { name: t.epoch, value: String(stream["epoch"] ?? "") },
    { name: t.lastSequence, value: String(stream["lastSequence"] ?? "") },
  ];
  if (latency.p50Us !== undefined && latency.p99Us !== undefined)
    facts.push({
      name: t.latency,
      value: `${milliseconds(latency.p50Us)}, ${milliseconds(latency.p99Us)}`,
    });
  return facts.filter((fact) => fact.value.length > 0);
}

function milliseconds(us: number): string {
  return `${(us / 1000).toFixed(1)} ms`;
}

export const healthPanel: PanelType = {
  id: "health",
  title: t.title,
  create: (context) => new HealthPanel(context),
};
