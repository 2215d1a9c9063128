/** Form of `GET /api/catalogue`: what streams there are and which signals they have. */

export type SignalGroup = "servo" | "temp" | "ad" | "bitIn" | "bitOut";
export type SignalColumn = "value" | "command" | "output" | "count" | "activeCtrl" | "sensor";

export interface SignalEntry {
  readonly name: string;
  readonly unit: string;
  readonly group: SignalGroup;
  /** Index of the channel in its group, from 0. */
  readonly channel: number;
  readonly column: SignalColumn;
  readonly rateHz: number;
  /** Range of the signal; absent where it is not known. */
  readonly min?: number | string | null;
  readonly max?: number | string | null;
  /** What the rig itself calls the channel or line: any text, perhaps none. */
  readonly label?: string;
}

export interface CalculatedEntry {
  readonly name: string;
  readonly unit: string;
  readonly expression: string;
  readonly kind: "series" | "value" | "result" | "table";
  readonly running: boolean;
  readonly fault: string | null;
  readonly warning: string | null;
  readonly rateHz: number;
}

export interface StreamEntry {
  readonly name: string;
  readonly publisher: string;
  readonly connection: number;
  readonly freshness: string;
  readonly past: boolean;
  readonly replay: boolean;
  readonly guess: boolean;
  readonly epoch: string;
  readonly baseRateHz: number;
  readonly blockRateHz: number;
  readonly signals: readonly SignalEntry[];
  readonly calculated: readonly CalculatedEntry[];
}

export interface Catalogue {
  readonly revision: number;
  readonly streams: readonly StreamEntry[];
}

/** The stream of a name; one that is announced comes before one of the past. */
export function findStream(catalogue: Catalogue | undefined, name: string | undefined): StreamEntry | undefined {
  const named = catalogue?.streams.filter((stream) => stream.name === name) ?? [];
  return named.find((stream) => !stream.past) ?? named[0];
}
