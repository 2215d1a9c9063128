/** Search and state of recordings in the list. */

import { type ListedRecording, secondsOf } from "../api/recordings";

export type RecordingState = "recording" | "unfinished" | "damaged" | "unreadable" | "kept" | "closed";

/** The worst that is to be said about a recording, in one word. */
export function stateOf(one: ListedRecording): RecordingState {
  if (one.blocks === 0 && one.fault !== null) return "unreadable";
  if (one.recording) return "recording";
  if (one.damaged > 0 || one.fault !== null) return "damaged";
  if (one.open) return "unfinished";
  return one.kept ? "kept" : "closed";
}

/** Recordings that have all words of a search: in run, specimen, operator, rig or state. */
export function selectRecordings(
  recordings: readonly ListedRecording[],
  search: string,
  wordOf: (state: RecordingState) => string,
): readonly ListedRecording[] {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return recordings.filter((one) => {
    const text = [one.run, one.specimen, one.operator, one.site, one.rig, wordOf(stateOf(one)), one.kept ? wordOf("kept") : ""]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** How long a recording is, seconds; 0 without blocks. */
export function spanOf(one: Pick<ListedRecording, "fromNs" | "toNs">): number {
  return one.fromNs === null || one.toNs === null ? 0 : Math.max(0, secondsOf(one.toNs) - secondsOf(one.fromNs));
}
