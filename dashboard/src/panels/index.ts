/** All panels but plots, by the name that a layout has for them. */

import "uplot/dist/uPlot.min.css";
import "./panels.css";
import type { PanelType } from "../layout/panel";
import { alarmsPanel } from "./alarms/alarms-panel";
import { archivePanel } from "./archive/archive-panel";
import { auditPanel } from "./audit/audit-panel";
import { bitsPanel } from "./bits/bits-panel";
import { capturesPanel } from "./captures/captures-panel";
import { channelsPanel } from "./channels/channels-panel";
import { definitionsPanel } from "./definitions/definitions-panel";
import { eventsPanel } from "./events/events-panel";
import { exportsPanel } from "./exports/exports-panel";
import { healthPanel } from "./health/health-panel";
import { keysPanel } from "./keys/keys-panel";
import { notificationsPanel } from "./notifications/notifications-panel";
import { recordingPanel } from "./recordings/recording-panel";
import { recordingsPanel } from "./recordings/recordings-panel";
import { rainflowPanel } from "./rainflow/rainflow-panel";
import { testRunPanel } from "./testrun/testrun-panel";
import { usersPanel } from "./users/users-panel";
import { valuesPanel } from "./values/values-panel";

export const panelTypes: readonly PanelType[] = [
  alarmsPanel,
  valuesPanel,
  channelsPanel,
  eventsPanel,
  definitionsPanel,
  bitsPanel,
  rainflowPanel,
  capturesPanel,
  testRunPanel,
  exportsPanel,
  recordingsPanel,
  recordingPanel,
  archivePanel,
  healthPanel,
  auditPanel,
  usersPanel,
  keysPanel,
  notificationsPanel,
];
