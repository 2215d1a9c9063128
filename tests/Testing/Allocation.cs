namespace Testing;

/// <summary>Measures what warm code takes from the managed heap.</summary>
/// <remarks>
/// The least of several windows: what the code takes each time shows in every one of them; what the runtime itself
/// takes once, on whatever thread is running (8136 bytes in about one test run of ten), falls into one.
/// </remarks>
public static class Allocation
{
    /// <summary>Runs of a window of <see cref="OfWarm"/>.</summary>
    public const int Runs = 100;

    private const int Windows = 3;

    /// <summary>
    /// Bytes that <see cref="Runs"/> runs of an action take on the calling thread, after as many that do not count.
    /// </summary>
    public static long OfWarm(Action action)
    {
        Repeat();
        return MinOf(GC.GetAllocatedBytesForCurrentThread, Repeat);

        void Repeat()
        {
            for (int i = 0; i < Runs; i++)
                action();
        }
    }

    /// <summary>Bytes that a counter, of this thread or another, moves on by during a window of work.</summary>
    public static long MinOf(Func<long> counter, Action window)
    {
        long min = long.MaxValue;
        for (int i = 0; i < Windows; i++)
        {
            long before = counter();
            window();
            min = Math.Min(min, counter() - before);
        }

        return min;
    }
}
