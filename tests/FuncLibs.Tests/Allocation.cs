namespace FuncLibs.Tests;

/// <summary>Measures what an action takes from the managed heap once it is warm.</summary>
internal static class Allocation
{
    /// <summary>Runs of a window.</summary>
    public const int Runs = 100;

    private const int Windows = 3;

    /// <summary>
    /// Bytes of <see cref="Runs"/> runs: the least of several windows. What the action takes shows in each; what the runtime itself takes
    /// once on whatever thread is running (8136 bytes in about one test run of ten) falls into one of them.
    /// </summary>
    public static long OfWarm(Action action)
    {
        OfWindow(action);
        long least = long.MaxValue;
        for (int i = 0; i < Windows; i++)
            least = Math.Min(least, OfWindow(action));
        return least;
    }

    private static long OfWindow(Action action)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < Runs; i++)
            action();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
