/** Why a request failed, as a person can act on it. */

import { ApiError } from "../../api/api";

/** The monitor's own line, or that it does not answer. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "The monitor does not answer; the page connects again by itself.";
}
