import { describe, expect, it } from "vitest";
import { markErrors, placeOf } from "../../../src/panels/channels/error-marks";

describe("markErrors", () => {
  it("marks so many characters from a column that counts from 1", () => {
    expect(markErrors("a + bb", [{ message: "", column: 5, length: 2 }])).toEqual([
      { text: "a + ", isError: false },
      { text: "bb", isError: true },
    ]);
  });

  it("marks the word when no length is given", () => {
    expect(markErrors("x.y + z", [{ message: "", column: 1 }])).toEqual([
      { text: "x.y", isError: true },
      { text: " + z", isError: false },
    ]);
  });

  it("marks a blank after the end", () => {
    expect(markErrors("a +", [{ message: "", column: 4 }])).toEqual([
      { text: "a +", isError: false },
      { text: " ", isError: true },
    ]);
  });

  it("marks nothing for an error without a column", () => {
    expect(markErrors("a", [{ message: "", column: 0 }])).toEqual([{ text: "a", isError: false }]);
  });

  it("joins marks that touch", () => {
    expect(
      markErrors("abcd", [
        { message: "", column: 1, length: 2 },
        { message: "", column: 3, length: 2 },
      ]),
    ).toEqual([{ text: "abcd", isError: true }]);
  });
});

describe("placeOf", () => {
  it("is a column in one line", () => expect(placeOf("a + b", 5)).toBe("column 5"));

  it("is line and column in several", () => expect(placeOf("a +\n b", 6)).toBe("line 2, column 2"));
});
