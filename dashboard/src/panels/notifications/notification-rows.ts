/** Targets of notifications as the panel shows them, and what is typed of their settings. */

import {
  type NotificationKind,
  type NotificationSeverity,
  type NotificationTarget,
  type TargetChange,
} from "../../api/notifications";
import { texts } from "../../texts/texts";
import type { StatusStyle } from "../parts/status";

const t = texts.notifications;
const maxPerMinute = 600;
const maxPauseMinutes = 7 * 24 * 60;

/** How a target does: the worst first. */
export function targetStyle(target: NotificationTarget, nowMs: number): StatusStyle {
  if (isPaused(target, nowMs)) return { word: t.states.paused, tone: "warn", shape: "clock" };
  if (target.fault !== null) return { word: t.states.failing, tone: "bad", shape: "cross" };
  return target.held > 0
    ? { word: t.states.waiting, tone: "info", shape: "ring" }
    : { word: t.states.ready, tone: "good", shape: "circle" };
}

export function isPaused(target: NotificationTarget, nowMs: number): boolean {
  return target.pausedUntilNs !== null && target.pausedUntilNs / 1e6 > nowMs;
}

/** What is typed of the settings of a target. */
export interface SettingsForm {
  readonly kinds: readonly NotificationKind[];
  readonly minSeverity: NotificationSeverity;
  readonly perMinute: string;
}

/** The change that is sent, or why there is none. */
export function changeOf({ kinds, minSeverity, perMinute }: SettingsForm): TargetChange | string {
  const rate = wholeIn(perMinute, 1, maxPerMinute);
  if (kinds.length === 0) return t.kindNeeded;
  return rate === undefined ? t.rateNeeded(maxPerMinute) : { kinds, minSeverity, perMinute: rate };
}

/** Minutes of a pause; undefined for what is no number of them. */
export function minutesOf(text: string): number | undefined {
  return wholeIn(text, 1, maxPauseMinutes);
}

function wholeIn(text: string, least: number, most: number): number | undefined {
  const number = Number(text.trim() === "" ? NaN : text);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
