import { describe, expect, test } from "vitest";
import {
  addItem,
  changeItem,
  type Layout,
  moveItem,
  parseLayout,
  removeItem,
  resizeItem,
  shiftItem,
  shown,
  withPanelsOf,
} from "../../src/layout/layout";
import { LayoutHistory } from "../../src/layout/layout-history";

const nothing: Layout = { version: 1, rig: "main", spanS: 10, sideOpen: true, dockTab: "", items: [] };
const three = [1, 2, 3].reduce(
  (layout) => addItem(layout, { panel: "plot", area: "main", width: 4, height: 4, settings: {} }),
  nothing,
);

function ids(layout: Layout): string[] {
  return layout.items.map((item) => item.id);
}

describe("layout", () => {
  test("a kept layout gets the panels that it does not have, hidden", () => {
    const side = { area: "side", width: 4, height: 4, settings: {} } as const;
    const first = addItem(addItem(three, { ...side, panel: "values" }), { ...side, panel: "new" });
    const kept = addItem(nothing, { ...side, panel: "values" });
    const grown = withPanelsOf(kept, first);
    expect(grown.items.map((item) => [item.panel, item.hidden])).toEqual([
      ["values", false],
      ["new", true],
    ]);
  });

  test("ids are free ones", () => {
    expect(ids(three)).toEqual(["plot-1", "plot-2", "plot-3"]);
    expect(
      ids(
        addItem(removeItem(three, "plot-2"), {
          panel: "plot",
          area: "main",
          width: 4,
          height: 4,
          settings: {},
        }),
      ),
    ).toEqual(["plot-1", "plot-3", "plot-2"]);
  });

  test("items move before another, to the end, and past their neighbour", () => {
    expect(ids(moveItem(three, "plot-3", "plot-1"))).toEqual(["plot-3", "plot-1", "plot-2"]);
    expect(ids(moveItem(three, "plot-1", undefined))).toEqual(["plot-2", "plot-3", "plot-1"]);
    expect(ids(shiftItem(three, "plot-2", 1))).toEqual(["plot-1", "plot-3", "plot-2"]);
    expect([shiftItem(three, "plot-1", -1), shiftItem(three, "plot-3", 1), moveItem(three, "plot-1", "none")]).toEqual([
      three,
      three,
      three,
    ]);
  });

  test("hidden items are passed over", () => {
    const hidden = changeItem(three, "plot-2", { hidden: true });
    expect(ids(shiftItem(hidden, "plot-1", 1))).toEqual(["plot-3", "plot-1", "plot-2"]);
    expect(shown(hidden, "main").map((item) => item.id)).toEqual(["plot-1", "plot-3"]);
  });

  test("sizes keep within the grid", () => {
    const item = (layout: Layout) => layout.items[0]!;
    expect([item(resizeItem(three, "plot-1", 99, 99)).width, item(resizeItem(three, "plot-1", 99, 99)).height]).toEqual(
      [12, 24],
    );
    expect([
      item(resizeItem(three, "plot-1", -99, -99)).width,
      item(resizeItem(three, "plot-1", -99, -99)).height,
    ]).toEqual([1, 1]);
  });

  test("a saved layout is read back", () => {
    expect(parseLayout(JSON.parse(JSON.stringify(three)))).toEqual(three);
  });

  test.each([[null], [[]], [{}], [{ version: 2, items: [] }], [{ version: 1, items: "x" }]])(
    "%j is no layout",
    (value) => {
      expect(parseLayout(value)).toBeUndefined();
    },
  );

  test("members that do not fit are set right", () => {
    const layout = parseLayout({
      version: 1,
      spanS: "x",
      items: [
        7,
        { id: "a", panel: "plot", width: 99, height: -1, area: "moon" },
        { id: "a", panel: "xy" },
        { id: "b" },
      ],
    });
    expect(layout?.spanS).toBe(10);
    expect(layout?.items).toEqual([
      { id: "a", panel: "plot", area: "main", width: 12, height: 1, hidden: false, settings: {} },
    ]);
  });
});

describe("LayoutHistory", () => {
  test("undo and redo", () => {
    const seen: Layout[] = [];
    const history = new LayoutHistory(nothing, (layout) => seen.push(layout));
    history.set(three);
    history.amend({ ...three, dockTab: "x" });
    expect([history.undo(), history.layout, history.redo(), history.layout.dockTab, history.redo()]).toEqual([
      true,
      nothing,
      true,
      "x",
      false,
    ]);
    expect(seen).toHaveLength(4);
  });

  test("another change forgets what could be redone", () => {
    const history = new LayoutHistory(nothing, () => undefined);
    history.set(three);
    history.undo();
    history.set(removeItem(three, "plot-1"));
    expect([history.redo(), history.undo(), history.undo()]).toEqual([false, true, false]);
  });
});
