/** The plots that a recording is opened with. */

import type { StreamEntry } from "../../data/catalogue";
import { plotGroups, xyPairs } from "../../layout/first-layout";
import type { Choice } from "../../ui/picker";

const maxPlots = 3;

/** Plots that a recording is opened with: those of the first layout of its rig, and one Y over X. */
export function firstChoices(stream: StreamEntry): readonly Choice[] {
  const pair = xyPairs(stream)[0];
  return [
    ...plotGroups(stream).slice(0, maxPlots).map(({ signals }): Choice => ({ panel: "plot", signals })),
    ...(pair === undefined ? [] : [{ panel: "xy" as const, signals: [pair.x, pair.y] }]),
  ];
}
