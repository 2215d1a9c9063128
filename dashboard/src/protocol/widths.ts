/**
 * Widths of buckets: 100 ms halved up to seven times, or doubled. All are on one absolute grid of time, so a wide
 * bucket is whole narrow ones.
 */

export const baseWidthNs = 100_000_000;
export const finestWidthNs = baseWidthNs / 128;

/** The narrowest width of the grid that is at least `ns`. */
export function gridWidth(ns: number): number {
  let width = finestWidthNs;
  while (width < ns) width *= 2;
  return width;
}

/** The width at which a window has one or two buckets a column of pixels. */
export function widthFor(spanS: number, columns: number): number {
  return gridWidth((spanS * 0.5e9) / Math.max(1, columns));
}

/** The widest width with which a window has at least so many buckets, as far as there are such fine ones. */
export function widthWithPoints(spanS: number, points: number): number {
  const wanted = (spanS * 1e9) / Math.max(1, points);
  const width = gridWidth(wanted);
  return width > wanted ? Math.max(finestWidthNs, width / 2) : width;
}
