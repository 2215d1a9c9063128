/** The address of the page: `?rig=NAME&layout=NAME` open the same page on any machine. */

export class PageAddress {
  private readonly query = new URLSearchParams(location.search);

  /** What the address names; "" where it names nothing. */
  get(name: "rig" | "layout"): string {
    return this.query.get(name) ?? "";
  }

  /** Writes a name into the address, or takes it out with "". The page stays. */
  set(name: "rig" | "layout", value: string): void {
    if (value === "") this.query.delete(name);
    else this.query.set(name, value);
    const text = this.query.toString();
    window.history.replaceState(null, "", text === "" ? location.pathname : `?${text}`);
  }
}
