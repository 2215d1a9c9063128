using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FuncLibs.Signals.Elementwise.Kernels;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// Runs a function of one value over numbers and columns. Does not allocate and never throws for a value.
/// </summary>
/// <remarks>
/// The loops are compiled at full speed at once: a monitor has no time to warm up, and a profile improves nothing
/// in a loop without branches. Why not System.Numerics.Tensors: docs/decisions/0019-vector-loops.md.
/// </remarks>
public static class Unary
{
    /// <summary>The function of one number.</summary>
    public static double Apply<TKernel>(TKernel kernel, double x)
        where TKernel : struct, IUnaryKernel => kernel.Apply(new Vector<double>(x))[0];

    /// <summary>
    /// The function of each value of <paramref name="source"/>, written to <paramref name="target"/>, which may be the
    /// source itself.
    /// </summary>
    /// <exception cref="ArgumentException">The target is shorter than the source, or overlaps it at another
    /// place.</exception>
    public static void Apply<TKernel>(TKernel kernel, ReadOnlySpan<double> source, Span<double> target)
        where TKernel : struct, IUnaryKernel => Run<TKernel, NoCheck>(kernel, source, target);

    /// <summary>The same, and true when some result is NaN.</summary>
    /// <inheritdoc cref="Apply{TKernel}(TKernel, ReadOnlySpan{double}, Span{double})"/>
    internal static bool ApplyAndCheck<TKernel>(TKernel kernel, ReadOnlySpan<double> source, Span<double> target)
        where TKernel : struct, IUnaryKernel =>
        NonFiniteCheck.HasNaN(Run<TKernel, NonFiniteCheck>(kernel, source, target), target[..source.Length]);

    /// <summary>The formula of each value;
    /// <inheritdoc cref="Apply{TKernel}(TKernel, ReadOnlySpan{double}, Span{double})"/></summary>
    /// <exception cref="ArgumentException">The target is shorter than the source, or overlaps it at another
    /// place.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void ApplyEach<TFormula>(TFormula formula, ReadOnlySpan<double> source, Span<double> target)
        where TFormula : struct, IUnaryFormula
    {
        MustFit(source, target);
        for (int i = 0; i < source.Length; i++)
            target[i] = formula.Apply(source[i]);
    }

    internal static void MustFit(ReadOnlySpan<double> source, Span<double> target)
    {
        if (target.Length < source.Length)
            throw new ArgumentException(
                $"The target holds {target.Length} values, the source has {source.Length}.", nameof(target));
        Operand.From(source).MustFit(target[..source.Length]);
    }

    // Two vectors per iteration, so that the checks do not form one chain of dependencies. Kept apart from callers:
    // within a large one the compiler may run out of its budget and call what has to be inlined here, which makes the
    // loop ten times slower.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static Vector<double> Run<TKernel, TLook>(TKernel kernel, ReadOnlySpan<double> source, Span<double> target)
        where TKernel : struct, IUnaryKernel
        where TLook : struct, INonFiniteCheck
    {
        MustFit(source, target);
        if (source.Length < Vector<double>.Count)
        {
            target = target[..source.Length];
            VectorTail.Store(kernel.Apply(VectorTail.Load(source)), target);
            return TLook.Add(Vector<double>.Zero, VectorTail.Load(target));
        }

        ref double from = ref MemoryMarshal.GetReference(source);
        ref double to = ref MemoryMarshal.GetReference(target);
        nuint end = (nuint)(source.Length - Vector<double>.Count);
        Vector<double> first = kernel.Apply(Vector.LoadUnsafe(ref from));
        Vector<double> last = kernel.Apply(Vector.LoadUnsafe(ref from, end));
        Vector<double> even = TLook.Add(Vector<double>.Zero, first);
        Vector<double> odd = TLook.Add(Vector<double>.Zero, last);
        nuint width = (nuint)Vector<double>.Count;
        nuint i = VectorTail.BeforeAligned(ref to);
        for (; i + width < end; i += 2 * width)
        {
            Vector<double> x = kernel.Apply(Vector.LoadUnsafe(ref from, i));
            Vector<double> y = kernel.Apply(Vector.LoadUnsafe(ref from, i + width));
            x.StoreUnsafe(ref to, i);
            y.StoreUnsafe(ref to, i + width);
            even = TLook.Add(even, x);
            odd = TLook.Add(odd, y);
        }

        if (i < end)
        {
            Vector<double> x = kernel.Apply(Vector.LoadUnsafe(ref from, i));
            x.StoreUnsafe(ref to, i);
            even = TLook.Add(even, x);
        }

        first.StoreUnsafe(ref to);
        last.StoreUnsafe(ref to, end);
        return even + odd;
    }
}
