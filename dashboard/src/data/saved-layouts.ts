/** Layouts in the state folder of the monitor, by name. */

import { type Api, ApiError } from "../api/api";
import { type Layout, parseLayout } from "../layout/layout";

export interface SavedLayout {
  readonly name: string;
  readonly revision: string | number;
}

export class SavedLayouts {
  constructor(private readonly api: Api) {}

  list(): Promise<readonly SavedLayout[]> {
    return this.api.get<readonly SavedLayout[]>("/api/layouts");
  }

  /** The layout of a name; undefined when there is none. */
  async load(name: string): Promise<Layout | undefined> {
    try {
      return parseLayout(await this.api.get<unknown>(pathOf(name)));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Saves over whatever is stored under the name: the last one who saves wins, as with a file. */
  async save(name: string, layout: Layout): Promise<void> {
    await this.api.send("PUT", pathOf(name), layout);
  }

  async remove(name: string): Promise<void> {
    await this.api.send("DELETE", pathOf(name));
  }
}

function pathOf(name: string): string {
  return `/api/layouts/${encodeURIComponent(name)}`;
}
