namespace FuncLibs.Runtime.Timing.Clocks;

/// <summary>
/// One exchange of time stamps between two machines, as NTP makes it (RFC 5905, section 8). All in UTC ns since the
/// Unix epoch.
/// <code>
///  publisher   -------- t2 == t3 --------->
///                      /        \
///  consumer    ---- t1 ---------- t4 ----->
/// </code>
/// </summary>
/// <param name="T1">Consumer's clock: the request was sent.</param>
/// <param name="T2">Publisher's clock: it was received.</param>
/// <param name="T3">Publisher's clock: the answer was sent.</param>
/// <param name="T4">Consumer's clock: it was received.</param>
public readonly record struct ClockProbe(long T1, long T2, long T3, long T4)
{
    /// <summary>Longest useful exchange, and longest work of the publisher on it: 10 s.</summary>
    public const long MaxNs = 10 * UtcClock.NanosecondsPerSecond;

    /// <summary>
    /// The furthest that two clocks may be apart, about 73 years: far from overflow in whatever is computed with it.
    /// </summary>
    public const long MaxOffsetNs = long.MaxValue / 4;

    // Two clocks of 100 ns may show a way of nothing as slightly less than nothing.
    private const long ResolutionNs = 2 * UtcClock.NanosecondsPerTick;

    /// <summary>
    /// True when the stamps can be those of an exchange: after 1970, in order, within <see cref="MaxNs"/>.
    /// </summary>
    public bool IsUsable => T1 > 0 && T2 > 0 && T3 >= T2 && T4 >= T1 && T3 - T2 <= MaxNs && T4 - T1 <= MaxNs
        && PathDelay >= -ResolutionNs && Math.Abs(OffsetNs) <= MaxOffsetNs;

    /// <summary>
    /// How far the publisher's clock is ahead of the consumer's, on the guess that both ways took as long as each
    /// other: ((t2 - t1) + (t3 - t4)) / 2.
    /// </summary>
    public long OffsetNs => (long)(((Int128)T2 - T1 + T3 - T4) / 2);

    /// <summary>What the two ways took together: (t4 - t1) - (t3 - t2), 0 or more.</summary>
    public long DelayNs => Math.Max(0, PathDelay);

    /// <summary>
    /// How far <see cref="OffsetNs"/> can be wrong: half the delay, were one of the ways free, and the stamps'
    /// resolution.
    /// </summary>
    public long BoundNs => (DelayNs / 2) + ResolutionNs;

    private long PathDelay => T4 - T1 - (T3 - T2);
}
