using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>
/// 4 points at a time. The last vector overlaps the one before it: the same points give the same integers.
/// </summary>
internal static class Quantiser256
{
    /// <summary>
    /// Makes the integers of 4 points or more; false when one of them does not give the same bits again.
    /// </summary>
    public static bool Run<TScaling>(
        ref double from, ref long to, int count, Scale scale, out double least, out double greatest)
        where TScaling : struct, IScaling
    {
        Vector256<double> magic = Vector256.Create(FieldRun.Magic);
        Vector256<double> toInteger = Vector256.Create(scale.ToInteger);
        Vector256<double> factor = Vector256.Create(scale.Factor);
        Vector256<double> inverse = Vector256<double>.One / factor;
        Vector256<double> min = Vector256.Create(double.MaxValue);
        Vector256<double> max = Vector256.Create(double.MinValue);
        Vector256<long> magicBits = Vector256.Create(FieldRun.MagicBits);
        Vector256<long> mismatch = Vector256<long>.Zero;
        Vector256<long> outside = Vector256<long>.Zero;
        nuint last = (nuint)(count - Vector256<double>.Count);
        for (nuint i = 0; ; i = nuint.Min(i + (nuint)Vector256<double>.Count, last))
        {
            Vector256<double> point = Vector256.LoadUnsafe(ref from, i);
            Vector256<double> sum = (point * toInteger) + magic;
            Vector256<double> k = sum - magic;
            (sum.AsInt64() - magicBits).StoreUnsafe(ref to, i);
            outside |= sum.AsInt64() ^ magicBits;
            mismatch |= TScaling.Apply(k, factor, inverse).AsInt64() ^ point.AsInt64();
            min = Vector256.MinNative(min, k);
            max = Vector256.MaxNative(max, k);
            if (i == last)
                break;
        }

        least = Min(min);
        greatest = -Min(-max);
        return mismatch == Vector256<long>.Zero
            && (outside & Vector256.Create(FieldRun.MagicFrame)) == Vector256<long>.Zero;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Min(Vector256<double> values)
    {
        Vector128<double> half = Vector128.MinNative(values.GetLower(), values.GetUpper());
        return double.MinNative(half.ToScalar(), half.GetElement(1));
    }
}
