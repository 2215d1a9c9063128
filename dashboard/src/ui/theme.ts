/** Dark, light, or as the system says; kept in the browser. */

export type Theme = "dark" | "light" | "system";

const key = "telemetry.theme";
const order: readonly Theme[] = ["system", "dark", "light"];

export class ThemeSwitch {
  private chosen: Theme;
  private readonly system = matchMedia("(prefers-color-scheme: light)");

  constructor(private readonly changed: () => void) {
    const kept = localStorage.getItem(key);
    this.chosen = order.find((theme) => theme === kept) ?? "system";
    this.system.addEventListener("change", () => this.apply());
    this.apply();
  }

  get theme(): Theme {
    return this.chosen;
  }

  next(): Theme {
    this.chosen = order[(order.indexOf(this.chosen) + 1) % order.length]!;
    localStorage.setItem(key, this.chosen);
    this.apply();
    return this.chosen;
  }

  private apply(): void {
    const light = this.chosen === "light" || (this.chosen === "system" && this.system.matches);
    document.documentElement.dataset["theme"] = light ? "light" : "dark";
    this.changed();
  }
}
