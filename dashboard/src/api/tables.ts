/** `GET /api/tables`: calculated channels that are tables, such as rainflow classes and closed cycles. */

import type { Api } from "./api";

export interface ResultTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (number | string | null)[])[];
}

export function fetchTable(api: Api, stream: string, name: string): Promise<ResultTable> {
  return api.get(`/api/tables?stream=${encodeURIComponent(stream)}&name=${encodeURIComponent(name)}`);
}
