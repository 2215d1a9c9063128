/** From the form of an export to what is asked of the monitor. */

import type { ExportRequest, ListedExport } from "../../api/exports";
import type { ListedRecording } from "../../api/recordings";
import { texts } from "../../texts/texts";
import { formatBytes } from "../parts/format";

const t = texts.exports;

export const formats = ["csv", "jsonl", "parquet", "hdf5", "mcap", "npy"] as const;
export const resampleMethods = ["mean", "hold", "linear"] as const;
/** Signs of CSV: decimal sign and separator. */
export const csvForms = { point: [".", ","], comma: [",", ";"], tab: [".", "tab"] } as const;

/** What an export can be of: an option of the form. */
export interface SourceChoice {
  /** Id of a recording; empty = the journal of the connector. */
  readonly id: string;
  readonly text: string;
  /** Why it cannot be exported; "" = it can. */
  readonly fault: string;
}

/** The part of a recording in the list that is needed here. */
type Listed = Pick<ListedRecording, "id" | "run" | "blocks" | "damaged" | "fault">;

/**
 * Recordings and the journal. The one that the panel was opened for is among them also when it is gone: another one
 * must not be exported in its place.
 */
export function sourceChoices(
  recordings: readonly Listed[],
  hasJournal: boolean,
  wanted: string,
): readonly SourceChoice[] {
  const choices = recordings.map(({ id, run, blocks, damaged, fault }) => {
    const isEmpty = blocks === 0;
    const text = isEmpty ? t.unreadable(run) : damaged > 0 ? t.damaged(run) : run;
    return { id, text, fault: isEmpty ? (fault ?? t.noBlocks(run)) : "" };
  });
  const isGone = wanted !== "" && !choices.some(({ id }) => id === wanted);
  const gone = { id: wanted, text: t.goneChoice(wanted), fault: t.gone(wanted) };
  const journal = { id: "", text: t.journal, fault: hasJournal ? "" : t.noSource };
  return [...(isGone ? [gone] : []), ...choices, ...(hasJournal || choices.length === 0 ? [journal] : [])];
}

/** What is typed. */
export interface ExportForm {
  /** Id of a recording; empty = the journal of the connector. */
  readonly recording: string;
  readonly format: string;
  readonly channels: string;
  /** Local times as an input of type datetime-local has them; empty = all. */
  readonly from: string;
  readonly to: string;
  /** Hz; empty = a table for each rate. */
  readonly atRate: string;
  readonly resample: string;
  readonly csv: string;
  readonly isRaw: boolean;
}

/** The request, or why there is none. */
export function requestOf(form: ExportForm): ExportRequest | string {
  const rate = form.atRate.trim();
  const hz = Number(rate);
  if (rate !== "" && !(Number.isFinite(hz) && hz > 0)) return t.rateNeeded;
  const [from, to] = [nsOfLocal(form.from), nsOfLocal(form.to)];
  if (from !== undefined && to !== undefined && from >= to) return t.orderNeeded;
  const [decimal, separator] = csvForms[form.csv as keyof typeof csvForms] ?? csvForms.point;
  return {
    recording: form.recording === "" ? null : form.recording,
    format: form.format,
    channels: form.channels.trim() === "" ? "*" : form.channels.trim(),
    ...(from === undefined ? {} : { from: String(from) }),
    ...(to === undefined ? {} : { to: String(to) }),
    ...(rate === "" ? {} : { atRate: hz, resample: form.resample }),
    ...(form.isRaw ? { raw: true } : {}),
    ...(form.format === "csv" ? { decimal, separator } : {}),
  };
}

/** UTC ns of a local time; undefined without one. */
export function nsOfLocal(text: string): bigint | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n;
}

/** How an export is, in one line. */
export function detailOf(one: ListedExport): string {
  switch (one.state) {
    case "running":
      return t.progress(Math.floor(one.fraction * 100), one.rows, formatBytes(one.bytes));
    case "done":
      return t.whole(one.rows, formatBytes(one.bytes));
    default:
      return one.error ?? "";
  }
}
