import { describe, expect, it } from "vitest";
import type { ListedExport } from "../../../src/api/exports";
import {
  detailOf,
  type ExportForm,
  nsOfLocal,
  requestOf,
  sourceChoices,
} from "../../../src/panels/exports/export-request";

const form: ExportForm = {
  recording: "lab/rig1/T-17",
  format: "parquet",
  channels: " servo1.* ",
  from: "",
  to: "",
  atRate: "",
  resample: "mean",
  csv: "point",
  isRaw: false,
};

const one: ListedExport = {
  id: 1,
  state: "running",
  title: "T-17",
  format: "csv",
  rows: 1000,
  fraction: 0.256,
  bytes: 2_000_000,
  file: null,
  error: null,
  notes: [],
};

describe("requestOf", () => {
  it("has what was typed and no more", () =>
    expect(requestOf(form)).toEqual({ recording: "lab/rig1/T-17", format: "parquet", channels: "servo1.*" }));

  it("asks for the journal and all channels when nothing is chosen", () =>
    expect(requestOf({ ...form, recording: "", channels: " " })).toEqual({
      recording: null,
      format: "parquet",
      channels: "*",
    }));

  it("has the signs of CSV and the rate with its method", () =>
    expect(requestOf({ ...form, format: "csv", csv: "comma", atRate: "10" })).toMatchObject({
      decimal: ",",
      separator: ";",
      atRate: 10,
      resample: "mean",
    }));

  it("has times as UTC ns", () => {
    const request = requestOf({ ...form, from: "2026-03-01T12:00:00", to: "2026-03-01T12:00:01" });
    if (typeof request === "string") throw new Error(request);
    expect(BigInt(request.to!) - BigInt(request.from!)).toBe(1_000_000_000n);
    expect(request.from).toBe(String(nsOfLocal("2026-03-01T12:00:00")));
  });

  it.each(["0", "-1", "fast"])("refuses the rate %s", (atRate) =>
    expect(typeof requestOf({ ...form, atRate })).toBe("string"));

  it("refuses a window that ends before it begins", () =>
    expect(typeof requestOf({ ...form, from: "2026-03-01T12:00", to: "2026-03-01T11:00" })).toBe("string"));
});

describe("detailOf", () => {
  it("says how far a running export is", () => expect(detailOf(one)).toBe("25 %, 1000 rows, 2.0 MB"));

  it("says why one failed", () => expect(detailOf({ ...one, state: "failed", error: "disk full" })).toBe("disk full"));
});

describe("sourceChoices", () => {
  const listed = { id: "lab/rig1/T-1", run: "T-1", blocks: 10, damaged: 0, fault: null };
  const of = (...args: Parameters<typeof sourceChoices>): string[] =>
    sourceChoices(...args).map(({ id, text, fault }) => `${id}|${text}|${fault}`);

  it("has recordings, then the journal", () =>
    expect(of([listed], true, "lab/rig1/T-1")).toEqual(["lab/rig1/T-1|T-1|", "|journal of the connector|"]));

  it("says that the recording it was opened for is gone, and offers no other in its place", () => {
    const [first] = sourceChoices([listed], false, "lab/rig1/T-0");
    expect(first).toMatchObject({ id: "lab/rig1/T-0", text: "lab/rig1/T-0 (gone)" });
    expect(first!.fault).toContain("is not there any more");
  });

  it("marks a damaged one, and gives the reason of one that has nothing to export", () => {
    const empty = { ...listed, id: "b", run: "T-2", blocks: 0, fault: "recording.json is cut off" };
    expect(of([{ ...listed, damaged: 2 }, empty], false, "")).toEqual([
      "lab/rig1/T-1|T-1 (damaged)|",
      "b|T-2 (nothing to export)|recording.json is cut off",
    ]);
  });

  it("says why there is nothing at all", () => expect(of([], false, "")[0]).toContain("There is no recording yet"));
});
