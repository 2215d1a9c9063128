using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// What is left of a column at both ends of the loop over its aligned vectors. All of it goes through the same vector
/// code: there is no second, scalar version that could differ. A column of at least one vector is covered by
/// overlapping ones, whose results are computed before the loop and stored after it, so that in place nothing is read
/// that was already written; a shorter one by a vector padded with zeros.
/// </summary>
internal static unsafe class VectorTail
{
    /// <summary>Values before the first vector that does not straddle cache lines.</summary>
    public static nuint BeforeAligned(ref double first)
    {
        nuint bytes = (nuint)Vector<byte>.Count;
        return ((bytes - ((nuint)Unsafe.AsPointer(ref first) & (bytes - 1))) & (bytes - 1)) / sizeof(double);
    }

    /// <summary>The values, and zeros after them.</summary>
    public static Vector<double> Load(ReadOnlySpan<double> source)
    {
        Vector<double> padded = default;
        for (int lane = 0; lane < source.Length; lane++)
            padded = padded.WithElement(lane, source[lane]);
        return padded;
    }

    /// <summary>As many of the first lanes as fit.</summary>
    public static void Store(Vector<double> lanes, Span<double> target)
    {
        for (int lane = 0; lane < target.Length; lane++)
            target[lane] = lanes[lane];
    }
}
