using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FuncLibs.Signals.Elementwise.Kernels;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// Runs a function of two values over numbers and columns, mixed as they come. Does not allocate and never throws for a
/// value.
/// </summary>
/// <remarks>
/// The loops are compiled at full speed at once: a monitor has no time to warm up, and profiles have no use
/// about a loop without branches.
/// </remarks>
public static class Binary
{
    /// <summary>The function of two numbers.</summary>
    public static double Apply<TKernel>(TKernel kernel, double a, double b)
        where TKernel : struct, IBinaryKernel => kernel.Apply(new Vector<double>(a), new Vector<double>(b))[0];

    /// <summary>
    /// The function of each pair, written to <paramref name="target"/>, which may be any of the columns.
    /// </summary>
    /// <exception cref="ArgumentException">A column is not as long as the target, or overlaps it at another
    /// place.</exception>
    public static void Apply<TKernel>(TKernel kernel, Operand a, Operand b, Span<double> target)
        where TKernel : struct, IBinaryKernel
    {
        a.MustFit(target);

        // A number as second operand stays in a register.
        if (b.IsNumber && !a.IsNumber)
            Unary.Apply(new BoundKernel<TKernel>(kernel, b.Number), a.Column, target);
        else
            _ = Run<TKernel, NoCheck>(kernel, a, b, target);
    }

    /// <summary>The same, and true when some result is NaN.</summary>
    /// <inheritdoc cref="Apply{TKernel}(TKernel, Operand, Operand, Span{double})"/>
    internal static bool ApplyAndCheck<TKernel>(TKernel kernel, Operand a, Operand b, Span<double> target)
        where TKernel : struct, IBinaryKernel
    {
        a.MustFit(target);
        return b.IsNumber && !a.IsNumber
            ? Unary.ApplyAndCheck(new BoundKernel<TKernel>(kernel, b.Number), a.Column, target)
            : NonFiniteCheck.HasNaN(Run<TKernel, NonFiniteCheck>(kernel, a, b, target), target);
    }

    /// <summary>The formula of each pair, value by value;
    /// <inheritdoc cref="Apply{TKernel}(TKernel, Operand, Operand, Span{double})"/></summary>
    /// <exception cref="ArgumentException">A column is not as long as the target, or overlaps it at another
    /// place.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void ApplyEach<TFormula>(TFormula formula, Operand a, Operand b, Span<double> target)
        where TFormula : struct, IBinaryFormula
    {
        a.MustFit(target);
        b.MustFit(target);
        Unsafe.SkipInit(out Vector<double> numberA);
        Unsafe.SkipInit(out Vector<double> numberB);
        OperandReader strideA = new(a, ref numberA);
        OperandReader strideB = new(b, ref numberB);
        for (int i = 0; i < target.Length; i++)
            target[i] = formula.Apply(strideA[(nuint)i], strideB[(nuint)i]);
    }

    // Two vectors a turn: enough for the looks not to wait for each other. Kept apart from callers: within a large one
    // the compiler may run out of its budget and call what has to be inlined here, which makes the loop ten times
    // slower.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static Vector<double> Run<TKernel, TLook>(TKernel kernel, Operand a, Operand b, Span<double> target)
        where TKernel : struct, IBinaryKernel
        where TLook : struct, INonFiniteCheck
    {
        a.MustFit(target);
        b.MustFit(target);
        Unsafe.SkipInit(out Vector<double> numberA);
        Unsafe.SkipInit(out Vector<double> numberB);
        OperandReader strideA = new(a, ref numberA);
        OperandReader strideB = new(b, ref numberB);
        if (target.Length < Vector<double>.Count)
        {
            VectorTail.Store(
                kernel.Apply(strideA.LoadPartial(target.Length), strideB.LoadPartial(target.Length)), target);
            return TLook.Add(Vector<double>.Zero, VectorTail.Load(target));
        }

        ref double to = ref MemoryMarshal.GetReference(target);
        nuint end = (nuint)(target.Length - Vector<double>.Count);
        Vector<double> first = kernel.Apply(strideA.At(0), strideB.At(0));
        Vector<double> last = kernel.Apply(strideA.At(end), strideB.At(end));
        Vector<double> even = TLook.Add(Vector<double>.Zero, first);
        Vector<double> odd = TLook.Add(Vector<double>.Zero, last);
        nuint width = (nuint)Vector<double>.Count;
        nuint i = VectorTail.BeforeAligned(ref to);
        for (; i + width < end; i += 2 * width)
        {
            Vector<double> x = kernel.Apply(strideA.At(i), strideB.At(i));
            Vector<double> y = kernel.Apply(strideA.At(i + width), strideB.At(i + width));
            x.StoreUnsafe(ref to, i);
            y.StoreUnsafe(ref to, i + width);
            even = TLook.Add(even, x);
            odd = TLook.Add(odd, y);
        }

        if (i < end)
        {
            Vector<double> x = kernel.Apply(strideA.At(i), strideB.At(i));
            x.StoreUnsafe(ref to, i);
            even = TLook.Add(even, x);
        }

        first.StoreUnsafe(ref to);
        last.StoreUnsafe(ref to, end);
        return even + odd;
    }
}
