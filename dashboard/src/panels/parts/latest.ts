/** Requests while somebody types: only after a pause, and only the newest answer counts. */

/** Runs the newest of several tasks after a pause; answers to older ones are dropped. */
export class Latest<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  constructor(private readonly pauseMs: number) {}

  /** Replaces what is waiting or under way. */
  run(task: () => Promise<T>, done: (result: T) => void, failed: (error: Error) => void): void {
    this.cancel();
    const turn = this.turn;
    this.timer = setTimeout(() => {
      task().then(
        (result) => turn === this.turn && done(result),
        (error: unknown) => turn === this.turn && failed(error as Error),
      );
    }, this.pauseMs);
  }

  /** Earlier requests are no longer answered. */
  cancel(): void {
    this.turn += 1;
    clearTimeout(this.timer);
  }
}
