import { describe, expect, test } from "vitest";
import type { Mark } from "../../src/data/timeline";
import { marksAt, placeEvents, placeNotes, shortened } from "../../src/plots/markers";

/** 10 pixels a second, from 50 on. */
const frame = { left: 50, top: 10, width: 1000, height: 200, fromS: 100, toS: 200, min: 0, max: 1, ratio: 1 };
const widthOf = (text: string): number => text.length * 6;

function mark(atS: number, text: string): Mark {
  return { atS, severity: "info", text, stream: "main" };
}

function place(...marks: Mark[]): ReturnType<typeof placeNotes> {
  return placeNotes(marks, frame, 11, widthOf);
}

describe("placeNotes", () => {
  test("puts a note at its time, with its first line as label", () => {
    expect(place(mark(110, "kim: oil changed\nsecond line"))).toMatchObject([{ x: 150, label: "kim: oil changed" }]);
  });

  test("groups several at one place, at the first of them", () => {
    const [group] = place(mark(110, "a"), mark(110.5, "b"), mark(111.5, "c"));
    expect([group!.x, group!.label, group!.marks.length]).toEqual([150, "3 notes", 3]);
  });

  test("the same notes are grouped wherever the window stands", () => {
    const notes = [mark(110, "a"), mark(111, "b"), mark(112, "c")];
    const later = { ...frame, fromS: 110.5, toS: 210.5 };
    expect(placeNotes(notes.slice(1), later, 11, widthOf)).toHaveLength(1);
    expect(place(...notes)).toHaveLength(1);
  });

  test("a label ends before the line of the note before", () => {
    const [, second] = place(mark(110, "a"), mark(120, "kim: a text that is longer than ten seconds"));
    expect(second!.labelLeft).toBeGreaterThan(150);
    expect(second!.label.endsWith("\u2026")).toBe(true);
  });

  test("without room there is no label", () => {
    expect(place(mark(110, "a"), mark(112, "long text"))[1]).toMatchObject({ label: "", labelLeft: 170 });
  });
});

test("shortened keeps what has room", () => {
  expect([shortened("abcdef", 36, widthOf), shortened("abcdef", 35, widthOf), shortened("abcdef", 5, widthOf)]).toEqual([
    "abcdef",
    "abcd\u2026",
    "",
  ]);
});

test("marksAt finds a line, a label and a tick, and nothing beside them", () => {
  const notes = place(mark(150, "kim: hello"));
  const events = placeEvents([mark(120, "alarm")], frame);
  const textsAt = (x: number, y: number): string[] => marksAt(notes, events, x, y, 1).map(({ text }) => text);
  expect([textsAt(552, 20), textsAt(530, 205), textsAt(530, 100), textsAt(251, 100)]).toEqual([
    ["kim: hello"],
    ["kim: hello"],
    [],
    ["alarm"],
  ]);
});
