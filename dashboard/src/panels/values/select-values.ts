/** Which values a list shows, and in which order. */

import type { ShownValue } from "../parts/rig-data";

/** The values whose name or unit has every word of a search, in any case. */
export function searchValues(values: readonly ShownValue[], search: string): readonly ShownValue[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 0);
  if (words.length === 0) return values;
  return values.filter(({ name, unit, quality }) => {
    const text = `${name} ${unit} ${quality}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Values by name, in the order of the names; what is not there is left out. */
export function pickValues(values: readonly ShownValue[], names: readonly string[]): readonly ShownValue[] {
  const byName = new Map(values.map((value) => [value.name, value]));
  return names.map((name) => byName.get(name)).filter((value) => value !== undefined);
}

/** Adds a name that is not in the list, removes one that is. */
export function toggleName(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
}
