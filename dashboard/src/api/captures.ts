/** `/api/captures`: samples kept around breaks (docs/alarms.md). */

import type { Api } from "./api";

export interface CaptureFile {
  readonly file: string;
  readonly utcNs: string;
  readonly trigger: string;
  readonly stream: string;
  readonly bytes: number;
}

/**
 * A capture thinned to so many points, each with the least and the greatest of what it represents; `t` in s after the
 * break.
 */
export interface Capture {
  readonly trigger: string;
  readonly channels: readonly { readonly name: string; readonly unit: string }[];
  readonly rateHz: number;
  readonly t: readonly number[];
  readonly min: readonly (readonly (number | string | null)[])[];
  readonly max: readonly (readonly (number | string | null)[])[];
}

export function fetchCaptures(api: Api): Promise<readonly CaptureFile[]> {
  return api.get("/api/captures");
}

export function fetchCapture(api: Api, file: string, points: number): Promise<Capture> {
  return api.get(`/api/captures/${encodeURIComponent(file)}?points=${points}`);
}
