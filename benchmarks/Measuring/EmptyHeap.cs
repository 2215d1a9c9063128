namespace Benchmarks.Measuring;

/// <summary>A heap without garbage to begin with, so that a case does not pay for the one before it.</summary>
public static class EmptyHeap
{
    /// <summary>Collects all generations.</summary>
    public static void Make()
    {
#pragma warning disable RS0030 // Each case begins with an empty heap: no garbage of another one.
        GC.Collect();
#pragma warning restore RS0030
    }
}
