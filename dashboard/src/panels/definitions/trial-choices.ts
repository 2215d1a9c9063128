/** On which recordings a limit of a rig can be tried. */

import type { ListedRecording } from "../../api/recordings";

const maxChoices = 50;

/** Recordings with blocks of a stream: the one that goes on first, then the newest. */
export function trialChoices(recordings: readonly ListedRecording[], stream: string): readonly ListedRecording[] {
  const usable = recordings.filter((one) => one.blocks > 0 && one.streams.includes(stream));
  return [...usable.filter((one) => one.recording), ...usable.filter((one) => !one.recording)].slice(0, maxChoices);
}
