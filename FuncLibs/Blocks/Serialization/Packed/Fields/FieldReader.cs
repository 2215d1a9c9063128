using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// Unpacks fields into points. The loops load up to 64 bytes from where a group of 8 fields begins, so they run on the
/// input itself as long as that stays inside it, and for the last groups of a document on a copy with zeros after it.
/// </summary>
internal static partial class FieldReader
{
    /// <summary>Points a loop makes at a time.</summary>
    public const int Group = 8;

    /// <summary>Bytes a loop may load from where a group of fields begins.</summary>
    public const int LoadBytes = 64;

    private const int LongestTail = 4 * LoadBytes;

    /// <summary>Fills <paramref name="points"/>.</summary>
    /// <param name="input">From the first field to the end of the whole input, which may be far after the last
    /// field.</param>
    /// <param name="run">The fields.</param>
    /// <param name="start">The integer before the first one, for deltas.</param>
    /// <param name="points">The column.</param>
    public static void Read<TKind, TScaling>(ReadOnlySpan<byte> input, in FieldRun run, long start, Span<double> points)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling
    {
        int bytes = PackedFormat.FieldBytes(points.Length, run.Width);
        if (input.Length >= bytes + LoadBytes)
            ReadGroups<TKind, TScaling>(input, run, ref start, points);
        else
            ReadToTheEnd<TKind, TScaling>(input, bytes, run, start, points);
    }

    // The rare case, once or twice a document.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReadToTheEnd<TKind, TScaling>(
        ReadOnlySpan<byte> input, int bytes, in FieldRun run, long start, Span<double> points)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling
    {
        int groups = run.Width == 0 ? 0 : Math.Max(0, input.Length - LoadBytes) / run.Width;
        int safe = Math.Min(points.Length, groups * Group);
        ReadGroups<TKind, TScaling>(input, run, ref start, points[..safe]);
        Span<byte> tail = stackalloc byte[LongestTail];
        tail.Clear();
        input[(safe / Group * run.Width)..bytes].CopyTo(tail);
        ReadGroups<TKind, TScaling>(tail, run, ref start, points[safe..]);
    }

    /// <summary>
    /// Fills <paramref name="points"/>; <see cref="LoadBytes"/> after the last field are there to be loaded.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ReadGroups<TKind, TScaling>(
        ReadOnlySpan<byte> fields, in FieldRun run, ref long start, Span<double> points)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling
    {
        bool isDone = false;
        ReadVectors<TKind, TScaling>(fields, run, ref start, points, ref isDone);
        if (!isDone)
            FieldReader64.Read<TKind, TScaling>(fields, run, ref start, points);
    }

    static partial void ReadVectors<TKind, TScaling>(
        ReadOnlySpan<byte> fields, in FieldRun run, ref long start, Span<double> points, ref bool isDone)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling;
}

/// <summary>
/// Any processor: one field at a time. What the vector loops are measured against, bit for bit.
/// </summary>
internal static class FieldReader64
{
    /// <summary>Reads points; 8 bytes after the start of every field are there to be loaded.</summary>
    public static void Read<TKind, TScaling>(
        ReadOnlySpan<byte> fields, in FieldRun run, ref long start, Span<double> points)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling
    {
        long mask = run.Mask;
        long k = start;
        int bit = 0;
        foreach (ref double point in points)
        {
            ulong window = BinaryPrimitives.ReadUInt64LittleEndian(fields.Slice(bit >> 3, sizeof(ulong)));
            long field = ((long)(window >> (int)(bit & 7)) & mask) + run.Base;
            k = TKind.IsDelta ? k + field : field;
            point = TKind.IsBits ? BitConverter.Int64BitsToDouble(k) : TScaling.Apply(k, run.Factor);
            bit += run.Width;
        }

        if (TKind.IsDelta)
            start = k;
    }
}
