/** What the page gives its panels. */

import type { Api } from "../api/api";
import type { LiveClient } from "../data/live-client";
import type { Rigs } from "../data/rigs";
import type { TestRunSource } from "../data/test-run";
import type { PanelContext } from "../layout/panel";
import { momentText } from "../plots/format";
import { colourIndex } from "../plots/palette";
import { showAround } from "../plots/time-window";
import type { View } from "../plots/view";

/** The part of the page that panels act on. */
type PanelPage = Pick<PanelContext, "access" | "trials" | "by" | "notify" | "plot" | "open" | "hasPanel">;

export function panelServices(
  api: Api,
  client: LiveClient,
  rigs: Rigs,
  testRun: TestRunSource,
  view: View,
  page: PanelPage,
): PanelContext {
  return {
    api,
    feed: client,
    testRun,
    display: view,
    ...page,
    rig: {
      get name() {
        return rigs.name;
      },
      on: (listener) => rigs.onRig(listener),
    },
    catalogue: {
      get newest() {
        return rigs.newest;
      },
      get stream() {
        return rigs.stream;
      },
      on: (listener) => rigs.onCatalogue(listener),
    },
    timeText: (utcNs) => momentText(Number(utcNs) / 1e9, 3, view.utc, view.newestS()),
    showStretch: (fromS, toS) => view.setWindow(showAround(fromS, toS)),
    nowNs: () => String(BigInt(Math.round(view.newestS() * 1e6)) * 1000n),
    colourOf: (signal) => `var(--signal-${colourIndex(rigs.stream, signal)})`,
  };
}
