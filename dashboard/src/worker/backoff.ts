/**
 * Times between attempts to connect: doubled from 250 ms to 5 s, each between half and the whole of it, so that
 * browsers do not come at once.
 */
export class Backoff {
  private static readonly firstMs = 250;
  private static readonly maxMs = 5000;
  private attempts = 0;

  constructor(private readonly random: () => number) {}

  /** The wait before the next attempt, in ms. */
  nextMs(): number {
    const whole = Math.min(Backoff.maxMs, Backoff.firstMs * 2 ** this.attempts++);
    return whole * (0.5 + this.random() / 2);
  }

  /** After a connection that worked. */
  reset(): void {
    this.attempts = 0;
  }
}
