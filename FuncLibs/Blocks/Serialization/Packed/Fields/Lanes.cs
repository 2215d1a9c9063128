using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Points4 = System.Runtime.Intrinsics.Vector256<double>;
using Points8 = System.Runtime.Intrinsics.Vector512<double>;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// The operations of a loop over points for one width of vectors: the loop is written once and compiled for each width.
/// A struct without fields beside the vector: one around it, with operators, reads better and is up to 23 % slower
/// (docs/decisions/0019-vector-loops.md).
/// </summary>
/// <typeparam name="TVector">The vector of float64.</typeparam>
internal interface ILanes<TVector>
    where TVector : struct
{
    /// <summary>Points of a vector.</summary>
    static abstract int Count { get; }

    /// <summary>A number in each lane.</summary>
    static abstract TVector Create(double value);

    /// <summary>The points from an index on.</summary>
    static abstract TVector Load(ref double from, nuint index);

    /// <summary>Writes the bits of each lane less those of <paramref name="origin"/>, as integers.</summary>
    static abstract void StoreBitsAbove(TVector origin, TVector values, ref long to, nuint index);

    /// <summary>a + b.</summary>
    static abstract TVector Add(TVector a, TVector b);

    /// <summary>a - b.</summary>
    static abstract TVector Subtract(TVector a, TVector b);

    /// <summary>a * b.</summary>
    static abstract TVector Multiply(TVector a, TVector b);

    /// <summary>a / b.</summary>
    static abstract TVector Divide(TVector a, TVector b);

    /// <summary>-a: the sign turned.</summary>
    static abstract TVector Negate(TVector a);

    /// <summary>a * b + c with one rounding.</summary>
    static abstract TVector FusedMultiplyAdd(TVector a, TVector b, TVector c);

    /// <summary>The lesser of each two lanes; any of them beside NaN.</summary>
    static abstract TVector Min(TVector a, TVector b);

    /// <summary>The greater of each two lanes; any of them beside NaN.</summary>
    static abstract TVector Max(TVector a, TVector b);

    /// <summary>The least lane.</summary>
    static abstract double Least(TVector values);

    /// <summary>What was seen so far, and the bits in which a and b differ.</summary>
    static abstract TVector AddDifferences(TVector seen, TVector a, TVector b);

    /// <summary>True when no lane has a bit of the mask.</summary>
    static abstract bool AreClear(TVector values, long mask);
}

/// <summary>Four points.</summary>
internal readonly struct Lanes256 : ILanes<Points4>
{
    public static int Count => Points4.Count;

    public static Points4 Create(double value) => Vector256.Create(value);

    public static Points4 Load(ref double from, nuint index) => Vector256.LoadUnsafe(ref from, index);

    public static void StoreBitsAbove(Points4 origin, Points4 values, ref long to, nuint index) =>
        (values.AsInt64() - origin.AsInt64()).StoreUnsafe(ref to, index);

    public static Points4 Add(Points4 a, Points4 b) => a + b;

    public static Points4 Subtract(Points4 a, Points4 b) => a - b;

    public static Points4 Multiply(Points4 a, Points4 b) => a * b;

    public static Points4 Divide(Points4 a, Points4 b) => a / b;

    public static Points4 Negate(Points4 a) => -a;

    public static Points4 FusedMultiplyAdd(Points4 a, Points4 b, Points4 c) => Vector256.FusedMultiplyAdd(a, b, c);

    public static Points4 Min(Points4 a, Points4 b) => Vector256.MinNative(a, b);

    public static Points4 Max(Points4 a, Points4 b) => Vector256.MaxNative(a, b);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Least(Points4 values)
    {
        Vector128<double> half = Vector128.MinNative(values.GetLower(), values.GetUpper());
        return double.MinNative(half.ToScalar(), half.GetElement(1));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Points4 AddDifferences(Points4 seen, Points4 a, Points4 b) => seen | (a ^ b);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreClear(Points4 values, long mask) =>
        (values.AsInt64() & Vector256.Create(mask)) == Vector256<long>.Zero;
}

/// <summary>Eight points.</summary>
internal readonly struct Lanes512 : ILanes<Points8>
{
    public static int Count => Points8.Count;

    public static Points8 Create(double value) => Vector512.Create(value);

    public static Points8 Load(ref double from, nuint index) => Vector512.LoadUnsafe(ref from, index);

    public static void StoreBitsAbove(Points8 origin, Points8 values, ref long to, nuint index) =>
        (values.AsInt64() - origin.AsInt64()).StoreUnsafe(ref to, index);

    public static Points8 Add(Points8 a, Points8 b) => a + b;

    public static Points8 Subtract(Points8 a, Points8 b) => a - b;

    public static Points8 Multiply(Points8 a, Points8 b) => a * b;

    public static Points8 Divide(Points8 a, Points8 b) => a / b;

    public static Points8 Negate(Points8 a) => -a;

    public static Points8 FusedMultiplyAdd(Points8 a, Points8 b, Points8 c) => Vector512.FusedMultiplyAdd(a, b, c);

    public static Points8 Min(Points8 a, Points8 b) => Vector512.MinNative(a, b);

    public static Points8 Max(Points8 a, Points8 b) => Vector512.MaxNative(a, b);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Least(Points8 values) =>
        Lanes256.Least(Vector256.MinNative(values.GetLower(), values.GetUpper()));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Points8 AddDifferences(Points8 seen, Points8 a, Points8 b) => seen | (a ^ b);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreClear(Points8 values, long mask) =>
        (values.AsInt64() & Vector512.Create(mask)) == Vector512<long>.Zero;
}
