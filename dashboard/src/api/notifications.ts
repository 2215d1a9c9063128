/** `/api/notifications`: where messages to people go (docs/http.md). */

import type { Api } from "./api";

export const notificationKinds = ["alarm", "test", "trouble"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationSeverities = ["info", "warning", "critical"] as const;
export type NotificationSeverity = (typeof notificationSeverities)[number];

/** What goes to a target now. */
export interface TargetSettings {
  readonly kinds: readonly NotificationKind[];
  readonly minSeverity: NotificationSeverity;
  readonly perMinute: number;
  /** It is not as configured. */
  readonly changed: boolean;
  /** Who changed it last; "" = nobody. */
  readonly by: string;
}

/** A target: `queued` = `sent` + `dropped` + `held`; what came in a pause is `suppressed`. */
export interface NotificationTarget {
  readonly name: string;
  /** What and where it is. */
  readonly target: string;
  readonly queued: number;
  readonly sent: number;
  readonly dropped: number;
  readonly held: number;
  readonly suppressed: number;
  /** Attempts that failed. */
  readonly failures: number;
  /** Why the last attempt failed; null = it did not. */
  readonly fault: string | null;
  /** UTC ns; null = never. */
  readonly lastSentNs: number | null;
  readonly lastTitle: string | null;
  /** UTC ns; null = it is not paused. */
  readonly pausedUntilNs: number | null;
  readonly settings: TargetSettings;
}

export interface NotificationTargets {
  readonly targets: readonly NotificationTarget[];
  readonly faults: readonly string[];
}

/** What is changed of a target; what is left out stays. */
export interface TargetChange {
  readonly kinds?: readonly NotificationKind[];
  readonly minSeverity?: NotificationSeverity;
  readonly perMinute?: number;
  /** 0 ends a pause. */
  readonly pauseMinutes?: number;
}

export function readTargets(api: Api): Promise<NotificationTargets> {
  return api.get("/api/notifications");
}

/** Sends one message at once; rejected with the reason where it is not taken. */
export function testTarget(api: Api, name: string, by: string): Promise<unknown> {
  return api.send("POST", `${pathOf(name)}/test${byOf(by)}`);
}

export function changeTarget(api: Api, name: string, change: TargetChange, by: string): Promise<NotificationTargets> {
  return api.send("PUT", `${pathOf(name)}/settings${byOf(by)}`, change);
}

/** What is configured goes to the target again, at once. */
export function resetTarget(api: Api, name: string, by: string): Promise<NotificationTargets> {
  return api.send("DELETE", `${pathOf(name)}/settings${byOf(by)}`);
}

function pathOf(name: string): string {
  return `/api/notifications/${encodeURIComponent(name)}`;
}

function byOf(by: string): string {
  return `?${new URLSearchParams({ by })}`;
}
