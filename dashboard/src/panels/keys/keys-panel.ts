/** Keys of this monitor: its own, those of its connectors, and who may connect to what it publishes; for admins. */

import { reasonOf } from "../../api/api";
import { accessRights, allowKey, type ListedKeys, type ListedPeer, readKeys, revokeKey } from "../../api/keys";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { ConfirmButton } from "../parts/confirm-button";
import { type Fact, FactList } from "../parts/facts";
import { KeyedList, type Row } from "../parts/keyed-list";
import { Lifetime } from "../parts/lifetime";
import { connectorCommands, nameFault, parseKey } from "./key-rows";

const t = texts.keys;
const refreshMs = 10_000;

class KeysPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly status = el("p", { class: "empty", role: "status" });
  private readonly own = new FactList();
  private readonly commands = el("pre", { class: "mono p-commands", tabindex: 0, "aria-label": t.commands });
  private readonly servers = el("tbody");
  private readonly peers: KeyedList<ListedPeer>;
  private readonly peerTable: HTMLElement;
  private readonly faults = el("div", { class: "error", role: "alert" });
  private readonly fault = el("div", { class: "error", role: "alert" });
  private readonly name = el("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: 64 });
  private readonly key = el("textarea", { rows: 2, spellcheck: "false", class: "mono" });
  private readonly rights = accessRights.map((right) => el("input", { type: "checkbox", value: right, checked: true }));
  private readonly content: HTMLElement;
  private readonly allowed: HTMLElement;
  private readonly about = el("p", { class: "dim label" });

  constructor(private readonly context: PanelContext) {
    const body = el("tbody");
    this.peers = new KeyedList(
      body,
      (peer) => peer.name,
      () => new PeerRow((name) => void this.edit(() => revokeKey(context.api, name, context.by()))),
    );
    this.peerTable = table(t.allowed, t.peerColumns, body);
    this.allowed = el("div", {}, this.peerTable, this.makeForm(), this.fault);
    this.content = el(
      "div",
      { hidden: true },
      el("section", { "aria-label": t.own }, el("h3", {}, t.own), this.own.element),
      el(
        "section",
        { "aria-label": t.connectors },
        el("h3", {}, t.connectors),
        table(t.connectors, t.serverColumns, this.servers),
        el("p", { class: "dim label" }, t.connectorAbout),
        this.commands,
      ),
      el("section", { "aria-label": t.allowed }, el("h3", {}, t.allowed), this.about, this.faults, this.allowed),
    );
    this.element = el("div", { class: "p-panel p-keys" }, this.status, this.content);
    const refusal = context.access.refusal("admin");
    setText(this.status, refusal);
    if (refusal !== "") return;
    this.lifetime.every(refreshMs, () => this.element.offsetParent !== null && void this.read());
    void this.read();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private makeForm(): HTMLElement {
    const form = el(
      "form",
      { class: "p-key-form", "aria-label": t.form, novalidate: true },
      el(
        "div",
        { class: "row p-fields" },
        el("label", { class: "field p-key-field" }, t.key, this.key),
        el("label", { class: "field" }, t.name, this.name),
        el(
          "fieldset",
          { class: "row" },
          el("legend", { class: "label" }, t.rights),
          ...this.rights.map((box, i) => el("label", { class: "p-check" }, box, accessRights[i]!)),
        ),
        el("button", { type: "submit" }, t.allow),
      ),
    );
    // A pasted file has the name, too.
    this.key.addEventListener("input", () => {
      const pasted = parseKey(this.key.value);
      if (typeof pasted === "object" && pasted.name !== undefined) this.name.value = pasted.name;
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.allow();
    });
    return form;
  }

  private allow(): void {
    const pasted = parseKey(this.key.value);
    if (pasted === "secret") {
      this.key.value = "";
      setText(this.fault, t.secretPasted);
      return;
    }

    const name = this.name.value.trim();
    const wrong = pasted === undefined ? t.keyNeeded : nameFault(name);
    if (pasted === undefined || wrong !== "") {
      setText(this.fault, wrong);
      return;
    }

    const rights = accessRights.filter((_, i) => this.rights[i]!.checked);
    const { api } = this.context;
    void this.edit(async () => {
      const listed = await allowKey(api, name, pasted.publicKey, rights, this.context.by());
      this.key.value = this.name.value = "";
      return listed;
    });
  }

  private async read(): Promise<void> {
    try {
      this.show(await readKeys(this.context.api));
    } catch (error) {
      this.status.hidden = false;
      setText(this.status, reasonOf(error));
    }
  }

  private async edit(change: () => Promise<ListedKeys>): Promise<void> {
    try {
      this.show(await change());
      setText(this.fault, "");
    } catch (error) {
      setText(this.fault, reasonOf(error));
    }
  }

  private show(keys: ListedKeys): void {
    this.status.hidden = true;
    this.content.hidden = false;
    this.own.show(ownFacts(keys));
    this.servers.replaceChildren(
      ...keys.connections.map(({ endpoint, fingerprint }) =>
        el("tr", {}, el("td", { class: "mono" }, endpoint), el("td", { class: "mono" }, fingerprint ?? t.noKeys)),
      ),
    );
    const commands = connectorCommands(keys);
    this.commands.hidden = commands.length === 0;
    setText(this.commands, commands.join("\n"));
    this.allowed.hidden = keys.folder === null;
    setText(this.about, keys.folder === null ? t.notDemanded : t.publishes(keys.endpoint ?? "", keys.folder));
    setText(this.faults, keys.faults.join("; "));
    this.peerTable.hidden = keys.allowed === null || keys.allowed.length === 0;
    this.peers.show(keys.allowed ?? []);
  }
}

function ownFacts({ own, accepted, refused, lastRefusal, folder }: ListedKeys): readonly Fact[] {
  if (own === null) return [{ name: t.keyed, value: t.noOwn, tone: "warn" }];
  const facts: Fact[] = [
    { name: t.name, value: own.name },
    { name: t.fingerprint, value: own.fingerprint },
    { name: t.publicKey, value: own.publicKey },
  ];
  if (folder !== null) facts.push({ name: t.handshakes, value: t.counts(accepted, refused) });
  if (lastRefusal !== null) facts.push({ name: t.lastRefusal, value: lastRefusal, tone: "warn" });
  return facts;
}

class PeerRow implements Row<ListedPeer> {
  readonly element = el("tr");
  private readonly cells = [el("td"), el("td", { class: "mono" }), el("td")];
  private readonly revoke: ConfirmButton;
  private name = "";

  constructor(revoke: (name: string) => void) {
    this.revoke = new ConfirmButton(t.revoke, t.revokeSure, () => revoke(this.name));
    this.element.append(...this.cells, el("td", {}, this.revoke.element));
  }

  update(peer: ListedPeer): void {
    this.name = peer.name;
    [peer.name, peer.fingerprint, peer.rights.join(", ")].forEach((text, i) => setText(this.cells[i]!, text));
    this.revoke.describe(t.revokeOf(peer.name));
  }
}

function table(label: string, columns: readonly string[], body: HTMLElement): HTMLElement {
  const heads = columns.map((name) => el("th", { scope: "col" }, name));
  return el("table", { "aria-label": label }, el("thead", {}, el("tr", {}, ...heads)), body);
}

export const keysPanel: PanelType = {
  id: "keys",
  title: t.title,
  create: (context) => new KeysPanel(context),
};
