import { describe, expect, it } from "vitest";
import {
  type Suggestion,
  accept,
  callAt,
  complete,
  splitSignature,
  vocabularyOf,
} from "../../../src/panels/channels/completion";

const words: readonly Suggestion[] = vocabularyOf(
  [
    { name: "servo1.force", unit: "kN" },
    { name: "servo1.stroke", unit: "mm" },
    { name: "ad1", unit: "V" },
  ],
  [{ name: "force_abs", unit: "kN", expression: "abs(servo1.force)" }],
  [{ alias: "load", channel: "servo1.force" }],
  [
    { name: "movavg", signature: "movavg(x, n)", summary: "mean of n values", group: "windows" },
    { name: "abs", signature: "abs(x)", summary: "magnitude", group: "math" },
  ],
);

const names = (text: string, caret = text.length, always = false): string[] =>
  complete(text, caret, words, always).items.map((item) => item.name);

describe("complete", () => {
  it("puts beginnings before beginnings of parts", () => expect(names("fo")).toEqual(["force_abs", "servo1.force"]));

  it("finds letters in order", () => expect(names("mvg")).toEqual(["movavg"]));

  it("completes the part after a dot", () => expect(names("2 * servo1.st")).toEqual(["servo1.stroke"]));

  it("replaces the whole word around the caret", () => {
    expect(complete("abs(serv.force)", 6, words)).toMatchObject({ from: 4, to: 14 });
  });

  it("says nothing inside of a text", () => expect(names('convert(x, "fo')).toEqual([]));

  it("says nothing for the unit of a number", () => expect(names("servo1.force > 20 m")).toEqual([]));

  it("says nothing for a number", () => expect(names("20")).toEqual([]));

  it("says nothing where no word has begun", () => expect(names("1 + ")).toEqual([]));

  it("lists everything when it is asked for", () => expect(names("", 0, true)).toHaveLength(words.length));

  it("says nothing for a channel that is complete", () => expect(names("servo1.stroke")).toEqual([]));

  it("knows aliases", () => expect(names("loa")).toEqual(["load"]));
});

describe("accept", () => {
  it("opens the bracket of a function", () => {
    const text = "2 * mova";
    const completion = complete(text, text.length, words);
    expect(accept(text, completion, completion.items[0]!)).toEqual({ text: "2 * movavg(", caret: 11 });
  });

  it("keeps a bracket that is there", () => {
    const completion = complete("mova(x, 3)", 4, words);
    expect(accept("mova(x, 3)", completion, completion.items[0]!)).toEqual({ text: "movavg(x, 3)", caret: 6 });
  });

  it("writes a channel as it is", () => {
    const completion = complete("servo1.fo * 2", 9, words);
    expect(accept("servo1.fo * 2", completion, completion.items[0]!)).toEqual({
      text: "servo1.force * 2",
      caret: 12,
    });
  });
});

describe("callAt", () => {
  it("counts arguments", () => expect(callAt("movavg(x, ", 10)).toEqual({ name: "movavg", argument: 1 }));

  it("finds the innermost call", () => expect(callAt("movavg(abs(x", 12)).toEqual({ name: "abs", argument: 0 }));

  it("goes back to the outer call after an inner one", () => {
    expect(callAt("movavg(abs(x, y), ", 18)).toEqual({ name: "movavg", argument: 1 });
  });

  it("passes over brackets without a name", () => expect(callAt("abs((x + ", 9)).toEqual({ name: "abs", argument: 0 }));

  it("does not count commas of a table", () =>
    expect(callAt("lookup(x, [1, 2; 3, ", 20)).toEqual({ name: "lookup", argument: 1 }));

  it("does not read texts", () => expect(callAt('convert(x, "a,(', 15)).toEqual({ name: "convert", argument: 1 }));

  it("is nothing outside of all calls", () => expect(callAt("abs(x) + ", 9)).toBeUndefined());
});

describe("splitSignature", () => {
  it("marks an argument", () => expect(splitSignature("movavg(x, n)", 1)).toEqual(["movavg(x, ", "n", ")"]));

  it("goes on with the last of many", () =>
    expect(splitSignature("max(a, b, ...)", 7)).toEqual(["max(a, b, ", "...", ")"]));

  it("keeps commas of groups together", () => {
    expect(splitSignature("damage(x, sn(C, m), band = 0)", 1)).toEqual(["damage(x, ", "sn(C, m)", ", band = 0)"]);
  });

  it("marks nothing after the last argument", () => expect(splitSignature("abs(x)", 3)).toEqual(["abs(x)", "", ""]));
});
