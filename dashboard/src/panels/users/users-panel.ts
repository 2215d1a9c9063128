/** Accounts and tokens of this monitor, for admins: list, add, role, password, remove. */

import { reasonOf } from "../../api/api";
import {
  type ListedAccess,
  type ListedToken,
  type ListedUser,
  makeToken,
  putUser,
  readUsers,
  removeToken,
  removeUser,
  type Role,
  roles,
} from "../../api/users";
import type { Panel, PanelContext, PanelType } from "../../layout/panel";
import { texts } from "../../texts/texts";
import { el, setText } from "../../ui/dom";
import { ConfirmButton } from "../parts/confirm-button";
import { Lifetime } from "../parts/lifetime";
import { daysOf, expiryOf } from "./users-rows";

const t = texts.users;
const refreshMs = 10_000;

class UsersPanel implements Panel {
  readonly title = t.title;
  readonly element: HTMLElement;
  private readonly lifetime = new Lifetime();
  private readonly status = el("p", { class: "empty", role: "status" });
  private readonly fault = el("div", { class: "error", role: "alert" });
  private readonly users = el("tbody", {});
  private readonly tokens = el("tbody", {});
  private readonly made = el("output", { class: "mono p-users-token" });
  private readonly userPart: HTMLElement;
  private readonly tokenPart: HTMLElement;
  private shown = "";

  constructor(private readonly context: PanelContext) {
    this.userPart = el(
      "section",
      { "aria-label": t.accounts },
      table(t.accounts, t.userColumns, this.users),
      this.userForm(),
    );
    this.tokenPart = el(
      "section",
      { "aria-label": t.tokens },
      table(t.tokens, t.tokenColumns, this.tokens),
      this.tokenForm(),
      this.made,
    );
    this.userPart.hidden = this.tokenPart.hidden = true;
    this.element = el(
      "div",
      { class: "p-panel p-users" },
      this.status,
      this.fault,
      this.userPart,
      this.tokenPart,
    );
    // The monitor would refuse, and count each refusal.
    const refusal = context.access.refusal("admin");
    setText(this.status, refusal);
    if (refusal !== "") return;
    this.lifetime.every(refreshMs, () => this.element.offsetParent !== null && void this.read());
    void this.read();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private userForm(): HTMLElement {
    const name = el("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: 48 });
    const password = el("input", { type: "password", autocomplete: "new-password", maxlength: 128 });
    const role = selectOf();
    return form(
      t.addUser,
      [field(t.name, name), field(t.password, password), field(t.role, role)],
      () =>
        void this.edit(async () => {
          const listed = await putUser(this.context.api, name.value.trim(), {
            role: role.value as Role,
            password: password.value,
          });
          name.value = password.value = "";
          return listed;
        }),
    );
  }

  private tokenForm(): HTMLElement {
    const name = el("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: 48 });
    const days = el("input", { type: "text", inputmode: "numeric", value: "365", class: "p-number" });
    const role = selectOf();
    return form(
      t.addToken,
      [field(t.name, name), field(t.role, role), field(t.days, days)],
      () =>
        void this.edit(async () => {
          const wanted = daysOf(days.value);
          if (wanted === undefined) throw new Error(t.daysNeeded);
          const token = await makeToken(this.context.api, name.value.trim(), role.value as Role, wanted);
          setText(this.made, t.made(name.value.trim(), token));
          name.value = "";
          return readUsers(this.context.api);
        }),
    );
  }

  private async read(): Promise<void> {
    try {
      this.show(await readUsers(this.context.api));
    } catch (error) {
      this.status.hidden = false;
      setText(this.status, reasonOf(error));
    }
  }

  private async edit(change: () => Promise<ListedAccess>): Promise<boolean> {
    try {
      this.show(await change());
      setText(this.fault, "");
      return true;
    } catch (error) {
      setText(this.fault, error instanceof Error ? error.message : reasonOf(error));
      return false;
    }
  }

  private show(listed: ListedAccess): void {
    this.userPart.hidden = !listed.hasAccounts;
    this.tokenPart.hidden = !listed.hasTokens;
    this.status.hidden = listed.hasAccounts && listed.hasTokens && listed.faults.length === 0;
    setText(this.status, listed.faults.length > 0 ? listed.faults.join("; ") : t.notConfigured);

    // A list that is drawn again while somebody chooses a role would take the choice away.
    const known = JSON.stringify(listed);
    if (known === this.shown) return;
    this.shown = known;
    this.users.replaceChildren(...listed.users.map((user) => this.userRow(user)));
    this.tokens.replaceChildren(...listed.tokens.map((token) => this.tokenRow(token)));
  }

  private userRow(user: ListedUser): HTMLElement {
    const { api } = this.context;
    const role = selectOf(user.role);
    role.setAttribute("aria-label", t.roleOf(user.name));
    role.addEventListener(
      "change",
      () => void this.edit(() => putUser(api, user.name, { role: role.value as Role })).then(() => (role.value = user.role)),
    );
    const actions = el("td");
    const showActions = (): void => {
      actions.replaceChildren(
        el(
          "button",
          { type: "button", class: "quiet", "aria-label": t.passwordOf(user.name), onclick: ask },
          t.setPassword,
        ),
        removeButton(user.name, () => this.edit(() => removeUser(api, user.name))),
      );
    };
    const ask = (): void => actions.replaceChildren(this.passwordForm(user.name, showActions));
    showActions();
    return el(
      "tr",
      {},
      el("td", {}, user.name),
      el("td", {}, role),
      el("td", {}, user.changed.slice(0, 10)),
      actions,
    );
  }

  // In the place of the buttons: what is typed is not shown, as a dialog of the browser would.
  private passwordForm(name: string, close: () => void): HTMLElement {
    const password = el("input", {
      type: "password",
      autocomplete: "new-password",
      maxlength: 128,
      "aria-label": t.newPassword(name),
      placeholder: t.passwordHint,
    });
    const form = el(
      "form",
      { class: "row p-inline-form", "aria-label": t.passwordOf(name), novalidate: true },
      password,
      el("button", { type: "submit" }, t.setPassword),
      el("button", { type: "button", class: "quiet", onclick: close }, texts.definitions.cancel),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const change = { password: password.value };
      void this.edit(() => putUser(this.context.api, name, change)).then((done) => done && close());
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    });
    queueMicrotask(() => password.focus());
    return form;
  }

  private tokenRow(token: ListedToken): HTMLElement {
    const { api } = this.context;
    return el(
      "tr",
      {},
      el("td", {}, token.name),
      el("td", {}, t.roles[token.role]),
      el("td", {}, expiryOf(token, Date.now())),
      el("td", {}, removeButton(token.name, () => this.edit(() => removeToken(api, token.name)))),
    );
  }
}

function table(label: string, columns: readonly string[], body: HTMLElement): HTMLElement {
  const heads = columns.map((name) => el("th", { scope: "col" }, name));
  return el("table", { "aria-label": label }, el("thead", {}, el("tr", {}, ...heads)), body);
}

function form(label: string, fields: readonly HTMLElement[], send: () => void): HTMLElement {
  const element = el(
    "form",
    { class: "row p-fields", "aria-label": label, novalidate: true },
    ...fields,
    el("button", { type: "submit" }, label),
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  return element;
}

function field(label: string, input: HTMLElement): HTMLElement {
  return el("label", { class: "field" }, label, input);
}

function selectOf(chosen: Role = "view"): HTMLSelectElement {
  const select = el("select", {}, ...roles.map((role) => el("option", { value: role }, t.roles[role])));
  select.value = chosen;
  return select;
}

function removeButton(name: string, remove: () => Promise<unknown>): HTMLElement {
  const button = new ConfirmButton(t.remove, t.removeSure, () => void remove());
  button.describe(t.removeOf(name));
  return button.element;
}

export const usersPanel: PanelType = {
  id: "users",
  title: t.title,
  create: (context) => new UsersPanel(context),
};
