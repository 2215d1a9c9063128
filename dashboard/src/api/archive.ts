/** `/api/archive`: tests in the long-term archive, of all rigs (docs/http.md). Times are UTC ns as text. */

import type { Api } from "./api";

/** A test in the archive. */
export interface ArchivedTest {
  /** `@SITE/RIG/FOLDER`: what it is called in the routes of recordings. */
  readonly id: string;
  readonly site: string;
  readonly rig: string;
  readonly run: string;
  /** 1, or higher for further recordings of the same name. */
  readonly attempt: number;
  readonly specimen: string | null;
  readonly operator: string | null;
  readonly startedNs: string;
  readonly stoppedNs: string | null;
  readonly blocksExpected: number;
  readonly blocksReceived: number;
  readonly blocksLost: number;
  /** No block is missing, nothing is damaged, and the run was stopped. */
  readonly complete: boolean;
  readonly bytes: number;
  readonly monitor: string;
  readonly note: string | null;
  readonly results: readonly ArchivedResult[];
}

export interface ArchivedResult {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** `final` or `pending` of a tensile result; empty for others. */
  readonly state: string;
}

/** What is searched; an empty text is not given. */
export interface ArchiveSearch {
  readonly rig: string;
  readonly specimen: string;
  readonly from: string;
  readonly to: string;
  readonly result: string;
}

export interface ArchivePage {
  readonly tests: readonly ArchivedTest[];
  /** Asks for the next page; null = there is none. */
  readonly after: string | null;
}

/** One page of the tests that a search finds, the newest first. */
export function searchArchive(api: Api, search: ArchiveSearch, after: string): Promise<ArchivePage> {
  const given = Object.entries({ ...search, after }).filter(([, text]) => text.trim() !== "");
  return api.get(`/api/archive?${new URLSearchParams(given)}`);
}
