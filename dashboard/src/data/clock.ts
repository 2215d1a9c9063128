/** Clocks that are not the browser's: an hour that the browser is off changes nothing on the page. */

/**
 * Follows a remote clock by its messages: the fastest one is the most exact, and loses weight slowly because of drift
 * and steps.
 */
export class RemoteClock {
  // The estimate falls by 1 ms a second: quartz drifts less, and a path that got longer is learnt.
  private static readonly leak = 1e-3;
  private static readonly stepS = 2;
  private offset: number | undefined;
  private atS = 0;

  /** @param nowS a monotonic clock of this machine, in seconds */
  constructor(private readonly nowS: () => number) {}

  get isKnown(): boolean {
    return this.offset !== undefined;
  }

  /** A message gave the remote clock as `remoteS`. */
  observe(remoteS: number): void {
    const now = this.nowS();
    const seen = remoteS - now;
    const kept = this.offset === undefined ? seen : this.offset - RemoteClock.leak * (now - this.atS);
    this.offset = Math.abs(seen - kept) > RemoteClock.stepS ? seen : Math.max(seen, kept);
    this.atS = now;
  }

  /** The remote clock now, seconds since 1970; 0 before the first message. */
  read(): number {
    return this.offset === undefined ? 0 : this.offset + this.nowS();
  }

  forget(): void {
    this.offset = undefined;
  }
}
