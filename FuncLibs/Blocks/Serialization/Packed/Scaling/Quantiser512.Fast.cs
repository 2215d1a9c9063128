using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>
/// 8 points at a time. The last vector overlaps the one before it: the same points give the same integers.
/// </summary>
internal static class Quantiser512
{
    /// <summary>
    /// Makes the integers of 8 points or more; false when one of them does not give the same bits again.
    /// </summary>
    public static bool Run<TScaling>(
        ref double from, ref long to, int count, Scale scale, out double least, out double greatest)
        where TScaling : struct, IScaling
    {
        Vector512<double> magic = Vector512.Create(FieldRun.Magic);
        Vector512<double> toInteger = Vector512.Create(scale.ToInteger);
        Vector512<double> factor = Vector512.Create(scale.Factor);
        Vector512<double> inverse = Vector512<double>.One / factor;
        Vector512<double> min = Vector512.Create(double.MaxValue);
        Vector512<double> max = Vector512.Create(double.MinValue);
        Vector512<long> magicBits = Vector512.Create(FieldRun.MagicBits);
        Vector512<long> mismatch = Vector512<long>.Zero;
        Vector512<long> outside = Vector512<long>.Zero;
        nuint last = (nuint)(count - Vector512<double>.Count);
        for (nuint i = 0; ; i = nuint.Min(i + (nuint)Vector512<double>.Count, last))
        {
            Vector512<double> point = Vector512.LoadUnsafe(ref from, i);
            Vector512<double> sum = (point * toInteger) + magic;
            Vector512<double> k = sum - magic;
            (sum.AsInt64() - magicBits).StoreUnsafe(ref to, i);
            outside |= sum.AsInt64() ^ magicBits;
            mismatch |= TScaling.Apply(k, factor, inverse).AsInt64() ^ point.AsInt64();
            min = Vector512.MinNative(min, k);
            max = Vector512.MaxNative(max, k);
            if (i == last)
                break;
        }

        least = Min(min);
        greatest = -Min(-max);
        return mismatch == Vector512<long>.Zero
            && (outside & Vector512.Create(FieldRun.MagicFrame)) == Vector512<long>.Zero;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Min(Vector512<double> values)
    {
        Vector256<double> half = Vector256.MinNative(values.GetLower(), values.GetUpper());
        Vector128<double> quarter = Vector128.MinNative(half.GetLower(), half.GetUpper());
        return double.MinNative(quarter.ToScalar(), quarter.GetElement(1));
    }
}
