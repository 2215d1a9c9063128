/** All panels that can be put on the page, in the order of the palette. */

import type { PanelType } from "../layout/panel";

export const panelTypes: readonly PanelType[] = [];
