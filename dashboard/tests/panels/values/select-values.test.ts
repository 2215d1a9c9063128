import { describe, expect, it } from "vitest";
import type { ShownValue } from "../../../src/panels/parts/rig-data";
import { pickValues, searchValues, toggleName } from "../../../src/panels/values/select-values";

const value = (name: string, unit: string): ShownValue => ({
  name,
  unit,
  value: 0,
  quality: "good",
  decimals: 3,
  isCalculated: false,
  reason: undefined,
});

const values = [value("servo1.force", "kN"), value("servo1.stroke", "mm"), value("servo2.force", "kN")];

describe("searchValues", () => {
  it("needs every word", () =>
    expect(searchValues(values, "FORCE servo2").map(({ name }) => name)).toEqual(["servo2.force"]));

  it("finds units", () => expect(searchValues(values, "mm")).toHaveLength(1));

  it("shows all without a search", () => expect(searchValues(values, "  ")).toEqual(values));
});

describe("pickValues", () => {
  it("keeps the order of the names and leaves out what is not there", () => {
    expect(pickValues(values, ["servo2.force", "none", "servo1.force"]).map(({ name }) => name)).toEqual([
      "servo2.force",
      "servo1.force",
    ]);
  });
});

describe("toggleName", () => {
  it("adds and removes", () =>
    expect([toggleName(["a"], "b"), toggleName(["a", "b"], "a")]).toEqual([["a", "b"], ["b"]]));
});
