/** The positions of everything on the page: an immutable value, and the steps that change it. */

import { minSpanS, maxSpanS } from "../plots/time-window";

export type LayoutArea = "main" | "side" | "dock";

export interface LayoutItem {
  readonly id: string;
  /** `plot`, `xy`, or the id of a panel type. */
  readonly panel: string;
  readonly area: LayoutArea;
  /** Columns of 12, in the main area. */
  readonly width: number;
  /** Rows; 12 fill the main area. */
  readonly height: number;
  readonly hidden: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface Layout {
  readonly version: 1;
  /** The rig that it was made for; it is shown for others too. */
  readonly rig: string;
  readonly spanS: number;
  readonly sideOpen: boolean;
  /** Tab of the dock that is open; "" for none. */
  readonly dockTab: string;
  readonly items: readonly LayoutItem[];
}

export const columns = 12;
export const rows = 12;
const minWidth = 1;
const minHeight = 1;
const maxHeight = 24;
const maxItems = 256;

/** Adds an item at the end; in sight unless it says `hidden`. */
export function addItem(layout: Layout, item: Omit<LayoutItem, "id" | "hidden"> & { hidden?: boolean }): Layout {
  if (layout.items.length >= maxItems) return layout;
  const added = { ...item, id: freeId(layout, item.panel), hidden: item.hidden === true };
  return { ...layout, items: [...layout.items, added] };
}

/**
 * A layout that was kept, with the panels of the first one that it does not have: hidden, so that they are in the list
 * of layouts and the page looks as it did. Panels that a newer program brings, and those that were closed, come by this.
 */
export function withPanelsOf(layout: Layout, first: Layout): Layout {
  const known = new Set(layout.items.map((item) => item.panel));
  return first.items
    .filter((item) => item.area !== "main" && !known.has(item.panel))
    .reduce((grown, item) => addItem(grown, { ...item, hidden: true }), layout);
}

export function removeItem(layout: Layout, id: string): Layout {
  return { ...layout, items: layout.items.filter((item) => item.id !== id) };
}

export function changeItem(layout: Layout, id: string, change: Partial<Omit<LayoutItem, "id">>): Layout {
  return { ...layout, items: layout.items.map((item) => (item.id === id ? { ...item, ...change } : item)) };
}

export function resizeItem(layout: Layout, id: string, widthBy: number, heightBy: number): Layout {
  const item = layout.items.find((candidate) => candidate.id === id);
  if (item === undefined) return layout;
  return changeItem(layout, id, {
    width: clamp(item.width + widthBy, minWidth, columns),
    height: clamp(item.height + heightBy, minHeight, maxHeight),
  });
}

/** Puts an item before another of its area; `before` undefined: at the end. */
export function moveItem(layout: Layout, id: string, before: string | undefined): Layout {
  const item = layout.items.find((candidate) => candidate.id === id);
  if (item === undefined || before === id) return layout;
  const others = layout.items.filter((candidate) => candidate.id !== id);
  const at = before === undefined ? others.length : others.findIndex((candidate) => candidate.id === before);
  return at < 0 ? layout : { ...layout, items: [...others.slice(0, at), item, ...others.slice(at)] };
}

/** Moves an item past its neighbour of the same area that is shown; `step` is -1 or 1. */
export function shiftItem(layout: Layout, id: string, step: number): Layout {
  const item = layout.items.find((candidate) => candidate.id === id);
  const area = layout.items.filter((candidate) => candidate.area === item?.area && !candidate.hidden);
  const at = area.findIndex((candidate) => candidate.id === id);
  const other = area[at + step];
  if (item === undefined || other === undefined) return layout;
  return step < 0 ? moveItem(layout, id, other.id) : moveItem(layout, other.id, id);
}

export function shown(layout: Layout, area: LayoutArea): readonly LayoutItem[] {
  return layout.items.filter((item) => item.area === area && !item.hidden);
}

/** Reads a saved layout; anything that is none gives undefined, and members that do not fit are set right. */
export function parseLayout(value: unknown): Layout | undefined {
  if (!isRecord(value) || value["version"] !== 1 || !Array.isArray(value["items"])) return undefined;
  const items = value["items"]
    .slice(0, maxItems)
    .flatMap((item): LayoutItem[] => (isRecord(item) ? [parseItem(item)] : []));
  const distinct = items.filter(
    (item, i) => items.findIndex((other) => other.id === item.id) === i && item.panel !== "",
  );
  return {
    version: 1,
    rig: text(value["rig"]),
    spanS: clamp(number(value["spanS"], 10), minSpanS, maxSpanS),
    sideOpen: value["sideOpen"] !== false,
    dockTab: text(value["dockTab"]),
    items: distinct,
  };
}

function parseItem(item: Record<string, unknown>): LayoutItem {
  const area = item["area"];
  return {
    id: text(item["id"]),
    panel: text(item["panel"]),
    area: area === "side" || area === "dock" ? area : "main",
    width: clamp(Math.round(number(item["width"], 4)), minWidth, columns),
    height: clamp(Math.round(number(item["height"], 4)), minHeight, maxHeight),
    hidden: item["hidden"] === true,
    settings: isRecord(item["settings"]) ? item["settings"] : {},
  };
}

function freeId(layout: Layout, panel: string): string {
  let n = 1;
  while (layout.items.some((item) => item.id === `${panel}-${n}`)) n++;
  return `${panel}-${n}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
