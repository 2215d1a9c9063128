import { describe, expect, it } from "vitest";
import {
  type FieldSpec,
  faultOf,
  isFixed,
  keyOf,
  kindSpecs,
  textOf,
  valueOf,
} from "../../../src/panels/definitions/definition-fields";

const number: FieldSpec = { name: "value", label: "Value", type: "number" };
const optional: FieldSpec = { ...number, isOptional: true };

describe("keyOf", () => {
  it("joins the key of a limit", () => {
    expect(keyOf(kindSpecs[0]!, { signal: "servo1.force", kind: "upper", severity: "severe" })).toBe(
      "servo1.force:upper:severe",
    );
  });
});

describe("isFixed", () => {
  it("is so for a row of the configuration", () => expect(isFixed({ name: "snap", readOnly: true })).toBe(true));

  it("is not for a row of the database", () => expect(isFixed({ name: "grip", revision: "1" })).toBe(false));
});

describe("valueOf", () => {
  it("reads a number", () => expect(valueOf(number, " -1.5e3 ", false)).toBe(-1500));

  it("clears an optional number that is empty", () => {
    expect(valueOf(optional, " ", false)).toBeNull();
    expect(faultOf(optional, valueOf(optional, " ", false))).toBe("");
  });

  it("reads a check", () => expect(valueOf({ ...number, type: "check" }, "", true)).toBe(true));
});

describe("textOf", () => {
  it("says yes", () => expect(textOf({ ...number, type: "check" }, true)).toBe("yes"));

  it("is empty without a value", () => expect(textOf(number, null)).toBe(""));
});

describe("faultOf", () => {
  it("wants a number", () => expect(faultOf(number, valueOf(number, "a lot", false))).toBe("a number is needed"));

  it("wants a key", () =>
    expect(faultOf({ name: "name", label: "Name", type: "text", isKey: true }, "")).toBe("name is needed"));

  it("takes zero", () => expect(faultOf(number, 0)).toBe(""));
});
