/** Where messages to people go: how each target does, a test message, what goes to it, and a pause. */

import { reasonOf } from "../../api/api";
import {
  changeTarget,
  type NotificationTarget,
  type NotificationTargets,
  readTargets,
  resetTarget,
  testTarget,
} from "../../api/notifications";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { KeyedList } from "../parts/keyed-list";
import { Lifetime } from "../parts/lifetime";
import { TargetView } from "./target-view";

const t = texts.notifications;
const refreshMs = 3000;

class NotificationsPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly status = el("p", { class: "empty", role: "status" });
  private readonly faults = el("div", { class: "error", role: "alert" });
  private readonly list: KeyedList<NotificationTarget>;

  constructor(private readonly context: PanelContext) {
    const rows = el("ul", { class: "p-targets", "aria-label": t.title });
    const { api } = context;
    this.list = new KeyedList(
      rows,
      (target) => target.name,
      () =>
        new TargetView(context, {
          test: (name) => testTarget(api, name, context.by()).then(() => this.read()),
          change: (name, change) => changeTarget(api, name, change, context.by()).then((all) => this.show(all)),
          reset: (name) => resetTarget(api, name, context.by()).then((all) => this.show(all)),
        }),
    );
    this.element = el("div", { class: "p-panel p-notifications" }, this.status, this.faults, rows);
    this.lifetime.every(refreshMs, () => this.element.offsetParent !== null && void this.read());
    void this.read();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private async read(): Promise<void> {
    try {
      this.show(await readTargets(this.context.api));
    } catch (error) {
      this.status.hidden = false;
      setText(this.status, reasonOf(error));
    }
  }

  private show(listed: NotificationTargets): void {
    this.status.hidden = listed.targets.length > 0;
    setText(this.status, t.none);
    setText(this.faults, listed.faults.join("; "));
    this.list.show(listed.targets);
  }
}

export const notificationsPanel: PanelType = {
  id: "notifications",
  title: t.title,
  create: (context) => new NotificationsPanel(context),
};
