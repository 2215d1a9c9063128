/** Makes the panels of a layout: plots over the rig that is shown, and those of the palette. */

import { messageOf } from "../api/api";
import type { Rigs } from "../data/rigs";
import type { BoardPanel } from "../layout/board";
import type { LayoutItem } from "../layout/layout";
import type { Panel, PanelContext, PanelType } from "../layout/panel";
import { panelTypes } from "../panels/index";
import { makePlotPanel, signalsOf } from "../plots/plot-panels";
import type { PlotHost } from "../plots/time-plot";
import { el } from "./dom";
import type { PanelMaker } from "./layout-page";
import { texts } from "../texts/texts";

export class PagePanels implements PanelMaker {
  constructor(
    private readonly rigs: Rigs,
    private readonly plotHost: PlotHost,
    private readonly context: PanelContext,
    private readonly choose: (item: LayoutItem) => void,
  ) {}

  make(item: LayoutItem): BoardPanel | undefined {
    if (item.panel === "plot" || item.panel === "xy") return this.makePlot(item);
    const type = typeOf(item.panel);
    return type === undefined ? undefined : this.create(type, item.settings);
  }

  /** The strip of alarms below the plots. */
  makeStrip(): Panel | undefined {
    const type = typeOf("alarms");
    return type === undefined ? undefined : this.create(type, { strip: true });
  }

  titleOf(item: LayoutItem): string {
    return typeOf(item.panel)?.title ?? signalsOf(item).join(", ");
  }

  // A plot without its signals would ask the monitor for nothing, which it refuses.
  private makePlot(item: LayoutItem): BoardPanel | undefined {
    const { stream } = this.rigs;
    const isWhole = signalsOf(item).length >= (item.panel === "xy" ? 2 : 1);
    return stream === undefined || !isWhole
      ? undefined
      : makePlotPanel(item, stream, this.plotHost, () => this.choose(item));
  }

  // A panel that fails takes nothing else of the page with it.
  private create(type: PanelType, settings: Readonly<Record<string, unknown>>): Panel {
    try {
      return type.create(this.context, settings);
    } catch (error) {
      const reason = texts.grid.panelFailed(type.title, messageOf(error));
      return { title: type.title, element: el("p", { class: "empty error" }, reason), dispose: () => undefined };
    }
  }
}

/** The panel type of an id. */
export function typeOf(id: string): PanelType | undefined {
  return panelTypes.find((candidate) => candidate.id === id);
}
