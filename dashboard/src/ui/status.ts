/** Text of the status bar, from health and connection: without a page. */

import type { TestRun } from "../api/definitions";
import { durationText, millisecondsText } from "../plots/format";
import type { ConnectionState } from "../data/feed";
import { streamHealth } from "../data/health";
import type { TestRunSource } from "../data/test-run";
import type { Health, StreamHealth } from "../protocol/messages";
import { texts } from "../texts/texts";

export type Level = "quiet" | "ok" | "warning" | "bad";

export interface Standing {
  readonly level: Level;
  readonly word: string;
  /** What is wrong and what to do; "" when nothing is. */
  readonly reason: string;
}

/** Members of a stream's health that the bar reads. */
interface Latency {
  readonly p50Us: number;
  readonly p99Us: number;
}

interface Clock {
  readonly offsetUs: number | null;
  readonly boundUs: number | null;
}

/** Values that are fresh and older than this mean that the monitor does not keep up. */
const maxBehindS = 3;

/** The worst of what is known, the connection first: without it nothing else is of now. */
export function standingOf(
  connection: ConnectionState,
  reason: string,
  health: Health | undefined,
  rig: string | undefined,
): Standing {
  const t = texts.status;
  if (connection === "lost") return { level: "bad", word: t.lost, reason: reason === "" ? t.lostReason : reason };
  if (connection === "connecting" && health === undefined) return { level: "quiet", word: t.connecting, reason: "" };
  if (connection === "connecting") return { level: "bad", word: t.lost, reason: reason === "" ? t.lostReason : reason };
  if (health === undefined) return { level: "quiet", word: t.loading, reason: "" };
  if (health.account.silentLoss !== 0)
    return { level: "bad", word: t.inexact, reason: t.inexactReason(health.account.silentLoss) };
  const stream = streamHealth(health, rig);
  if (stream === undefined) return { level: "quiet", word: t.noRig, reason: "" };
  if (stream["state"] === "past") return { level: "warning", word: t.past, reason: t.pastReason };
  if (stream.freshness !== "fresh")
    return { level: "bad", word: t.stale, reason: t.staleReason[stream.freshness] ?? stream.freshness };
  const behindS = numberOf(stream, "ageMs") / 1000;
  if (behindS > maxBehindS) return { level: "warning", word: t.behind, reason: t.behindReason(durationText(behindS)) };
  if (health.reasons.length > 0) return { level: "warning", word: t.degraded, reason: health.reasons.join("; ") };
  return { level: "ok", word: stream["replay"] === true ? t.replay : t.live, reason: "" };
}

/** One cell of the bar: a label, a value of steady width, and an explanation. */
export interface Cell {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly title: string;
  readonly level: Level;
}

/** A test run as the bar shows it. */
export type RunningTest = Pick<TestRunSource, "seconds"> & {
  readonly newest: Pick<TestRun, "name" | "stoppedUtc"> | undefined;
};

/** Cells in the order of the bar. `blocksPerSecond` NaN: not measured yet. */
export function cellsOf(
  health: Health | undefined,
  rig: string | undefined,
  blocksPerSecond: number,
  run?: RunningTest,
): Cell[] {
  const stream = streamHealth(health, rig);
  const t = texts.status.cells;
  const latency = stream?.["latency"] as Latency | undefined;
  const clock = stream?.["clock"] as Clock | undefined;
  const lost = numberOf(stream, "declaredLost");
  const missing = numberOf(stream, "missing");
  const healed = numberOf(stream, "replayed");
  return [
    cell("testrun", texts.status.testRun, runText(run), run?.newest?.name ?? texts.status.noTestRunTitle),
    cell(
      "rate",
      t.rate,
      Number.isNaN(blocksPerSecond) ? "\u2013" : `${blocksPerSecond.toFixed(blocksPerSecond < 100 ? 1 : 0)} /s`,
      t.rateTitle,
    ),
    cell(
      "latency",
      t.latency,
      latency === undefined || latency.p99Us === 0
        ? "\u2013"
        : `${millisecondsText(latency.p50Us)} / ${millisecondsText(latency.p99Us)}`,
      t.latencyTitle,
    ),
    cell(
      "gaps",
      t.gaps,
      stream === undefined ? "\u2013" : `${lost + missing} / ${healed}`,
      t.gapsTitle(lost, missing, healed),
      missing > 0 ? "warning" : "ok",
    ),
    account(health),
    recording(health),
    cell(
      "clock",
      t.clock,
      clock?.offsetUs === null || clock === undefined
        ? "\u2013"
        : `${clock.offsetUs < 0 ? "\u2212" : "+"}${millisecondsText(Math.abs(clock.offsetUs))}`,
      t.clockTitle,
    ),
  ];
}

function runText(run: RunningTest | undefined): string {
  const t = texts.status;
  if (run?.newest === undefined) return t.noTestRun;
  return `${run.newest.name} ${run.newest.stoppedUtc === null ? durationText(run.seconds) : t.stopped}`;
}

function account(health: Health | undefined): Cell {
  const t = texts.status.cells;
  if (health === undefined) return cell("account", t.account, "\u2013", t.accountTitle);
  const { published, delivered, declaredLost, silentLoss } = health.account;
  const exact = silentLoss === 0;
  return cell(
    "account",
    t.account,
    exact ? t.exact : t.open(silentLoss),
    t.accountOf(published, delivered, declaredLost, silentLoss),
    exact ? "ok" : "bad",
  );
}

function recording(health: Health | undefined): Cell {
  const t = texts.status.cells;
  const position = health?.["position"] as { saving?: boolean; ageMs?: number; fault?: string | null } | undefined;
  if (position === undefined) return cell("recording", t.recording, "\u2013", t.recordingTitle);
  if (position.fault) return cell("recording", t.recording, t.failed, position.fault, "bad");
  if (position.saving !== true) return cell("recording", t.recording, t.off, t.offTitle, "warning");
  return cell("recording", t.recording, t.saved, t.savedTitle(durationText((position.ageMs ?? 0) / 1000)));
}

function cell(key: string, label: string, value: string, title: string, level: Level = "ok"): Cell {
  return { key, label, value, title, level };
}

function numberOf(stream: StreamHealth | undefined, member: string): number {
  return Number(stream?.[member] ?? 0);
}

/** Age of the newest value of a rig in seconds when it is not of now; undefined while it is live. */
export function staleAge(
  connection: ConnectionState | undefined,
  health: Health | undefined,
  rig: string | undefined,
  sinceHealthS: number,
): number | undefined {
  const stream = streamHealth(health, rig);
  if (stream === undefined) return undefined;
  const ageS = numberOf(stream, "ageMs");
  const isStale = connection !== "live" || stream.freshness !== "fresh" || stream["state"] === "past";
  return isStale ? Math.max(0, ageS) / 1000 + sinceHealthS : undefined;
}
