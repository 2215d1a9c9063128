import { expect, test } from "vitest";
import { digitsOf } from "../../src/plots/value-box";

test("signs and capitals are wider than a digit, points and spaces narrower", () => {
  expect([digitsOf("1234"), digitsOf("1.5"), digitsOf("\u221212"), digitsOf("1 kN")]).toEqual([4, 2.6, 3.6, 4.2]);
});
