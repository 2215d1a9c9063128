/** A formula in pieces, with the ones that have an error marked. */

import type { ExpressionError } from "../../api/expressions";
import { texts } from "../../texts/texts";

export interface MarkedPiece {
  readonly text: string;
  readonly isError: boolean;
}

/** Cuts a text at its errors, whose columns count from 1; one after the end marks a blank there. */
export function markErrors(text: string, errors: readonly ExpressionError[]): readonly MarkedPiece[] {
  const padded = errors.some((error) => error.column > text.length) ? `${text} ` : text;
  const marked = new Uint8Array(padded.length);
  for (const { column, length } of errors.filter((error) => error.column > 0)) {
    const start = Math.min(column - 1, padded.length - 1);
    marked.fill(1, start, start + Math.max(length ?? wordLength(padded, start), 1));
  }
  const pieces: MarkedPiece[] = [];
  for (let start = 0, end = 0; start < padded.length; start = end) {
    while (end < padded.length && marked[end] === marked[start]) end += 1;
    pieces.push({ text: padded.slice(start, end), isError: marked[start] === 1 });
  }
  return pieces;
}

/** Position of an error, as people count: `column 5`, or `line 2, column 3` in a formula of several lines. */
export function placeOf(text: string, column: number): string {
  const before = text.slice(0, Math.max(column - 1, 0)).split("\n");
  const t = texts.formula;
  return text.includes("\n") ? t.place(before.length, before.at(-1)!.length + 1) : t.column(column);
}

// Without a length the whole word at the column is marked.
function wordLength(text: string, start: number): number {
  return /^[A-Za-z0-9_.]+/.exec(text.slice(start))?.[0].length ?? 1;
}
