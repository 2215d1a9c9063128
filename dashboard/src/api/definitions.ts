/** `/api/definitions`: what the database of the monitor holds for the station of a stream. */

import type { Api, ApiError } from "./api";

/** A calculated channel as it is defined. */
export interface VariableDefinition {
  readonly name: string;
  readonly expression: string;
  readonly unit: string;
  readonly digits: number;
  readonly note: string;
  readonly enabled: boolean;
  readonly keepOverRuns: boolean;
  /** Subtracted from every value, in its unit; 0 = nothing is. */
  readonly tare?: number;
  /** How often what its functions remember was cleared. */
  readonly resets?: number;
  readonly revision?: string | number;
}

export interface TestRun {
  readonly name: string;
  readonly operator: string;
  readonly specimen: string;
  readonly l0Mm: number | null;
  readonly s0Mm2: number | null;
  readonly controlMode: string;
  readonly startedUtc: string;
  readonly stoppedUtc: string | null;
  readonly note: string;
}

/** The test run in force at the station of a stream; null when there is none. */
export async function readTestRun(api: Api, stream: string): Promise<TestRun | null> {
  return (await api.get<TestRun | null>(`/api/testrun?stream=${encodeURIComponent(stream)}`)) ?? null;
}

/** Begins, changes or ends the test run of the station of a stream. Failures are {@link ApiError}s. */
export function sendTestRun(
  api: Api,
  action: "start" | "set" | "stop",
  { stream, by }: { readonly stream: string; readonly by: string },
  columns: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return api.send("POST", `/api/testrun/${action}?${new URLSearchParams({ stream, by }).toString()}`, columns);
}

/** Any row of a kind: its columns, and how often it was edited. */
export type DefinitionRow = Readonly<Record<string, unknown>> & { readonly revision?: string | number };

export type DefinitionKind = "variables" | "limits" | "units" | "aliases" | "breaks";

export interface Definitions {
  readonly database: boolean;
  readonly station: string;
  readonly revision: string;
  readonly variables: readonly VariableDefinition[];
  readonly limits: readonly DefinitionRow[];
  readonly units: readonly DefinitionRow[];
  readonly aliases: readonly DefinitionRow[];
  readonly breaks: readonly DefinitionRow[];
  readonly broken: readonly string[];
  readonly run: TestRun | null;
}

/** A fault of one field of a row that was not stored. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
  readonly column?: number;
}

/**
 * Definitions of one stream's station, and edits of them. Failures are {@link ApiError}s; 409 when somebody was faster.
 */
export class DefinitionsApi {
  constructor(private readonly api: Api) {}

  read(stream: string): Promise<Definitions> {
    return this.api.get<Definitions>(`/api/definitions?stream=${encodeURIComponent(stream)}`);
  }

  /** Stores a row; with a revision only if it was not edited since. */
  put(edit: EditTarget, body: unknown): Promise<unknown> {
    return this.api.send("PUT", pathOf(edit), body);
  }

  remove(edit: EditTarget): Promise<unknown> {
    return this.api.send("DELETE", pathOf(edit));
  }
}

/** What became of a tare or a reset. */
export interface VariableActionResult {
  readonly name: string;
  readonly tare: number;
  readonly formerTare: number;
  readonly unit: string;
  /** The first block it holds for; null = the next one. */
  readonly sequence: string | null;
}

/** Where and by whom a calculated channel is tared or reset. */
export interface VariableActionTarget {
  readonly name: string;
  readonly stream: string;
  readonly by: string;
}

/** Clears what the functions of a calculated channel remember. Failures are {@link ApiError}s. */
export function resetVariable(api: Api, target: VariableActionTarget): Promise<VariableActionResult> {
  return act(api, "reset", target, {});
}

/** Makes the present value of a calculated channel zero, or sets its tare to a value. */
export function tareVariable(api: Api, target: VariableActionTarget, to?: number): Promise<VariableActionResult> {
  return act(api, "tare", target, to === undefined ? {} : { to: String(to) });
}

function act(
  api: Api,
  action: "reset" | "tare",
  { name, stream, by }: VariableActionTarget,
  more: Readonly<Record<string, string>>,
): Promise<VariableActionResult> {
  const query = new URLSearchParams({ stream, by, ...more });
  return api.send("POST", `/api/variables/${encodeURIComponent(name)}/${action}?${query.toString()}`);
}

/** Which row is edited, by whom, and from which revision. */
export interface EditTarget {
  readonly kind: DefinitionKind;
  readonly key: string;
  readonly stream: string;
  readonly by: string;
  readonly revision?: string | number | undefined;
}

/** The faults of a refused edit; the whole reason under no field when the server names none. */
export function faultsOf(body: unknown, reason: string): readonly FieldFault[] {
  const faults = (body as { faults?: unknown } | null)?.faults;
  return Array.isArray(faults) && faults.length > 0 ? (faults as FieldFault[]) : [{ field: "", message: reason }];
}

/** Faults of a row that was tried: the monitor names its place in the list before the column. */
export function faultsIn(error: ApiError): readonly FieldFault[] {
  return faultsOf(error.body, error.message).map((fault) => ({ ...fault, field: fault.field.replace(/^\d+\./, "") }));
}

function pathOf(edit: EditTarget): string {
  const query = new URLSearchParams({ stream: edit.stream, by: edit.by });
  if (edit.revision !== undefined) query.set("revision", String(edit.revision));
  return `/api/definitions/${edit.kind}/${encodeURIComponent(edit.key)}?${query.toString()}`;
}
