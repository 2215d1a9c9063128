import { expect, test } from "vitest";
import { nameOf } from "../../src/ui/keys";

test("nameOf keeps shift for letters and arrows, not for signs", () => {
  const key = (name: string, shiftKey = false, altKey = false): string => nameOf({ key: name, shiftKey, altKey });
  expect([key("P"), key("u", true), key("?", true), key("+", true), key(" "), key("ArrowLeft", true, true)]).toEqual([
    "p",
    "Shift+u",
    "?",
    "+",
    " ",
    "Alt+Shift+ArrowLeft",
  ]);
});
