using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Logic;

/// <summary>Truth as a number: 1 true, 0 false, NaN not known. As an operand every number but the two zeros is true.</summary>
internal static class Truth
{
    /// <summary>1 where true is set, 0 where false is, NaN where neither.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> Of(Vector<long> isTrue, Vector<long> isFalse) => Vector.ConditionalSelect(
        isTrue, Vector<double>.One, Vector.AndNot(new Vector<double>(double.NaN), Vector.AsVectorDouble(isFalse)));

    /// <summary>Lanes that are false.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<long> IsFalse(Vector<double> x) => Vector.Equals(x, Vector<double>.Zero);

    /// <summary>Lanes that are true: neither zero nor NaN.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<long> IsTrue(Vector<double> x) => Vector.GreaterThan(Vector.Abs(x), Vector<double>.Zero);
}
