/** Which columns each kind of definition has, and how a row becomes text and back. */

import type { DefinitionKind, DefinitionRow } from "../../api/definitions";
import { type KindTexts, texts } from "../../texts/texts";

export type FieldType = "text" | "number" | "check" | "choice" | "signal";

/** One column of a kind of definition. */
export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly choices?: readonly string[];
  /** A part of the key: it cannot be changed once the row is stored. */
  readonly isKey?: boolean;
  /** May be empty; the value is then cleared. */
  readonly isOptional?: boolean;
  /** Not a column of the table. */
  readonly isHidden?: boolean;
  readonly preset?: string | number | boolean;
  readonly hint?: string;
}

/** What a form edits. */
export interface FormSpec {
  readonly one: string;
  readonly fields: readonly FieldSpec[];
  /** Name of the form, and texts of its buttons, where they are not those of an edit. */
  readonly label?: string;
  readonly saveText?: string;
  readonly cancelText?: string;
}

/** One kind of definition. */
export interface KindSpec extends FormSpec {
  readonly kind: Exclude<DefinitionKind, "variables">;
  readonly title: string;
  /** What is where there is none. */
  readonly empty: string;
  /** What a person should know before an edit. */
  readonly note?: string;
}

const kinds = ["upper", "lower", "band", "rate", "underpeak", "peakvalleychange", "endofcount", "stale"];
const severities = ["watch", "warning", "distress", "critical", "severe"];

const t = texts.definitions;

export const kindSpecs: readonly KindSpec[] = [
  specOf("limits", [
    { name: "signal", type: "signal", isKey: true },
    { name: "kind", type: "choice", choices: kinds, isKey: true, preset: "upper" },
    { name: "severity", type: "choice", choices: severities, isKey: true, preset: "warning" },
    { name: "value", type: "number" },
    { name: "value2", type: "number", isOptional: true },
    { name: "unit", type: "text" },
    { name: "hysteresis", type: "number", preset: 0 },
    { name: "minDurationMs", type: "number", preset: 0, isHidden: true },
    { name: "minDurationCount", type: "number", preset: 0, isHidden: true },
    { name: "latch", type: "check", preset: false },
    { name: "enabled", type: "check", preset: true },
    { name: "note", type: "text", isHidden: true },
  ]),
  specOf("units", [
    { name: "name", type: "text", isKey: true },
    { name: "dimension", type: "text" },
    { name: "factor", type: "number", preset: 1 },
    { name: "offset", type: "number", preset: 0 },
  ]),
  specOf("aliases", [
    { name: "alias", type: "text", isKey: true },
    { name: "channel", type: "signal" },
  ]),
  specOf("breaks", [
    { name: "name", type: "text", isKey: true, preset: "break" },
    { name: "channel", type: "signal" },
    { name: "fallPercent", type: "number", preset: 30 },
    { name: "withinMs", type: "number", preset: 10 },
    { name: "minForce", type: "number" },
    { name: "beforeMs", type: "number", preset: 1000 },
    { name: "afterMs", type: "number", preset: 1000 },
    { name: "rearmMs", type: "number", preset: 100, isHidden: true },
    { name: "columns", type: "text", isHidden: true },
    { name: "enabled", type: "check", preset: true },
    { name: "note", type: "text", isHidden: true },
  ]),
];

/** A kind with its texts; a field without a label or a hint goes by its name. */
function specOf(kind: KindSpec["kind"], fields: readonly Omit<FieldSpec, "label" | "hint">[]): KindSpec {
  const { title, one, empty, note, labels, hints }: KindTexts = t.kinds[kind];
  return {
    kind,
    title,
    one,
    empty,
    note,
    fields: fields.map((field) => ({
      ...field,
      label: labels[field.name] ?? field.name,
      ...(hints[field.name] === undefined ? {} : { hint: hints[field.name]! }),
    })),
  };
}

/** True for a row that cannot be edited or removed here: one of the configuration of the monitor. */
export function isFixed(row: DefinitionRow): boolean {
  return row["readOnly"] === true;
}

/** Key of a row in the route of its kind: the values of its key fields, `servo1.force:upper:severe`. */
export function keyOf(spec: KindSpec, row: DefinitionRow): string {
  return spec.fields
    .filter((field) => field.isKey)
    .map((field) => String(row[field.name] ?? ""))
    .join(":");
}

/** A value as a cell or an input shows it. */
export function textOf(field: FieldSpec, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (field.type === "check") return value === true ? t.yes : t.no;
  return String(value);
}

/** What an input says, as the body of an edit has it; null clears an optional number. */
export function valueOf(field: FieldSpec, text: string, checked: boolean): unknown {
  const trimmed = text.trim();
  if (field.type === "check") return checked;
  if (field.type === "number") return trimmed.length === 0 ? null : Number(trimmed);
  return trimmed;
}

/** Faults that can be seen without asking the monitor. */
export function faultOf(field: FieldSpec, value: unknown): string {
  const isLeftOut = field.isOptional === true && value === null;
  if (field.type === "number" && !isLeftOut && (typeof value !== "number" || !Number.isFinite(value)))
    return t.numberNeeded;
  if (field.isKey === true && value === "") return t.needed(field.label.toLowerCase());
  return "";
}
