/** Finds texts for people that are in the code instead of in the table of texts. */

export interface Literal {
  readonly line: number;
  readonly text: string;
}

const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
/** Members whose value is shown as it is. */
const shownMember = /(?:\b(?:word|title|label|hint|placeholder|one|empty|note)|"aria-label"|alt):\s*$/;
/** Members whose value is for the browser: classes, roles, names of attributes. */
const technicalMember = /(?:\b(?:class|role|type|font|key)|"aria-describedby"|"Content-Type"):\s*$/;
/** Names that browsers give to keys and headers; what they are called on the page is in the table. */
const names = /^(?:(?:Alt\+|Shift\+)*(?:Arrow\w+|Page\w+|Escape|Enter|Tab|Delete|u|\\u\w+)?|Content-Type|Infinity|NaN)$/;

/**
 * Literals that read as a text: two words, a capital with small letters after it, or letters as the value of a member
 * that is shown.
 */
export function literalsOf(source: string): readonly Literal[] {
  const found: Literal[] = [];
  for (const match of source.matchAll(tokens)) {
    const quoted = match[0];
    if (quoted.startsWith("/")) continue;
    const text = quoted.slice(1, -1).replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "\u0001");
    const before = source.slice(source.lastIndexOf("\n", match.index) + 1, match.index);
    if (/^\s*(?:import|export|\})[^=]*from\s+$|^import $/.test(before) || technicalMember.test(before)) continue;
    if (names.test(text) || isTechnical(text)) continue;
    if (!readsAsText(text) && !(shownMember.test(before) && /\p{L}{2}/u.test(text))) continue;
    found.push({ line: source.slice(0, match.index).split("\n").length, text: quoted });
  }

  return found;
}

function readsAsText(text: string): boolean {
  return /\p{L}{2,}[,.:;?!]? \p{L}/u.test(text) || /^\p{Lu}\p{Ll}+/u.test(text);
}

// Names of classes and ids, selectors and other things of the style sheet.
function isTechnical(text: string): boolean {
  return /^(?:var\(|translate|calc\(|[\w-]*p-[\w-]+( |$)|plot-|tbody |button, |\(prefers-)/.test(text);
}
