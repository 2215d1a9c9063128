/** Completion in a formula (docs/expressions.md): which words fit at the caret, and which call it is in. */

import type { FunctionDoc } from "../../api/expressions";
import { texts } from "../../texts/texts";

export type SuggestionKind = "channel" | "calculated" | "function" | "constant";

/** One word that can be written. */
export interface Suggestion {
  readonly name: string;
  readonly kind: SuggestionKind;
  /** Unit of a channel, signature of a function. */
  readonly detail: string;
  readonly summary: string;
}

/** Suggestions for the word from `from` to `to`. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Suggestion[];
}

/** The call around the caret and which of its arguments is being written, from 0. */
export interface CallAt {
  readonly name: string;
  readonly argument: number;
}

const maxItems = 50;
const wordPart = /[A-Za-z0-9_.]/;
const wordStart = /[A-Za-z_]/;

/**
 * What fits at the caret; none inside of a text, a number or the unit of a number. `always`: also where no word has
 * begun.
 */
export function complete(text: string, caret: number, words: readonly Suggestion[], always = false): Completion {
  const [from, to] = wordAt(text, caret);
  const none = { from, to, items: [] };
  if (isInText(text, caret) || isUnit(text, from)) return none;
  const typed = text.slice(from, caret);
  if (typed.length === 0 ? !always : !wordStart.test(typed[0]!)) return none;
  const ranked = words
    .map((word) => ({ word, rank: rankOf(word.name, typed) }))
    .filter(({ rank }) => rank >= 0)
    .sort(
      (a, b) => a.rank - b.rank || a.word.name.length - b.word.name.length || a.word.name.localeCompare(b.word.name),
    );
  const items = ranked.slice(0, maxItems).map(({ word }) => word);
  return items.length === 1 && items[0]!.name === typed && items[0]!.kind !== "function" ? none : { from, to, items };
}

/**
 * The text with a suggestion in place of the word, and where the caret is then: after the bracket of a function.
 */
export function accept(
  text: string,
  completion: Completion,
  item: Suggestion,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, completion.from);
  const behind = text.slice(completion.to);
  const opens = item.kind === "function" && !behind.trimStart().startsWith("(");
  const word = opens ? `${item.name}(` : item.name;
  return { text: before + word + behind, caret: before.length + word.length };
}

/** The innermost call that the caret is inside of; undefined outside of all. */
export function callAt(text: string, caret: number): CallAt | undefined {
  const open: { name: string | undefined; argument: number }[] = [];
  let inText = false;
  for (let i = 0; i < caret; i++) {
    const character = text[i];
    if (character === '"') inText = !inText;
    else if (inText) continue;
    else if (character === "(") open.push({ name: nameBefore(text, i), argument: 0 });
    else if (character === "[") open.push({ name: undefined, argument: 0 });
    else if (character === ")" || character === "]") open.pop();
    else if (character === "," && open.length > 0) open[open.length - 1]!.argument += 1;
  }
  const call = open.reverse().find(({ name }) => name !== undefined);
  return call === undefined ? undefined : { name: call.name!, argument: call.argument };
}

/**
 * A signature in three parts: before the argument, the argument, after it. The last argument of `a, b, ...` continues.
 */
export function splitSignature(signature: string, argument: number): readonly [string, string, string] {
  const open = signature.indexOf("(");
  const close = signature.lastIndexOf(")");
  if (open < 0 || close < open) return [signature, "", ""];
  const parts = splitArguments(signature.slice(open + 1, close));
  const place = argument < parts.length ? argument : parts.at(-1)?.trim() === "..." ? parts.length - 1 : -1;
  if (place < 0) return [signature, "", ""];
  const start = open + 1 + parts.slice(0, place).reduce((sum, part) => sum + part.length + 1, 0);
  const part = parts[place]!;
  const lead = part.length - part.trimStart().length;
  return [signature.slice(0, start + lead), part.trim(), signature.slice(start + part.length)];
}

/** Everything that a formula of this rig can name. */
export function vocabularyOf(
  channels: readonly { name: string; unit: string }[],
  calculated: readonly { name: string; unit: string; expression: string }[],
  aliases: readonly { alias: string; channel: string }[],
  functions: readonly FunctionDoc[],
): readonly Suggestion[] {
  return [
    ...channels.map(({ name, unit }): Suggestion => ({ name, kind: "channel", detail: unit, summary: "" })),
    ...aliases.map(({ alias, channel }): Suggestion => ({
      name: alias,
      kind: "channel",
      detail: `= ${channel}`,
      summary: "",
    })),
    ...calculated.map(({ name, unit, expression }): Suggestion => ({
      name,
      kind: "calculated",
      detail: unit,
      summary: expression,
    })),
    ...functions.map(({ name, signature, summary }): Suggestion => ({
      name,
      kind: "function",
      detail: signature,
      summary,
    })),
    { name: "run.l0", kind: "constant", detail: "mm", summary: texts.formula.gaugeLength },
    { name: "run.s0", kind: "constant", detail: "mm^2", summary: texts.formula.crossSection },
    { name: "pi", kind: "constant", detail: "", summary: "3.14159…" },
  ];
}

// 0 its beginning, 1 the beginning of one of its parts, 2 anywhere in it, 3 its letters in order; -1 none.
function rankOf(name: string, typed: string): number {
  const [lower, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  if (lower.startsWith(wanted)) return 0;
  if (lower.split(/[._]/).some((part) => part.startsWith(wanted))) return 1;
  if (lower.includes(wanted)) return 2;
  return isSubsequence(lower, wanted) ? 3 : -1;
}

function isSubsequence(text: string, wanted: string): boolean {
  let at = 0;
  for (const character of text) if (character === wanted[at]) at += 1;
  return at === wanted.length;
}

function wordAt(text: string, caret: number): [number, number] {
  let [from, to] = [caret, caret];
  while (from > 0 && wordPart.test(text[from - 1]!)) from -= 1;
  while (to < text.length && wordPart.test(text[to]!)) to += 1;
  return [from, to];
}

function isInText(text: string, caret: number): boolean {
  return text.slice(0, caret).split('"').length % 2 === 0;
}

// `20 kN`: a word right after a number is its unit.
function isUnit(text: string, from: number): boolean {
  const before = /([A-Za-z0-9_.]+)\s+$/.exec(text.slice(0, from))?.[1];
  return before !== undefined && /^[0-9.]/.test(before);
}

function nameBefore(text: string, bracket: number): string | undefined {
  const name = /([A-Za-z_][A-Za-z0-9_]*)\s*$/.exec(text.slice(0, bracket))?.[1];
  return name === "and" || name === "or" || name === "not" ? undefined : name;
}

// Commas between arguments; those inside of brackets belong to one of them.
function splitArguments(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(" || text[i] === "[") depth += 1;
    else if (text[i] === ")" || text[i] === "]") depth -= 1;
    else if (text[i] === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}
