namespace FuncLibs.Tests;

/// <summary>Measures what an action takes from the managed heap once it is warm.</summary>
internal static class Allocation
{
    public static long OfWarm(Action action)
    {
        for (int i = 0; i < 100; i++)
            action();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 20; i++)
            action();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
