import { expect, test } from "vitest";
import { RemoteClock } from "../../src/data/clock";

test("the fastest message tells the clock", () => {
  let now = 10;
  const clock = new RemoteClock(() => now);
  clock.observe(1000);
  now = 10.1;
  clock.observe(1000.05);
  expect(clock.read()).toBeCloseTo(1000.1, 3);
  now = 10.2;
  clock.observe(1000.25);
  expect(clock.read()).toBeCloseTo(1000.25, 6);
});

test("a step is taken at once, drift slowly", () => {
  let now = 0;
  const clock = new RemoteClock(() => now);
  clock.observe(1000);
  now = 1;
  clock.observe(4600);
  expect(clock.read()).toBe(4600);
  now = 101;
  clock.observe(4699.95);
  expect(clock.read()).toBeCloseTo(4699.95, 3);
});

test("goes on by itself, and is 0 before the first message", () => {
  let now = 5;
  const clock = new RemoteClock(() => now);
  expect([clock.isKnown, clock.read()]).toEqual([false, 0]);
  clock.observe(100);
  now = 8;
  expect(clock.read()).toBe(103);
  clock.forget();
  expect(clock.isKnown).toBe(false);
});
