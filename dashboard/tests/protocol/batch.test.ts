import { describe, expect, test } from "vitest";
import { type BucketSection, decodeBatch, type PairSection } from "../../src/protocol/batch";
import { batch, bucketSection, pairSection } from "./bytes";

const width = 12_500_000n;
const t0 = 1_790_000_000_000_000_000n;

function decoded(buffer: ArrayBuffer) {
  const result = decodeBatch(buffer);
  if (!result.ok) throw new Error(result.reason);
  return result.batch;
}

function refusal(buffer: ArrayBuffer): string {
  const result = decodeBatch(buffer);
  return result.ok ? "" : result.reason;
}

const two = bucketSection({
  id: 5,
  flags: 3,
  t0,
  widthNs: width,
  untilNs: t0 + width,
  signals: [
    [
      [-1, 2, 0, 1, 60],
      [0, 0, 0, 0, 0],
    ],
    [
      [3, 4, 3, 4, 2],
      [5, 6, 5, 6, 1],
    ],
  ],
});

describe("decodeBatch", () => {
  test("reads header and planes of buckets", () => {
    const { number, serverS, sections } = decoded(batch(9, 1_500_000_000n, two));
    const section = sections[0] as BucketSection;
    expect([number, serverS, section.kind, section.id]).toEqual([9, 1.5, "buckets", 5]);
    expect([section.reset, section.coarser, section.signals, section.buckets]).toEqual([true, true, 2, 2]);
    expect(section.firstBucket * section.widthNs).toBe(Number(t0));
    expect([[...section.min], [...section.max]]).toEqual([
      [-1, 0, 3, 5],
      [2, 0, 4, 6],
    ]);
    expect([[...section.first], [...section.last], [...section.count]]).toEqual([
      [0, 0, 3, 5],
      [1, 0, 4, 6],
      [60, 0, 2, 1],
    ]);
    expect([section.untilS, section.skippedBlocks]).toEqual([Number(t0 + width) / 1e9, 7]);
  });

  test("reads pairs", () => {
    const section = decoded(
      batch(
        1,
        0n,
        pairSection(2, 3_000_000_000n, [
          [0, 1, 2],
          [5e8, 3, 4],
        ]),
      ),
    ).sections[0] as PairSection;
    expect([section.kind, section.baseS, [...section.t], [...section.x], [...section.y]]).toEqual([
      "pairs",
      3,
      [0, 5e8],
      [1, 3],
      [2, 4],
    ]);
  });

  test("reads several sections, NaN and infinities", () => {
    const odd = bucketSection({ id: 1, t0, widthNs: width, signals: [[[NaN, Infinity, -Infinity, NaN, 1]]] });
    const sections = decoded(batch(1, 0n, two, odd, pairSection(3, 0n, []))).sections;
    expect(sections.map((section) => section.id)).toEqual([5, 1, 3]);
    expect([...(sections[1] as BucketSection).max]).toEqual([Infinity]);
  });

  test("planes are views of the buffer", () => {
    const buffer = batch(1, 0n, two);
    expect((decoded(buffer).sections[0] as BucketSection).min.buffer).toBe(buffer);
  });

  test("refuses each truncation with the byte of the fault", () => {
    const whole = new Uint8Array(batch(1, 0n, two));
    for (let length = 0; length < whole.length; length++)
      expect(refusal(whole.slice(0, length).buffer)).toMatch(/^byte \d+: /);
  });

  test.each([
    ["another version", 0, 2, /version 2/],
    ["an unknown kind", 16, 9, /kind 9/],
    ["a count that does not fit the length", 40, 200, /should have/],
    ["a length that is no multiple of 8", 44, 1, /no length of a section/],
    ["a width of another grid", 24, 1, /not on the grid/],
  ])("refuses %s", (_name, at, value, reason) => {
    const bytes = new Uint8Array(batch(1, 0n, two));
    bytes[at] = value;
    expect(refusal(bytes.buffer)).toMatch(reason);
  });

  test("refuses a width of nothing", () => {
    expect(refusal(batch(1, 0n, bucketSection({ id: 1, t0, widthNs: 0n, signals: [] })))).toMatch(/no width/);
  });

  test("refuses bytes after the last section", () => {
    const bytes = new Uint8Array(batch(1, 0n, two).byteLength + 8);
    bytes.set(new Uint8Array(batch(1, 0n, two)));
    expect(refusal(bytes.buffer)).toMatch(/8 bytes after/);
  });

  test("never throws on random bytes", () => {
    let seed = 1;
    for (let round = 0; round < 2000; round++) {
      const bytes = new Uint8Array(batch(1, 0n, two));
      for (let i = 0; i < 4; i++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        bytes[seed % bytes.length] = seed >> 8;
      }

      expect(() => decodeBatch(bytes.buffer)).not.toThrow();
    }
  });
});
