using System.Numerics;
using System.Runtime.InteropServices;

namespace FuncLibs.Signals.Limits.Watches;

/// <summary>Finds the first sample at which a condition holds: the usual answer, that there is none, costs one vector comparison per few
/// samples.</summary>
internal static class SampleScan
{
    /// <summary>Place of the first sample at or behind <paramref name="from"/>; the length when there is none.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="values">The samples.</param>
    /// <param name="before">The sample before the first.</param>
    /// <param name="from">0 to the length.</param>
    public static int First<TCondition>(in TCondition condition, ReadOnlySpan<double> values, double before, int from)
        where TCondition : struct, ISampleCondition
    {
        if (from == 0 && values.Length > 0 && Holds(condition, values[0], before))
            return 0;
        ref double start = ref MemoryMarshal.GetReference(values);
        int i = Math.Max(from, 1);
        for (; i <= values.Length - Vector<double>.Count; i += Vector<double>.Count)
        {
            Vector<double> previous = TCondition.UsesPrevious ? Vector.LoadUnsafe(ref start, (nuint)(i - 1)) : Vector<double>.Zero;
            if (condition.Holds(Vector.LoadUnsafe(ref start, (nuint)i), previous) != Vector<long>.Zero)
                break;
        }

        while (i < values.Length && !Holds(condition, values[i], values[i - 1]))
            i++;
        return Math.Min(i, values.Length);
    }

    /// <summary>The condition of one sample.</summary>
    public static bool Holds<TCondition>(in TCondition condition, double x, double previous)
        where TCondition : struct, ISampleCondition => condition.Holds(new Vector<double>(x), new Vector<double>(previous))[0] != 0;
}
