/** A signal as a plot needs it. */
export interface PlotSignal {
  readonly name: string;
  readonly unit: string;
  /** Samples a second; 0 where that is not known. */
  readonly rateHz: number;
  readonly colour: number;
}
