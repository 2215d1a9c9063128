/** `/api/exports`: files of recordings and of the connector's journal (docs/http.md). */

import type { Api } from "./api";

export type ExportState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface ListedExport {
  readonly id: number;
  readonly state: ExportState;
  /** What it is of. */
  readonly title: string;
  readonly format: string;
  readonly rows: number;
  /** 0 to 1. */
  readonly fraction: number;
  readonly bytes: number;
  /** Name of the file; null before it is done. */
  readonly file: string | null;
  /** Why it ended early; null when it did not. */
  readonly error: string | null;
  readonly notes: readonly string[];
}

export interface ListedExports {
  /** Whether the journal of the connector can be exported. */
  readonly hasJournal: boolean;
  /** Newest first. */
  readonly exports: readonly ListedExport[];
}

/** What is asked for. Times are UTC ns as text; what is left out has the default of the verb `export`. */
export interface ExportRequest {
  readonly recording: string | null;
  readonly format: string;
  readonly channels?: string;
  readonly from?: string;
  readonly to?: string;
  readonly atRate?: number;
  readonly resample?: string;
  readonly raw?: boolean;
  readonly decimal?: string;
  readonly separator?: string;
  readonly stream?: string;
}

export function fetchExports(api: Api): Promise<ListedExports> {
  return api.get("/api/exports");
}

export function startExport(api: Api, request: ExportRequest): Promise<{ readonly id: number }> {
  return api.send("POST", "/api/exports", request);
}

export function cancelExport(api: Api, id: number): Promise<ListedExport> {
  return api.send("POST", `/api/exports/${id}/cancel`, {});
}

/** Where the file of an export is fetched. */
export function fileOf(id: number): string {
  return `/api/exports/${id}/file`;
}
