namespace FuncLibs.Runtime.Timing;

/// <summary>
/// UTC in nanoseconds since the Unix epoch, the unit of every time stamp on the wire. Resolution 100 ns.
/// </summary>
public static class UtcClock
{
    /// <summary>Nanoseconds of one <see cref="TimeSpan"/> tick.</summary>
    public const long NanosecondsPerTick = 100;

    /// <summary>Nanoseconds of a second.</summary>
    public const long NanosecondsPerSecond = 1_000_000_000;

    /// <summary>Now, in ns since the Unix epoch; overflows in the year 2262.</summary>
    public static long NowNs(this TimeProvider time) =>
        (time.GetUtcNow().UtcTicks - DateTime.UnixEpoch.Ticks) * NanosecondsPerTick;

    /// <summary>A time in ns since the Unix epoch; overflows in the year 2262.</summary>
    public static long NsOf(DateTimeOffset time) => (time - DateTimeOffset.UnixEpoch).Ticks * NanosecondsPerTick;

    /// <summary>The time of so many ns since the Unix epoch, to 100 ns.</summary>
    public static DateTimeOffset TimeOf(long utcNs) => DateTimeOffset.UnixEpoch.AddTicks(utcNs / NanosecondsPerTick);
}
