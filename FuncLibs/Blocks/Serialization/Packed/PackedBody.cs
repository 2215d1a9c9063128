using System.Buffers.Binary;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>Writes the body of a column that was planned last: the tables of docs/wire-format.md, ext 21.</summary>
internal static class PackedBody
{
    /// <summary>Writes the body.</summary>
    /// <param name="plan">What <see cref="PackedPlanner"/> made of the column just before.</param>
    /// <param name="points">The column.</param>
    /// <param name="scratch">The memory the plan was made with.</param>
    /// <param name="body">Room for the body and <see cref="FieldWriter.SlackBytes"/> more.</param>
    public static void Write(in PackedPlan plan, ReadOnlySpan<double> points, PackScratch scratch, Span<byte> body)
    {
        body[0] = ColumnExt.Version;
        body[1] = (byte)plan.Method;
        body[2] = 0;
        body[3] = 0;
        BinaryPrimitives.WriteInt32LittleEndian(body[4..], points.Length);
        Span<byte> rest = body[PackedFormat.HeaderBytes..];
        switch (plan.Method)
        {
            case PackedMethod.Constant:
                BinaryPrimitives.WriteDoubleLittleEndian(rest, points[0]);
                break;
            case PackedMethod.Repeat:
                RepeatColumn.Write(points, scratch.Map(points.Length), body);
                break;
            case PackedMethod.Shuffle:
                scratch.Planes.Slice(points.Length * sizeof(double), plan.Bytes - PackedFormat.HeaderBytes).CopyTo(
                    rest);
                break;
            case PackedMethod.Trim:
                BinaryPrimitives.WriteInt64LittleEndian(rest, plan.Width / 8);
                BinaryPrimitives.WriteInt64LittleEndian(rest[8..], plan.Base);
                FieldWriter.Write<Patterns>(
                    scratch.Integers, points.Length, new FieldRun(plan.Width, plan.Base, 1), rest[16..]);
                break;
            default:
                WriteScaled(plan, points, scratch, rest);
                break;
        }
    }

    private static void WriteScaled(
        in PackedPlan plan, ReadOnlySpan<double> points, PackScratch scratch, Span<byte> rest)
    {
        bool isDelta = plan.Method == PackedMethod.ScaledDelta;
        rest[0] = (byte)plan.Width;
        rest[1] = plan.Scale.Code;
        BinaryPrimitives.WriteUInt16LittleEndian(rest[2..], (ushort)plan.Exceptions);
        BinaryPrimitives.WriteInt64LittleEndian(rest[4..], plan.Base);
        rest = rest[12..];
        if (isDelta)
        {
            BinaryPrimitives.WriteInt64LittleEndian(rest, scratch.Integers[0]);
            rest = rest[sizeof(long)..];
        }

        if (plan.Scale.HasFactor)
        {
            BinaryPrimitives.WriteDoubleLittleEndian(rest, plan.Scale.Factor);
            rest = rest[sizeof(double)..];
        }

        var run = new FieldRun(plan.Width, plan.Base, plan.Scale.Factor);
        int fields = isDelta
            ? FieldWriter.Write<Deltas>(scratch.Integers, points.Length, run, rest)
            : FieldWriter.Write<Offsets>(scratch.Integers, points.Length, run, rest);
        if (plan.Exceptions > 0)
            ScaledExceptions.Write(scratch.Exceptions(points.Length)[..plan.Exceptions], points, rest[fields..]);
    }
}
