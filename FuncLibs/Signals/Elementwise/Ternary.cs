using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FuncLibs.Signals.Elementwise.Kernels;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// Runs a kernel of three values over numbers and columns, mixed as they come. Does not allocate and never throws for a
/// value.
/// </summary>
/// <remarks>
/// The loops are compiled at full speed at once: a monitor has no time to warm up, and profiles have no use
/// about a loop without branches.
/// </remarks>
public static class Ternary
{
    /// <summary>The function of three numbers.</summary>
    public static double Apply<TKernel>(TKernel kernel, double a, double b, double c)
        where TKernel : struct, ITernaryKernel =>
            kernel.Apply(new Vector<double>(a), new Vector<double>(b), new Vector<double>(c))[0];

    /// <summary>
    /// The function of each triple, written to <paramref name="target"/>, which may be any of the columns.
    /// </summary>
    /// <exception cref="ArgumentException">A column is not as long as the target, or overlaps it at another
    /// place.</exception>
    public static void Apply<TKernel>(TKernel kernel, Operand a, Operand b, Operand c, Span<double> target)
        where TKernel : struct, ITernaryKernel => Run<TKernel, NoCheck>(kernel, a, b, c, target);

    /// <summary>The same, and true when some result is NaN.</summary>
    /// <inheritdoc cref="Apply{TKernel}(TKernel, Operand, Operand, Operand, Span{double})"/>
    internal static bool ApplyAndCheck<TKernel>(TKernel kernel, Operand a, Operand b, Operand c, Span<double> target)
        where TKernel : struct, ITernaryKernel =>
        NonFiniteCheck.HasNaN(Run<TKernel, NonFiniteCheck>(kernel, a, b, c, target), target);

    // Two vectors a turn: enough for the looks not to wait for each other. Kept apart from callers: within a large one
    // the compiler may run out of its budget and call what has to be inlined here, which makes the loop ten times
    // slower.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static Vector<double> Run<TKernel, TLook>(
        TKernel kernel, Operand a, Operand b, Operand c, Span<double> target)
        where TKernel : struct, ITernaryKernel
        where TLook : struct, INonFiniteCheck
    {
        a.MustFit(target);
        b.MustFit(target);
        c.MustFit(target);
        Unsafe.SkipInit(out Vector<double> numberA);
        Unsafe.SkipInit(out Vector<double> numberB);
        Unsafe.SkipInit(out Vector<double> numberC);
        OperandReader strideA = new(a, ref numberA);
        OperandReader strideB = new(b, ref numberB);
        OperandReader strideC = new(c, ref numberC);
        if (target.Length < Vector<double>.Count)
        {
            VectorTail.Store(
                kernel.Apply(
                    strideA.LoadPartial(target.Length),
                    strideB.LoadPartial(target.Length),
                    strideC.LoadPartial(target.Length)),
                target);
            return TLook.Add(Vector<double>.Zero, VectorTail.Load(target));
        }

        ref double to = ref MemoryMarshal.GetReference(target);
        nuint end = (nuint)(target.Length - Vector<double>.Count);
        Vector<double> first = kernel.Apply(strideA.At(0), strideB.At(0), strideC.At(0));
        Vector<double> last = kernel.Apply(strideA.At(end), strideB.At(end), strideC.At(end));
        Vector<double> even = TLook.Add(Vector<double>.Zero, first);
        Vector<double> odd = TLook.Add(Vector<double>.Zero, last);
        nuint width = (nuint)Vector<double>.Count;
        nuint i = VectorTail.BeforeAligned(ref to);
        for (; i + width < end; i += 2 * width)
        {
            Vector<double> x = kernel.Apply(strideA.At(i), strideB.At(i), strideC.At(i));
            Vector<double> y = kernel.Apply(strideA.At(i + width), strideB.At(i + width), strideC.At(i + width));
            x.StoreUnsafe(ref to, i);
            y.StoreUnsafe(ref to, i + width);
            even = TLook.Add(even, x);
            odd = TLook.Add(odd, y);
        }

        if (i < end)
        {
            Vector<double> x = kernel.Apply(strideA.At(i), strideB.At(i), strideC.At(i));
            x.StoreUnsafe(ref to, i);
            even = TLook.Add(even, x);
        }

        first.StoreUnsafe(ref to);
        last.StoreUnsafe(ref to, end);
        return even + odd;
    }
}
