import { expect, test } from "vitest";
import { languageOf } from "../../src/texts/texts";

test("the first wanted language that there is, whatever its region", () => {
  expect(languageOf(["fr-CH", "de-CH", "en"], ["en", "de"])).toBe("de");
});

test("English when none of the wanted ones is there", () => {
  expect([languageOf(["fr"], ["en"]), languageOf([], ["en"])]).toEqual(["en", "en"]);
});
