import { expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/api";
import { Drawn, gather } from "../../src/data/gather";
import { RecordedSource } from "../../src/recordings/recorded-source";

const width = 100_000_000;

// The form of the routes of history: buckets of 100 ms, here each with its own number.
function answer(path: string): unknown {
  const query = new URLSearchParams(path.split("?")[1]);
  const from = Number(query.get("from"));
  const to = Number(query.get("to"));
  const all = Math.ceil((to - from) / width);
  const bucketNs = width * 2 ** Math.max(0, Math.ceil(Math.log2(all / Number(query.get("buckets")))));
  const first = Math.floor(from / bucketNs);
  const numbers = Array.from({ length: Math.ceil(to / bucketNs) - first }, (_, i) => first + i);
  const name = query.get("channel");
  return {
    stream: "main",
    t0: String(first * bucketNs),
    bucketNs: String(bucketNs),
    until: String(to),
    channels: [{ name, unit: "", min: numbers, max: numbers, first: numbers, last: numbers, count: numbers.map(() => 3) }],
  };
}

function makeSource(get: (path: string) => Promise<unknown>, changed = vi.fn()): RecordedSource {
  return new RecordedSource({ get } as never, "lab/rig1/A", "main", ["force", "stroke"], changed);
}

test("want asks for each signal once, with a margin at each side", async () => {
  const get = vi.fn(async (path: string) => answer(path));
  const source = makeSource(get);
  source.want({ fromS: 1000, toS: 1010, widthNs: width });
  source.want({ fromS: 1000, toS: 1010, widthNs: width });
  await vi.waitFor(() => expect(source.state).toBe("ready"));
  source.want({ fromS: 1000.5, toS: 1010.5, widthNs: width });
  expect(get.mock.calls.map(([path]) => path)).toEqual(
    ["force", "stroke"].map(
      (name) =>
        `/api/recordings/lab/rig1/A/history?stream=main&channel=${name}&from=999000000000&to=1011000000000&buckets=121`,
    ),
  );
  const drawn = new Drawn();
  gather(source.layers, 2, 1000, 1010, width, drawn);
  expect([drawn.length, drawn.traces[0]!.min[0], drawn.traces[1]!.count[99]]).toEqual([100, 10_000, 3]);
});

test("the newest wish follows the question that is under way", async () => {
  const get = vi.fn(async (path: string) => answer(path));
  const source = makeSource(get);
  source.want({ fromS: 0.1, toS: 1000, widthNs: 8 * width });
  source.want({ fromS: 500, toS: 510, widthNs: width });
  source.want({ fromS: 600, toS: 610, widthNs: width });
  await vi.waitFor(() => expect(source.layers.length).toBe(2));
  expect(get).toHaveBeenCalledTimes(4);
  // The whole run stays under the window.
  const drawn = new Drawn();
  gather(source.layers, 2, 0.1, 1000, 8 * width, drawn);
  expect(drawn.length).toBeGreaterThan(1200);
});

test("a question that failed is not asked again by a draw, but after a refresh", async () => {
  const get = vi.fn(async (): Promise<unknown> => {
    throw new Error("gone");
  });
  const source = makeSource(get);
  const window = { fromS: 10, toS: 20, widthNs: width };
  source.want(window);
  await vi.waitFor(() => expect(source.state).toBe("failed"));
  const calls = get.mock.calls.length;
  source.want(window);
  expect(get.mock.calls.length).toBe(calls);
  source.refresh();
  source.want(window);
  expect(get.mock.calls.length).toBeGreaterThan(calls);
});

test("a signal that is missing leaves the others as they are; all of them missing is a failure", async () => {
  const missing = (path: string): never => {
    throw new ApiError(404, `nothing at ${path.split("&")[1]}`, {});
  };
  const one = makeSource(async (path) => (path.includes("stroke") ? missing(path) : answer(path)));
  one.want({ fromS: 10, toS: 20, widthNs: width });
  await vi.waitFor(() => expect(one.state).toBe("ready"));
  const none = makeSource(async (path) => missing(path));
  none.want({ fromS: 10, toS: 20, widthNs: width });
  await vi.waitFor(() => expect(none.state).toBe("failed"));
  expect(none.reason).toBe("nothing at channel=force");
});
