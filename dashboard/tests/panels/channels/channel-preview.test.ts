import { describe, expect, it } from "vitest";
import { bucketsOf } from "../../../src/panels/channels/channel-preview";

describe("bucketsOf", () => {
  const preview = {
    unit: "kN",
    basis: "",
    t0: "0",
    bucketNs: "500000000",
    min: [1, 0, "NaN"],
    max: [2, 0, 3],
    last: [1.5, 0, 2],
    count: [4, 0, 4],
  };

  it("counts seconds back from the newest bucket", () => expect(bucketsOf(preview).x).toEqual([-1, -0.5, 0]));

  it("draws no line through a gap", () => expect(bucketsOf(preview).max).toEqual([2, null, 3]));

  it("takes what is not finite as a gap", () => expect(bucketsOf(preview).min).toEqual([1, null, null]));
});
