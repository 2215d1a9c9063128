/** What a panel has to end when it is disposed of. */

/** Ends several subscriptions with one call. */
export class Lifetime {
  private readonly ends: (() => void)[] = [];

  add(...ends: readonly (() => void)[]): void {
    this.ends.push(...ends);
  }

  /** Calls a function again and again until the end. */
  every(milliseconds: number, tick: () => void): void {
    const timer = setInterval(tick, milliseconds);
    this.ends.push(() => clearInterval(timer));
  }

  /** Listens to an event until the end. */
  listen(target: EventTarget, event: string, listener: () => void): void {
    target.addEventListener(event, listener);
    this.ends.push(() => target.removeEventListener(event, listener));
  }

  dispose(): void {
    for (const end of this.ends.splice(0)) end();
  }
}

let ids = 0;

/** An id that no other element has, for labels and descriptions. */
export function uniqueId(prefix: string): string {
  ids += 1;
  return `p-${prefix}-${ids}`;
}
