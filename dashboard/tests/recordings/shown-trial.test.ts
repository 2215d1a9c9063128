import { expect, test } from "vitest";
import { type ShownTrial, ShownTrials } from "../../src/recordings/shown-trial";

const trial: ShownTrial = { recording: "lab/rig1/T-1", stream: "main", rows: [], excursions: [] };

test("ShownTrials tells of each other trial and of a stretch, until the listener ends", () => {
  const trials = new ShownTrials();
  const heard: unknown[] = [];
  const end = trials.on((focus) => heard.push(focus ?? trials.newest?.recording ?? "none"));
  trials.show(trial);
  trials.show(trial);
  trials.look({ fromS: 1, toS: 2 });
  trials.show(undefined);
  end();
  trials.show(trial);
  expect(heard).toEqual(["lab/rig1/T-1", { fromS: 1, toS: 2 }, "none"]);
});
