/** What limits that are tried would have done in a recording: every plot of the page that shows it marks it. */

import type { DefinitionRow } from "../api/definitions";
import type { Stretch } from "../plots/time-window";
import type { Excursion } from "../plots/limits";

export interface ShownTrial {
  /** `SITE/RIG/FOLDER`. */
  readonly recording: string;
  readonly stream: string;
  readonly rows: readonly DefinitionRow[];
  readonly excursions: readonly Excursion[];
}

/** The trial that is shown; one at a time. */
export class ShownTrials {
  private shown: ShownTrial | undefined;
  private readonly listeners = new Set<(focus: Stretch | undefined) => void>();

  get newest(): ShownTrial | undefined {
    return this.shown;
  }

  /** Shows another trial, or none. */
  show(trial: ShownTrial | undefined): void {
    if (this.shown === trial) return;
    this.shown = trial;
    this.emit(undefined);
  }

  /** Asks the plots of the trial's recording to show a stretch of it. */
  look(at: Stretch): void {
    this.emit(at);
  }

  on(listener: (focus: Stretch | undefined) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private emit(focus: Stretch | undefined): void {
    for (const listener of this.listeners) listener(focus);
  }
}
