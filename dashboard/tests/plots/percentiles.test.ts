import { expect, test } from "vitest";
import { Percentiles } from "../../src/plots/percentiles";

test("percentiles are those of the newest values, by nearest rank", () => {
  const values = new Percentiles(100);
  for (let i = 1; i <= 300; i++) values.add(i);
  expect([values.count, values.at(0.5), values.at(0.95), values.at(1), values.at(0)]).toEqual([
    100, 250, 295, 300, 201,
  ]);
  values.clear();
  expect(values.at(0.5)).toBeNaN();
});
