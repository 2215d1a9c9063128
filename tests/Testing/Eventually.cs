using System.Diagnostics;

namespace Testing;

/// <summary>
/// Waits for a condition of real threads, sockets and processes: the only place in the tests where time is let pass.
/// </summary>
public static class Eventually
{
    private static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(60);

    /// <summary>
    /// Returns when the condition holds; fails with the name of the condition when it does not in time.
    /// </summary>
    public static void True(Func<bool> condition, string what, TimeSpan? timeout = null)
    {
        const int LongestStepMilliseconds = 50;
        int stepMilliseconds = 5;
        long start = Stopwatch.GetTimestamp();
        using var never = new ManualResetEventSlim();
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(start) > (timeout ?? DefaultLimit))
                throw new TimeoutException($"Not within {timeout ?? DefaultLimit}: {what}.");
            never.Wait(stepMilliseconds);
            // A condition asks real processes: whoever waits long takes less of the machine from them.
            stepMilliseconds = Math.Min(stepMilliseconds + 1, LongestStepMilliseconds);
        }
    }
}
