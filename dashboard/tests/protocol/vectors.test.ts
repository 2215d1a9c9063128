import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decodeBatch, type Section } from "../../src/protocol/batch";

/** A section as the monitor's tests describe it: int64 as strings, numbers that JSON has not as strings. */
interface Expected {
  readonly kind: string;
  readonly reset: boolean;
  readonly coarser: boolean;
  readonly signals: number;
  readonly id: number;
  readonly t0: string;
  readonly widthNs: string;
  readonly count: number;
  readonly untilNs: string;
  readonly dropped: string;
  readonly min: Values;
  readonly max: Values;
  readonly first: Values;
  readonly last: Values;
  readonly counts: Values;
  readonly t: Values;
  readonly x: Values;
  readonly y: Values;
}

type Values = readonly (number | string)[];

const folder = new URL("../vectors/", import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".bin"))
  .map((name) => name.slice(0, -4));

function numbers(values: Values): number[] {
  return values.map(Number);
}

function describeSection(section: Section): unknown {
  const common = { id: section.id, reset: section.reset, untilS: section.untilS, dropped: section.skippedBlocks };
  if (section.kind === "pairs")
    return { ...common, kind: "pairs", baseS: section.baseS, t: [...section.t], x: [...section.x], y: [...section.y] };
  const { coarser, signals, widthNs, firstBucket } = section;
  const planes = [section.min, section.max, section.first, section.last, section.count].map((plane) => [...plane]);
  return { ...common, kind: "buckets", coarser, signals, widthNs, firstBucket, planes };
}

function expectedSection(section: Expected): unknown {
  const common = {
    id: section.id,
    reset: section.reset,
    untilS: Number(section.untilNs) / 1e9,
    dropped: Number(section.dropped),
  };
  if (section.kind === "pairs") {
    const [t, x, y] = [section.t, section.x, section.y].map(numbers);
    return { ...common, kind: "pairs", baseS: Number(section.t0) / 1e9, t, x, y };
  }

  const planes = [section.min, section.max, section.first, section.last, section.counts].map(numbers);
  const firstBucket = isOffGrid(section) ? 0 : Number(BigInt(section.t0) / BigInt(section.widthNs));
  const { coarser, signals } = section;
  return { ...common, kind: "buckets", coarser, signals, widthNs: Number(section.widthNs), firstBucket, planes };
}

function isOffGrid(section: Expected): boolean {
  const [t0, width] = [BigInt(section.t0), BigInt(section.widthNs)];
  return section.kind === "buckets" && (t0 < 0n || t0 % width !== 0n);
}

/** Where the times are that are on no grid. */
function offGrid(bytes: Uint8Array, sections: readonly Expected[]): number[] {
  const places: number[] = [];
  let at = 16;
  for (const section of sections) {
    if (isOffGrid(section)) places.push(at + 8);
    at += new DataView(bytes.buffer).getUint32(at + 28, true);
  }

  return places;
}

describe("batches that the monitor wrote", () => {
  test("are there", () => {
    expect(names.length).toBeGreaterThan(3);
  });

  test.each(names)("%s", (name) => {
    const bytes = new Uint8Array(readFileSync(new URL(`${name}.bin`, folder)));
    const json = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as {
      batch: number;
      serverNs: string;
      sections: Expected[];
    };
    // Extreme numbers, which no monitor sends as a time: they are refused as such, and read with a time that is on the
    // grid.
    for (const at of offGrid(bytes, json.sections)) {
      expect(decodeBatch(bytes.slice().buffer)).toMatchObject({
        ok: false,
        reason: expect.stringContaining("not on the grid"),
      });
      new DataView(bytes.buffer).setBigInt64(at, 0n, true);
    }

    const decoded = decodeBatch(bytes.buffer);
    if (!decoded.ok) throw new Error(decoded.reason);
    expect([decoded.batch.number, decoded.batch.serverS]).toEqual([json.batch, Number(json.serverNs) / 1e9]);
    expect(decoded.batch.sections.map(describeSection)).toEqual(json.sections.map(expectedSection));
  });
});
