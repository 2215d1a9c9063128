using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed.Fields;
using FuncLibs.Blocks.Serialization.Packed.Scaling;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>
/// Measures a column for one method and leaves what that method needs in the scratch memory. Columns are never empty
/// here.
/// </summary>
internal static class PackedPlanner
{
    /// <summary>Measures one method; the scale is that of methods 1 and 2.</summary>
    public static PackedPlan Plan(
        PackedMethod method, Scale scale, ReadOnlySpan<double> points, PackScratch scratch) => method switch
        {
            PackedMethod.Constant or PackedMethod.Repeat => Repeat(points, scratch),
            PackedMethod.Trim => Trim(points, scratch),
            PackedMethod.Shuffle => Shuffle(points, scratch),
            _ => Scaled(method, scale, points, scratch),
        };

    /// <summary>Method 0 where all points are equal bit for bit, else method 4.</summary>
    public static PackedPlan Repeat(ReadOnlySpan<double> points, PackScratch scratch)
    {
        ReadOnlySpan<long> bits = MemoryMarshal.Cast<double, long>(points);
        if (bits.IndexOfAnyExcept(bits[0]) < 0)
            return new PackedPlan(PackedMethod.Constant, PackedFormat.ConstantBytes);
        int changes = RepeatColumn.Map(points, scratch.Map(points.Length));
        return new PackedPlan(PackedMethod.Repeat, RepeatColumn.SizeOf(points.Length, changes));
    }

    /// <summary>Method 5.</summary>
    public static PackedPlan Trim(ReadOnlySpan<double> points, PackScratch scratch)
    {
        IntegerRange range = IntegerRange.OfBits(MemoryMarshal.Cast<double, ulong>(points));
        int bytes = Math.Max(1, (range.Width + 7) / 8);
        if (bytes > PackedFormat.MaxTrimBytes)
            return PackedPlan.None;
        MemoryMarshal.Cast<double, long>(points).CopyTo(scratch.Integers[1..]);
        return new PackedPlan(
            PackedMethod.Trim, PackedFormat.TrimFieldsAt + (bytes * points.Length), default, bytes * 8, range.Min);
    }

    /// <summary>Method 3; its LZ4 block is after the planes.</summary>
    public static PackedPlan Shuffle(ReadOnlySpan<double> points, PackScratch scratch)
    {
        int planes = points.Length * sizeof(double);
        int block = ShuffleColumn.Write(points, scratch.Planes[..planes], scratch.Planes.Slice(planes, planes));
        return block == 0 ? PackedPlan.None : new PackedPlan(PackedMethod.Shuffle, PackedFormat.HeaderBytes + block);
    }

    /// <summary>Method 1 or 2 with one scale.</summary>
    public static PackedPlan Scaled(PackedMethod method, Scale scale, ReadOnlySpan<double> points, PackScratch scratch)
    {
        int exceptions = Quantise(scale, points, scratch, out IntegerRange range);
        return exceptions < 0 ? PackedPlan.None : OfIntegers(method, scale, range, exceptions, points.Length, scratch);
    }

    /// <summary>Method 1 or 2 of integers that are in the scratch memory.</summary>
    public static PackedPlan OfIntegers(
        PackedMethod method, Scale scale, IntegerRange range, int exceptions, int count, PackScratch scratch)
    {
        if (method == PackedMethod.ScaledDelta)
            range = IntegerRange.OfDeltas(scratch.Integers.Slice(1, count));
        int width = range.Width;
        long start = scratch.Integers[1] - range.Min;
        scratch.Integers[0] = start;
        (double min, double max) = ScaledHeader.Bounds(method, count, width, range.Min, start);
        if (width > PackedFormat.MaxWidth || min < -PackedFormat.Bound || max >= PackedFormat.Bound
            || Math.Abs(start) >= PackedFormat.Bound)
            return PackedPlan.None;
        int bytes = ScaledHeader.SizeOf(method, scale) + PackedFormat.FieldBytes(count, width)
            + (exceptions * PackedFormat.ExceptionBytes);
        return new PackedPlan(method, bytes, scale, width, range.Min, exceptions);
    }

    /// <summary>
    /// The integers of a column into the scratch memory, its exceptions too; returns their number, or -1 when there are
    /// too many.
    /// </summary>
    public static int Quantise(Scale scale, ReadOnlySpan<double> points, PackScratch scratch, out IntegerRange range)
    {
        Span<long> integers = scratch.Integers.Slice(1, points.Length);
        return Quantiser.TryRun(points, scale, integers, out range)
            ? 0
            : Quantiser64.RunWithExceptions(points, scale, integers, scratch.Exceptions(points.Length), out range);
    }
}

/// <summary>
/// A column measured for one method: everything but the fields themselves, which are in the scratch memory.
/// </summary>
/// <param name="Method">The method.</param>
/// <param name="Bytes">Bytes of the body; <see cref="Never"/> when the method cannot hold the column.</param>
/// <param name="Scale">Of methods 1 and 2.</param>
/// <param name="Width">Bits of a field; of method 5 too.</param>
/// <param name="Base">What fields are above; the least pattern of method 5.</param>
/// <param name="Exceptions">Points of methods 1 and 2 outside the scale.</param>
internal readonly record struct PackedPlan(
    PackedMethod Method, int Bytes, Scale Scale = default, int Width = 0, long Base = 0, int Exceptions = 0)
{
    /// <summary>More than any body.</summary>
    public const int Never = int.MaxValue;

    /// <summary>No method at all.</summary>
    public static PackedPlan None => new(PackedMethod.Constant, Never);

    /// <summary>The smaller of two; the one that was there first where they are equal.</summary>
    public PackedPlan OrSmaller(in PackedPlan other) => other.Bytes < Bytes ? other : this;
}
