/** All rows of one kind of definition, with a form to edit them. */

import { ApiError, reasonOf } from "../../api/api";
import { type DefinitionRow, type DefinitionsApi, faultsOf } from "../../api/definitions";
import type { PanelContext } from "../../layout/panel";
import { texts } from "../../texts/texts";
import type { Access } from "../../ui/access";
import { el, setAttribute, setText } from "../../ui/dom";
import { KeyedList, type Row } from "../parts/keyed-list";
import { UndoBar } from "../parts/undo-bar";
import { isFixed, type KindSpec, keyOf, textOf } from "./definition-fields";
import { DefinitionForm } from "./definition-form";
import { LimitTry } from "./limit-try";

const t = texts.definitions;

/** The revision from which a new row is stored: one that is there already is refused, not changed. */
const unsaved = "0";

/** What a table is given by its panel. */
export interface TableHost {
  readonly context: PanelContext;
  readonly api: DefinitionsApi;
  /** Channels and calculated channels that can be named. */
  signals(): readonly string[];
  /** Reads all definitions again, and shows them. */
  read(): Promise<void>;
}

export class DefinitionTable {
  readonly element: HTMLElement;
  private readonly list: KeyedList<DefinitionRow>;
  private readonly form: DefinitionForm;
  private readonly undo = new UndoBar();
  /** Only limits are tried. */
  private readonly trial: LimitTry | undefined;
  private readonly empty: HTMLElement;
  private readonly table: HTMLElement;
  private readonly addButton: HTMLButtonElement;
  private rows: readonly DefinitionRow[] = [];
  private edited: string | undefined;
  private before: DefinitionRow | undefined;

  constructor(
    readonly spec: KindSpec,
    private readonly host: TableHost,
  ) {
    this.form = new DefinitionForm(
      spec,
      () => void this.save(),
      () => this.close(),
    );
    const { access } = host.context;
    this.addButton = access.guard(
      "control",
      el("button", { type: "button", onclick: () => this.open(undefined) }, t.newOf(spec.one)),
    );
    this.trial = spec.kind === "limits" ? new LimitTry(host.context, this.form) : undefined;
    if (this.trial !== undefined) this.form.addAction(this.trial.bar);
    this.empty = el("p", { class: "empty" }, spec.empty);
    const columns = spec.fields.filter((field) => field.isHidden !== true);
    const body = el("tbody");
    this.table = el(
      "div",
      { class: "p-scroll", tabindex: 0, role: "group", "aria-label": spec.title },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...columns.map((field) =>
              el("th", { scope: "col", class: field.type === "number" ? "number" : undefined }, field.label),
            ),
            el("th", { scope: "col" }, t.actions),
          ),
        ),
        body,
      ),
    );
    this.table.hidden = true;
    this.list = new KeyedList(
      body,
      (row) => keyOf(spec, row),
      () => new DefinitionRowView(spec, this, access),
    );
    this.element = el(
      "div",
      { class: "p-definition-table" },
      el("div", { class: "p-bar" }, this.addButton, el("span", { class: "dim label" }, spec.note)),
      this.undo.element,
      this.form.element,
      this.trial?.element ?? null,
      this.empty,
      this.table,
    );
  }

  dispose(): void {
    this.trial?.end();
  }

  /** Shows what is stored; `canEdit` is false without a database. */
  show(rows: readonly DefinitionRow[], canEdit: boolean): void {
    this.rows = rows;
    this.addButton.disabled = !canEdit;
    this.empty.hidden = rows.length > 0;
    this.table.hidden = rows.length === 0;
    this.list.show(rows);
  }

  open(row: DefinitionRow | undefined): void {
    this.edited = row === undefined ? undefined : keyOf(this.spec, row);
    this.before = row;
    this.form.show(row, this.host.signals());
    this.trial?.begin();
  }

  async remove(row: DefinitionRow): Promise<void> {
    const key = keyOf(this.spec, row);
    try {
      await this.host.api.remove(this.target(key, row.revision));
    } catch (error) {
      this.host.context.notify(reasonOf(error), "warning");
      return;
    }
    this.undo.offer(t.removed(this.spec.one, key), () => this.put(row, undefined));
    await this.host.read();
    this.addButton.focus();
  }

  private close(): void {
    this.form.hide();
    this.trial?.end();
    this.addButton.focus();
  }

  private stored(key: string): DefinitionRow | undefined {
    return this.rows.find((row) => keyOf(this.spec, row) === key);
  }

  private async save(): Promise<void> {
    const row = this.form.read();
    if (row === undefined) return;
    const key = keyOf(this.spec, row);
    // The row as it was when the form was opened: what somebody else saved since then is not overwritten.
    const before = this.before;
    try {
      await this.host.api.put(this.target(key, before === undefined ? unsaved : before.revision), row);
    } catch (error) {
      await this.refused(error as Error, key);
      return;
    }
    this.close();
    this.undo.offer(t.saved(this.spec.one, key), () => this.takeBack(key, before));
    await this.host.read();
  }

  private async refused(error: Error, key: string): Promise<void> {
    if (error instanceof ApiError && error.status === 409) {
      await this.host.read();
      // Saved again, it replaces what the form has just reported.
      this.before = this.stored(this.edited ?? key);
      this.edited ??= this.before === undefined ? undefined : key;
      this.form.showFaults([{ field: "", message: `${error.message}. ${t.faster}` }]);
      return;
    }
    this.form.showFaults(
      error instanceof ApiError ? faultsOf(error.body, error.message) : [{ field: "", message: error.message }],
    );
  }

  private async takeBack(key: string, before: DefinitionRow | undefined): Promise<void> {
    await this.host.read();
    const now = this.stored(key);
    if (before !== undefined) await this.put(before, now?.revision);
    else if (now !== undefined) await this.remove(now);
  }

  private async put(row: DefinitionRow, revision: string | number | undefined): Promise<void> {
    const body = Object.fromEntries(this.spec.fields.map((field) => [field.name, row[field.name]]));
    try {
      await this.host.api.put(this.target(keyOf(this.spec, row), revision), body);
    } catch (error) {
      this.host.context.notify(reasonOf(error), "warning");
    }
    await this.host.read();
  }

  private target(key: string, revision: string | number | undefined) {
    const { context } = this.host;
    return { kind: this.spec.kind, key, stream: context.rig.name ?? "", by: context.by(), revision } as const;
  }
}

class DefinitionRowView implements Row<DefinitionRow> {
  readonly element = el("tr");
  private readonly cells: readonly HTMLElement[];
  private readonly edit = el(
    "button",
    { type: "button", class: "quiet", onclick: () => this.table.open(this.row) },
    t.edit,
  );
  private readonly remove = el(
    "button",
    { type: "button", class: "quiet", onclick: () => void this.table.remove(this.row) },
    t.remove,
  );
  private readonly actions = el("div", { class: "p-actions" }, this.edit, this.remove);
  private isFixed = false;
  private row: DefinitionRow = {};

  constructor(
    private readonly spec: KindSpec,
    private readonly table: DefinitionTable,
    access: Access,
  ) {
    for (const button of [this.edit, this.remove]) access.guard("control", button);
    this.cells = this.columns.map((field) => el("td", { class: field.type === "number" ? "number" : undefined }));
    this.element.append(...this.cells, el("td", {}, this.actions));
  }

  update(row: DefinitionRow): void {
    this.row = row;
    this.columns.forEach((field, place) => setText(this.cells[place]!, textOf(field, row[field.name])));
    setAttribute(this.element, "title", textOf({ name: "note", label: "", type: "text" }, row["note"]) || null);
    this.fix(isFixed(row));
    const key = keyOf(this.spec, row);
    setAttribute(this.edit, "aria-label", t.editOf(key));
    setAttribute(this.remove, "aria-label", t.removeOf(key));
  }

  // What is in the configuration of the monitor is edited there.
  private fix(isFixed: boolean): void {
    if (isFixed === this.isFixed) return;
    this.isFixed = isFixed;
    this.actions.replaceChildren(...(isFixed ? [el("span", { class: "dim" }, t.fixed)] : [this.edit, this.remove]));
  }

  private get columns() {
    return this.spec.fields.filter((field) => field.isHidden !== true);
  }
}
