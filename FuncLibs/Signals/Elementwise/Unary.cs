using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Signals.Elementwise;

/// <summary>Runs a kernel over numbers and arrays. Takes no memory and never throws for a value.</summary>
public static class Unary
{
    /// <summary>The function of one number.</summary>
    public static double Apply<TKernel>(TKernel kernel, double x)
        where TKernel : struct, IUnaryKernel => kernel.Apply(new Vector<double>(x))[0];

    /// <summary>The function of each value of <paramref name="source"/>, written to <paramref name="target"/>, which may be the source itself.</summary>
    /// <exception cref="ArgumentException">The target is shorter than the source, or overlaps it at another place.</exception>
    public static void Apply<TKernel>(TKernel kernel, ReadOnlySpan<double> source, Span<double> target)
        where TKernel : struct, IUnaryKernel
    {
        if (target.Length < source.Length)
            throw new ArgumentException($"The target holds {target.Length} values, the source has {source.Length}.", nameof(target));
        if (source.Overlaps(target, out int shift) && shift != 0)
            throw new ArgumentException("The target overlaps the source at another place; only in place is allowed.", nameof(target));

        ref double from = ref MemoryMarshal.GetReference(source);
        ref double to = ref MemoryMarshal.GetReference(target);
        int whole = source.Length - (source.Length % Vector<double>.Count);
        for (int i = 0; i < whole; i += Vector<double>.Count)
            kernel.Apply(Vector.LoadUnsafe(ref from, (nuint)i)).StoreUnsafe(ref to, (nuint)i);
        if (whole < source.Length)
            ApplyTail(kernel, source[whole..], target[whole..]);
    }

    // The tail goes through the same vector code in a padded vector: there is no second, scalar version that could differ.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ApplyTail<TKernel>(TKernel kernel, ReadOnlySpan<double> source, Span<double> target)
        where TKernel : struct, IUnaryKernel
    {
        Span<double> padded = stackalloc double[Vector<double>.Count];
        padded.Clear();
        source.CopyTo(padded);
        kernel.Apply(new Vector<double>(padded)).CopyTo(padded);
        padded[..source.Length].CopyTo(target);
    }
}
