/**
 * The texts of the page in the language of the person. A language is one file of the form {@link Texts}, entered in
 * `languages`; what is missing in it does not compile.
 */

import { en } from "./en";

// The same members with any texts: a table of another language has other ones, functions with the same arguments.
type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends (...args: infer A) => string
      ? (...args: A) => string
      : { readonly [K in keyof T]: Widened<T[K]> };

export type Texts = Widened<typeof en>;

/** Texts of one kind of definition. */
export type KindTexts = Texts["definitions"]["kinds"]["limits"];

/** Languages by their primary subtag (BCP 47). */
const languages: Readonly<Record<string, Texts>> = { en };
const usual = "en";

/** The first of the wanted languages that there is, English without one. */
export function languageOf(wanted: readonly string[], known: readonly string[]): string {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]!).find((tag) => known.includes(tag)) ?? usual;
}

/** The language that the page speaks; tests without a browser have none that is requested. */
export const language = languageOf(globalThis.navigator?.languages ?? [], Object.keys(languages));

export const texts: Texts = languages[language]!;
