using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed.Fields;
using FuncLibs.Blocks.Serialization.Packed.Scaling;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>
/// Writes the columns that most are block after block, method 2 with differences of up to 8 bits and without
/// exceptions, in one sweep: the bytes that <see cref="PackedPlanner"/> and <see cref="PackedBody"/> make of them,
/// without a plan in between.
/// </summary>
internal static class DeltaColumn
{
    private const int StartAt = PackedFormat.BaseAt + sizeof(long);

    /// <summary>True when a kept choice is worth the attempt.</summary>
    public static bool Suits(in ColumnChoice choice, int points) =>
        choice.Method == PackedMethod.ScaledDelta && choice.Width <= DeltaWriter.MaxWidth
            && DeltaQuantiser512.Suits(points, choice.Scale);

    /// <summary>Writes one column as ext 21.</summary>
    /// <param name="scale">A scale that suits.</param>
    /// <param name="points">The column.</param>
    /// <param name="scratch">Memory that is large enough.</param>
    /// <param name="target">Room for ext 20 of the column and 64 bytes more.</param>
    /// <param name="bodyBytes">Bytes of the body.</param>
    /// <returns>Bytes written with the ext header, or 0 where the column is not so simple.</returns>
    public static int TryWrite(
        Scale scale, ReadOnlySpan<double> points, PackScratch scratch, Span<byte> target, out int bodyBytes)
    {
        // The lowest bytes take the place of the integers, which this way does not need.
        Span<byte> lowest = MemoryMarshal.AsBytes(scratch.Integers);
        bodyBytes = 0;
        if (!DeltaQuantiser512.TryRun(points, scale, lowest[1..], out IntegerRange deltas, out long first)
            || deltas.Width > DeltaWriter.MaxWidth)
            return 0;
        var run = new FieldRun(deltas.Width, deltas.Min, scale.Factor);
        int fieldsAt = StartAt + sizeof(long) + scale.FactorBytes;
        bodyBytes = fieldsAt + PackedFormat.FieldBytes(points.Length, run.Width);
        int header = Primitives.WriteExtHeader(target, ColumnExt.PackedFloats, bodyBytes);
        Span<byte> body = target[header..];
        BinaryPrimitives.WriteUInt32LittleEndian(body, ColumnExt.Version | ((uint)PackedMethod.ScaledDelta << 8));
        BinaryPrimitives.WriteInt32LittleEndian(body[PackedFormat.CountAt..], points.Length);
        BinaryPrimitives.WriteInt32LittleEndian(body[PackedFormat.HeaderBytes..], run.Width | (scale.Code << 8));
        BinaryPrimitives.WriteInt64LittleEndian(body[PackedFormat.BaseAt..], run.Base);
        BinaryPrimitives.WriteInt64LittleEndian(body[StartAt..], first - run.Base);
        if (scale.HasFactor)
            BinaryPrimitives.WriteDoubleLittleEndian(body[(StartAt + sizeof(long))..], scale.Factor);
        DeltaWriter.Write(lowest, points.Length, run, (byte)(first - run.Base), body[fieldsAt..]);
        return header + bodyBytes;
    }
}
