/** The seam between the shell and what it shows. */

import type { Api } from "../api/api";
import type { Catalogue, StreamEntry } from "../data/catalogue";
import type { Feed } from "../data/feed";
import type { TestRunSource } from "../data/test-run";
import type { View } from "../plots/view";
import type { ShownTrials } from "../recordings/shown-trial";
import type { Access } from "../ui/access";

/** One panel of the page. It draws into its element and updates itself from the feed until it is disposed of. */
export interface Panel {
  readonly title: string;
  readonly element: HTMLElement;
  dispose(): void;
  /** What a saved layout keeps of the panel, given back to {@link PanelType.create}: a search, a sort order. */
  settings?(): Record<string, unknown>;
}

/** What a panel is given. */
export interface PanelContext {
  readonly api: Api;
  readonly feed: Feed;
  /** The rig (stream) that the page shows; listeners hear of each change, and of the present one at once. */
  readonly rig: { readonly name: string | undefined; on(listener: (name: string | undefined) => void): () => void };
  /** Streams and their signals; listeners hear of each revision, and of the present one at once. */
  readonly catalogue: {
    readonly newest: Catalogue | undefined;
    /** The stream that the page shows; undefined before the first catalogue. */
    readonly stream: StreamEntry | undefined;
    on(listener: (catalogue: Catalogue) => void): () => void;
  };
  readonly testRun: TestRunSource;
  /** What the person may do: a control of an action that may not be available is guarded by it. */
  readonly access: Access;
  /** What limits that are tried would have done, marked in every plot. */
  readonly trials: ShownTrials;
  /** Name of the person, for commands and edits; requested once and kept in the browser. */
  by(): string;
  /** Shows what happened, below the plots, without covering them. */
  notify(text: string, severity?: "info" | "warning" | "critical"): void;
  /** A moment as text, in local time or UTC as the person chose: `14:03:07.250`, with the date when it is not today. */
  timeText(utcNs: string | bigint): string;
  /** The newest moment of the rig's data, UTC ns; "0" before its first word. */
  nowNs(): string;
  /** The colour of a signal: the same in every panel. A CSS colour. */
  colourOf(signal: string): string;
  /** Shows a stretch of time in the live plots, with some time around it; seconds since 1970. */
  showStretch(fromS: number, toS: number): void;
  /** Adds a time plot of signals of the present rig to the layout. */
  plot(signals: readonly string[]): void;
  /** True when there is a panel of that id. */
  hasPanel(id: string): boolean;
  /** Brings a panel into sight: one with these settings that is there, or a new one over the main area. */
  open(panel: string, settings: Readonly<Record<string, unknown>>): void;
  /** Colours and clock of the page. */
  readonly display: Pick<View, "palette" | "utc" | "on">;
}

/** Makes a panel; one for each entry of dashboard/src/panels/index.ts. */
export interface PanelType {
  readonly id: string;
  readonly title: string;
  /** It is opened by another panel, with settings; no layout begins with it. */
  readonly isOnDemand?: boolean;
  create(context: PanelContext, settings: Readonly<Record<string, unknown>>): Panel;
}
