/** `/api/expressions` and `/api/functions`: the language of calculated channels. */

import { type Api, ApiError } from "./api";

/** A function of the language, as it is called. */
export interface FunctionDoc {
  readonly name: string;
  readonly signature: string;
  readonly summary: string;
  readonly group: string;
}

/** An error in a formula; columns count from 1. */
export interface ExpressionError {
  readonly message: string;
  readonly column: number;
  readonly length?: number;
}

export type CheckResult =
  | { readonly ok: true; readonly unit: string; readonly kind: string; readonly rateHz: number }
  | { readonly ok: false; readonly errors: readonly ExpressionError[] };

/** What a formula would have given over the last seconds, in buckets; a bucket with count 0 is a gap. */
export interface Preview {
  readonly unit: string;
  readonly basis: string;
  readonly t0: string;
  readonly bucketNs: string | number;
  readonly min: readonly (number | string | null)[];
  readonly max: readonly (number | string | null)[];
  readonly last: readonly (number | string | null)[];
  readonly count: readonly number[];
}

export class ExpressionsApi {
  constructor(private readonly api: Api) {}

  functions(): Promise<readonly FunctionDoc[]> {
    return this.api.get("/api/functions");
  }

  /**
   * Checks a formula, and that it fits the unit declared for it if there is one. `name`: what it is, so that it is no
   * circle.
   */
  check(stream: string, expression: string, unit: string, name: string): Promise<CheckResult> {
    const body = { stream, expression, ...(unit.length > 0 ? { unit } : {}), ...(name.length > 0 ? { name } : {}) };
    return this.answer<CheckResult>("/api/expressions/check", body);
  }

  /** Computes a formula over the last seconds of the stream. */
  async preview(
    stream: string,
    expression: string,
    seconds: number,
  ): Promise<Preview | Extract<CheckResult, { ok: false }>> {
    return this.answer("/api/expressions/preview", { stream, expression, seconds });
  }

  // A formula with errors is an answer, whatever its status.
  private async answer<T>(path: string, body: unknown): Promise<T> {
    try {
      return await this.api.send<T>("POST", path, body);
    } catch (error) {
      if (error instanceof ApiError && Array.isArray((error.body as { errors?: unknown } | null)?.errors)) {
        return { ok: false, errors: (error.body as { errors: ExpressionError[] }).errors } as T;
      }
      throw error;
    }
  }
}
