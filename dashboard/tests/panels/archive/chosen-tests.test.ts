import { expect, test } from "vitest";
import { ChosenTests } from "../../../src/panels/archive/chosen-tests";

test("two chosen tests are a pair, in the order of the choice", () => {
  const chosen = new ChosenTests();
  chosen.choose("@lab/rig2/B", "B", true);
  expect(chosen.pair).toBeUndefined();
  chosen.choose("@lab/rig1/A", "A", true);
  expect([chosen.pair, chosen.runs]).toEqual([["@lab/rig2/B", "@lab/rig1/A"], ["B", "A"]]);
});

test("a third test is not taken until another one is left", () => {
  const chosen = new ChosenTests();
  for (const id of ["a", "b"]) chosen.choose(id, id, true);
  expect([chosen.choose("c", "c", true), chosen.has("c")]).toEqual([false, false]);
  chosen.choose("a", "a", false);
  expect([chosen.choose("c", "c", true), chosen.pair]).toEqual([true, ["b", "c"]]);
});
