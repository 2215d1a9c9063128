using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>The sign of a value as its bit. Vector.CopySign is the same, but is not compiled to instructions at every width.</summary>
internal static class SignBit
{
    /// <summary>A magnitude, which is not negative, with the signs of other values.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> Copy(Vector<double> magnitude, Vector<double> signs) =>
        Vector.BitwiseOr(magnitude, Vector.BitwiseAnd(signs, new Vector<double>(-0.0)));
}
