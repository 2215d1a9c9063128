import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { literalsOf } from "./literals";

const source = new URL("../../src/", import.meta.url);
/** Folders whose texts a person reads; reasons of the protocol are, like the monitor's own lines, English. */
const folders = ["api", "data", "layout", "panels", "plots", "ui"];

function filesOf(folder: string): string[] {
  const names = readdirSync(new URL(folder, source), { recursive: true });
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name}`);
}

test("every text that a person reads stands in src/texts", () => {
  const found = folders
    .flatMap((folder) => filesOf(folder))
    .flatMap((file) =>
      literalsOf(readFileSync(new URL(file, source), "utf8")).map(({ line, text }) => `${file}:${line} ${text}`),
    );
  expect(found).toEqual([]);
});

describe("literalsOf", () => {
  const textsOf = (source: string): string[] => literalsOf(source).map(({ text }) => text);

  test("finds sentences, titles, and words that are shown", () => {
    expect(textsOf('el("p", {}, "No rig yet"); f("Saved"); const a = { word: "stale" };')).toEqual([
      '"No rig yet"',
      '"Saved"',
      '"stale"',
    ]);
    expect(textsOf('el("b", { "aria-label": `edit ${name}` }); g(`${n} rows of ${m}`)')).toEqual([
      "`edit ${name}`",
      "`${n} rows of ${m}`",
    ]);
  });

  test("leaves classes, keys, imports and comments alone", () => {
    expect(textsOf('import { a } from "./Some file";\n// "A comment"\nel("p", { class: "plot one-row" });')).toEqual([]);
    expect(textsOf('key === "ArrowLeft" || key === "Escape"; style("var(--text)"); x("row")')).toEqual([]);
  });
});
