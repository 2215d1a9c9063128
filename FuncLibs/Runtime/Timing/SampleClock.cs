namespace FuncLibs.Runtime.Timing;

/// <summary>
/// Turns a number of samples of a rate into nanoseconds without drift: the whole product is taken first, then divided
/// once.
/// </summary>
public static class SampleClock
{
    /// <summary>Duration of <paramref name="samples"/> samples in ns, rounded down.</summary>
    /// <param name="samples">0 or more. Exact at any number for whole rates, to 2^53 ns (104 days) for others.</param>
    /// <param name="rateHz">Samples a second, above 0.</param>
    public static long NsOf(long samples, double rateHz)
    {
        long whole = (long)rateHz;
        return whole == rateHz
            ? (long)((Int128)samples * UtcClock.NanosecondsPerSecond / whole)
            : (long)(samples / rateHz * UtcClock.NanosecondsPerSecond);
    }
}
