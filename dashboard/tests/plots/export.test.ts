import { expect, test } from "vitest";
import { Drawn } from "../../src/data/gather";
import { csvOf } from "../../src/plots/export";

test("csvOf writes exact starts, an empty cell for a gap, and no formula", () => {
  const drawn = new Drawn();
  drawn.reserve(1, 2);
  drawn.length = 2;
  const start = 1_790_000_000.0125;
  drawn.from.set([start, start + 0.0125]);
  drawn.to.set([start + 0.0125, start + 0.025]);
  const trace = drawn.traces[0]!;
  trace.min[0] = -1;
  trace.max[0] = 2;
  trace.first[0] = 0;
  trace.last[0] = 1.5;
  trace.count[0] = 60;
  const lines = csvOf({ drawn, signals: [{ name: "=f", unit: "kN", rateHz: 0, colour: 0 }] }).split("\r\n");
  expect(lines[0]).toBe(
    "time_utc,start_ns,width_ns,'=f [kN] first,'=f [kN] last,'=f [kN] min,'=f [kN] max,'=f [kN] count",
  );
  expect(lines[1]).toBe("2026-09-21T14:13:20.012Z,1790000000012500000,12500000,0,1.5,-1,2,60");
  expect(lines[2]).toBe("2026-09-21T14:13:20.025Z,1790000000025000000,12500000,,,,,0");
});
