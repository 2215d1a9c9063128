/** How the page looks: theme, wall display, local time or UTC. */

import { readPalette } from "../plots/palette";
import type { View } from "../plots/view";
import { type Theme, ThemeSwitch } from "./theme";

const utcKey = "telemetry.utc";

export class Display {
  private readonly themes: ThemeSwitch;

  /** @param changed after each change, also once while it is made */
  constructor(
    private readonly view: View,
    private readonly changed: () => void,
  ) {
    this.themes = new ThemeSwitch(() => this.applyColours());
    this.view.setUtc(localStorage.getItem(utcKey) === "true");
  }

  get theme(): Theme {
    return this.themes.theme;
  }

  nextTheme(): void {
    this.themes.next();
  }

  /** Larger, without controls; and back. */
  switchWall(): void {
    const root = document.documentElement;
    root.dataset["wall"] = root.dataset["wall"] === "true" ? "false" : "true";
    this.applyColours();
  }

  /** Local time or UTC; panels hear of it by the event `clockchange` of the document. */
  switchClock(): void {
    this.view.setUtc(!this.view.utc);
    localStorage.setItem(utcKey, String(this.view.utc));
    document.documentElement.dataset["clock"] = this.view.utc ? "utc" : "local";
    document.dispatchEvent(new Event("clockchange"));
    this.changed();
  }

  private applyColours(): void {
    this.view.setPalette(readPalette());
    this.changed();
  }
}
