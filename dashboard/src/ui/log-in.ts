/** What the page shows before somebody is logged in: name and password, and nothing of the rig. */

import { type Api, reasonOf } from "../api/api";
import { logIn } from "../api/session";
import { texts } from "../texts/texts";
import { el, setText } from "./dom";

const t = texts.logIn;

/**
 * The form.
 * @param done somebody is logged in
 */
export function makeLogIn(api: Api, hasAccounts: boolean, done: () => void): HTMLElement {
  if (!hasAccounts) return el("main", { class: "log-in" }, el("h1", {}, texts.title), el("p", {}, t.noAccounts));
  const name = el("input", { type: "text", autocomplete: "username", spellcheck: "false", maxlength: 48 });
  const password = el("input", { type: "password", autocomplete: "current-password", maxlength: 128 });
  const fault = el("div", { class: "error", role: "alert" });
  const button = el("button", { type: "submit", class: "primary" }, t.enter);
  const form = el(
    "form",
    { "aria-label": t.title, novalidate: true },
    el("label", { class: "field" }, t.name, name),
    el("label", { class: "field" }, t.password, password),
    fault,
    button,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    logIn(api, name.value.trim(), password.value).then(done, (error: unknown) => {
      setText(fault, reasonOf(error));
      password.value = "";
      password.focus();
      button.disabled = false;
    });
  });
  queueMicrotask(() => name.focus());
  return el("main", { class: "log-in" }, el("h1", {}, texts.title), form);
}
