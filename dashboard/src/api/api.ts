/** HTTP of the monitor. Every failure is an {@link ApiError} with the server's own line. */

import { texts } from "../texts/texts";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: unknown,
  ) {
    super(message);
  }
}

/** One method for each route; writes carry the header that a foreign page cannot send. */
export class Api {
  async get<T>(path: string): Promise<T> {
    return this.send<T>("GET", path);
  }

  /** @param stop gives the request up: the promise is rejected */
  async send<T>(method: string, path: string, body?: unknown, stop?: AbortSignal): Promise<T> {
    const init: RequestInit = { method, headers: { "X-Telemetry": "1", "Content-Type": "application/json" } };
    if (stop !== undefined) init.signal = stop;
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(path, init);
    const text = await response.text();
    const json: unknown = text.length > 0 ? JSON.parse(text) : undefined;
    if (!response.ok)
      throw new ApiError(response.status, errorOf(json) ?? `${method} ${path}: ${response.status}`, json);
    return json as T;
  }
}

function errorOf(json: unknown): string | undefined {
  return typeof json === "object" && json !== null && "error" in json ? String(json.error) : undefined;
}

/** Why a request failed, as a person can act on it: the monitor's own line, or that it does not answer. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : texts.noAnswer;
}

/** The text of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
