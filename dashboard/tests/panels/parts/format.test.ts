import { describe, expect, it } from "vitest";
import {
  decimalsOf,
  formatBytes,
  formatPlain,
  formatSignificant,
  formatValue,
  nsOf,
  numberOf,
} from "../../../src/panels/parts/format";

describe("numberOf", () => {
  it("reads what JSON has no number for", () =>
    expect([numberOf("Infinity"), numberOf("NaN")]).toEqual([Infinity, NaN]));

  it("is NaN without a value", () => expect(numberOf(null)).toBeNaN());
});

describe("decimalsOf", () => {
  it("shows five digits of the greater end", () => expect(decimalsOf(-100, 100)).toBe(2));

  it("shows more of a small range", () => expect(decimalsOf(-0.5, 0.5)).toBe(5));

  it("has a usual number without a range", () => expect(decimalsOf(undefined, undefined)).toBe(3));
});

describe("formatValue", () => {
  it("keeps its decimals", () => expect(formatValue(1.5, 3)).toBe("1.500"));

  it("has a real minus sign", () => expect(formatValue(-1.5, 1)).toBe("−1.5"));

  it("shows what is no number", () => expect([formatValue(NaN, 1), formatValue(-Infinity, 1)]).toEqual(["–", "−∞"]));

  it("shows very large values with an exponent", () => expect(formatValue(1.5e12, 3)).toBe("1.5000e+12"));
});

describe("formatSignificant", () => {
  it("shows five digits", () => expect(formatSignificant(91.23456)).toBe("91.235"));
});

describe("formatPlain", () => {
  it("adds no decimals", () => expect(formatPlain(-70)).toBe("−70"));
});

describe("formatBytes", () => {
  it.each([
    [999, "999 B"],
    [1500, "1.5 kB"],
    [12_345_678, "12.3 MB"],
  ])("%d is %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe("nsOf", () => {
  it("takes text and number", () =>
    expect([nsOf("1700000000000000001"), nsOf(1.7e18)]).toEqual([1700000000000000001n, 1700000000000000000n]));
});
