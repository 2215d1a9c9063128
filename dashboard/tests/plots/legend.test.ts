import { expect, test } from "vitest";
import { shortNames } from "../../src/plots/legend";

test("shortNames leaves what tells signals apart", () => {
  expect(shortNames(["servo1.force", "servo1.command"])).toEqual({ common: "servo1", names: ["force", "command"] });
  expect(shortNames(["servo1.stroke", "servo2.stroke"])).toEqual({ common: "", names: ["servo1", "servo2"] });
  expect(shortNames(["servo1.stroke", "servo2.force"]).names).toEqual(["servo1.stroke", "servo2.force"]);
  expect(shortNames(["servo1.stroke"]).names).toEqual(["servo1.stroke"]);
  expect(shortNames(["ad1", "servo1.stroke"]).names).toEqual(["ad1", "servo1.stroke"]);
});
