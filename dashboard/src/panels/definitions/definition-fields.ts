/** Which columns each kind of definition has, and how a row becomes text and back. */

import type { DefinitionKind, DefinitionRow } from "../../api/definitions";

export type FieldType = "text" | "number" | "check" | "choice" | "signal";

/** One column of a kind of definition. */
export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly choices?: readonly string[];
  /** A part of the key: it cannot be changed once the row is stored. */
  readonly isKey?: boolean;
  /** Left out of the body when it is empty. */
  readonly isOptional?: boolean;
  /** Not a column of the table. */
  readonly isHidden?: boolean;
  readonly preset?: string | number | boolean;
  readonly hint?: string;
}

/** One kind of definition. */
export interface KindSpec {
  readonly kind: DefinitionKind;
  readonly title: string;
  readonly one: string;
  readonly fields: readonly FieldSpec[];
  /** What stands where there is none. */
  readonly empty: string;
  /** What a person should know before an edit. */
  readonly note?: string;
}

const kinds = ["upper", "lower", "band", "rate", "underpeak", "peakvalleychange", "endofcount", "stale"];
const severities = ["watch", "warning", "distress", "critical", "severe"];

export const kindSpecs: readonly KindSpec[] = [
  {
    kind: "limits",
    title: "Limits",
    one: "limit",
    empty: "No limit yet. A limit watches a channel or a calculated channel and raises an alarm.",
    fields: [
      { name: "signal", label: "Signal", type: "signal", isKey: true },
      { name: "kind", label: "Kind", type: "choice", choices: kinds, isKey: true, preset: "upper" },
      {
        name: "severity",
        label: "Severity",
        type: "choice",
        choices: severities,
        isKey: true,
        preset: "warning",
      },
      { name: "value", label: "Value", type: "number", hint: "lower end of a band; ms for stale" },
      {
        name: "value2",
        label: "Value 2",
        type: "number",
        isOptional: true,
        hint: "upper end of a band; noise of cycles",
      },
      { name: "unit", label: "Unit", type: "text", hint: "that of the signal" },
      { name: "hysteresis", label: "Hysteresis", type: "number", preset: 0 },
      { name: "minDurationMs", label: "Least duration, ms", type: "number", preset: 0, isHidden: true },
      {
        name: "minDurationCount",
        label: "Least count",
        type: "number",
        preset: 0,
        isHidden: true,
        hint: "samples, or cycles",
      },
      { name: "latch", label: "Latches", type: "check", preset: false },
      { name: "enabled", label: "Watched", type: "check", preset: true },
      { name: "note", label: "Note", type: "text", isHidden: true },
    ],
  },
  {
    kind: "units",
    title: "Units",
    one: "unit",
    empty: "No unit of the lab. The standard ones (N, kN, mm, MPa, degC …) are always there.",
    note: "Units belong to all stations. One unit is “factor” of the standard unit in “dimension”.",
    fields: [
      { name: "name", label: "Name", type: "text", isKey: true },
      { name: "dimension", label: "Dimension", type: "text", hint: "N, kg*m/s^2" },
      { name: "factor", label: "Factor", type: "number", preset: 1 },
      { name: "offset", label: "Offset", type: "number", preset: 0 },
    ],
  },
  {
    kind: "aliases",
    title: "Aliases",
    one: "alias",
    empty: "No alias. An alias is a second name of a channel, to be used in formulas and limits.",
    fields: [
      { name: "alias", label: "Alias", type: "text", isKey: true },
      { name: "channel", label: "Channel", type: "signal" },
    ],
  },
  {
    kind: "breaks",
    title: "Break triggers",
    one: "break trigger",
    empty: "No break trigger. One keeps the samples around the moment at which a specimen breaks.",
    fields: [
      { name: "name", label: "Name", type: "text", isKey: true, preset: "break" },
      { name: "channel", label: "Force", type: "signal" },
      { name: "fallPercent", label: "Fall, %", type: "number", preset: 30 },
      { name: "withinMs", label: "Within, ms", type: "number", preset: 10 },
      { name: "minForce", label: "Least force", type: "number", hint: "in the channel's unit" },
      { name: "beforeMs", label: "Kept before, ms", type: "number", preset: 1000 },
      { name: "afterMs", label: "Kept behind, ms", type: "number", preset: 1000 },
      { name: "rearmMs", label: "Armed again after, ms", type: "number", preset: 100, isHidden: true },
      {
        name: "columns",
        label: "Signals kept",
        type: "text",
        isHidden: true,
        hint: "all of the channel; separated by commas",
      },
      { name: "enabled", label: "Watched", type: "check", preset: true },
      { name: "note", label: "Note", type: "text", isHidden: true },
    ],
  },
];

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
  if (field.type === "check") return value === true ? "yes" : "no";
  return String(value);
}

/** What an input says, as the body of an edit has it; undefined when it is left out. */
export function valueOf(field: FieldSpec, text: string, checked: boolean): unknown {
  const trimmed = text.trim();
  if (field.type === "check") return checked;
  if (field.isOptional === true && trimmed.length === 0) return undefined;
  if (field.type === "number") return trimmed.length === 0 ? null : Number(trimmed);
  return trimmed;
}

/** Faults that can be seen without asking the monitor. */
export function faultOf(field: FieldSpec, value: unknown): string {
  const isLeftOut = field.isOptional === true && value === undefined;
  if (field.type === "number" && !isLeftOut && (typeof value !== "number" || !Number.isFinite(value)))
    return "a number is needed";
  if (field.isKey === true && value === "") return `${field.label.toLowerCase()} is needed`;
  return "";
}
