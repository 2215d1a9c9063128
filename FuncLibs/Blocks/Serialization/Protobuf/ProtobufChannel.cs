using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Protobuf;

/// <summary>
/// Reads a channel in two passes, because its fields may be in any order: what it is, then its columns.
/// </summary>
internal static class ProtobufChannel
{
    private const string ExpectedField = "a field of the channel, or its end";

    /// <summary>Reads one channel of a group.</summary>
    public static bool TryRead(ref BlockDocument<ProtobufReader> document, BlockGroup group, int channel)
    {
        if (!ProtobufValues.TryEnter(ref document, out int end))
            return false;
        int start = document.Tokens.Position;
        if (!TryMeasure(ref document, group, out int id, out ChannelShape shape)
            || !document.TryBeginChannel(group, channel, id, shape))
        {
            return false;
        }

        document.Tokens.Return(start);
        int flat = document.IsScan ? 0 : document.Block.Layout.Flat(group, channel);
        if (!(group == BlockGroup.AD
            ? TryReadInput(ref document, flat) : TryReadColumns(ref document, flat)))
        {
            return false;
        }

        document.Tokens.Leave(end);
        return true;
    }

    private static bool TryMeasure(
        ref BlockDocument<ProtobufReader> document, BlockGroup group, out int id, out ChannelShape shape)
    {
        long number = 0;
        long points = 0;
        int sensors = 0;
        (id, shape) = (0, default);
        while (!document.Tokens.IsAtEnd)
        {
            if (!document.Tokens.TryReadField(out int field))
                return document.RefuseToken(ExpectedField);
            if (field == ProtobufFields.ChannelId)
            {
                document.EnterMember("channelId");
                if (!ProtobufValues.TryReadInt(ref document, int.MinValue, int.MaxValue, "an int32", out number))
                    return false;
            }
            else if (group == BlockGroup.AD && field == ProtobufFields.InputValues)
            {
                document.EnterMember("values");
                if (!TryCountValues(ref document, ref points))
                    return false;
            }
            else if (group != BlockGroup.AD && field == ProtobufFields.PointCount)
            {
                document.EnterMember("pointCount");
                if (!ProtobufValues.TryReadInt(ref document, 0, int.MaxValue, "a point count from 0", out points))
                    return false;
            }
            else
            {
                sensors += group != BlockGroup.AD && field == ProtobufFields.Sensors ? 1 : 0;
                if (!document.Tokens.TrySkip())
                    return document.RefuseToken(ExpectedField);
            }
        }

        document.EnterMember("pointCount");
        (id, shape) = ((int)number, new ChannelShape((int)Math.Min(points, int.MaxValue), sensors));
        return true;
    }

    private static bool TryCountValues(ref BlockDocument<ProtobufReader> document, ref long points)
    {
        const string Expected = "packed doubles";
        if (document.Tokens.Wire == ProtobufWire.Fixed64)
        {
            points++;
            return document.Tokens.TrySkip() || document.RefuseToken(Expected);
        }

        bool isRead = ProtobufValues.TryReadBytes(ref document, Expected, out ReadOnlySpan<byte> bytes);
        points += bytes.Length / sizeof(double);
        return isRead;
    }

    private static bool TryReadInput(ref BlockDocument<ProtobufReader> document, int flat)
    {
        document.EnterMember("values");
        Span<long> values = document.IsScan ? [] : document.Block.Ints(flat, ColumnIndex.Values);
        return TryReadValues(ref document, ProtobufFields.InputValues, values);
    }

    private static bool TryReadColumns(ref BlockDocument<ProtobufReader> document, int flat)
    {
        Span<int> filled = stackalloc int[ProtobufFields.Sensors];
        int sensor = 0;
        while (!document.Tokens.IsAtEnd)
        {
            if (!document.Tokens.TryReadField(out int field))
                return document.RefuseToken(ExpectedField);
            switch (field)
            {
                case >= ProtobufFields.ActiveCtrl and <= ProtobufFields.Output:
                    EnterColumn(ref document, field);
                    Span<long> column = ValuesOf(document.Block, document.IsScan, flat, field);
                    if (!ProtobufValues.TryAppend(ref document, column, ref filled[field]))
                        return false;
                    break;
                case ProtobufFields.Sensors:
                    document.EnterMember("sensor", sensor);
                    Span<long> values = document.IsScan
                        ? [] : document.Block.Ints(flat, ColumnIndex.FirstSensor + sensor);
                    sensor++;
                    if (!ProtobufValues.TryEnter(ref document, out int end)
                        || !TryReadValues(ref document, ProtobufFields.Values, values))
                    {
                        return false;
                    }

                    document.Tokens.Leave(end);
                    break;
                default:
                    if (!document.Tokens.TrySkip())
                        return document.RefuseToken(ExpectedField);
                    break;
            }
        }

        for (int field = ProtobufFields.ActiveCtrl; field <= ProtobufFields.Output; field++)
        {
            EnterColumn(ref document, field);
            Span<long> column = ValuesOf(document.Block, document.IsScan, flat, field);
            if (!ProtobufValues.TryFinish(ref document, column, filled[field]))
                return false;
        }

        return document.IsScan || IsInt16(ref document, flat);
    }

    private static bool TryReadValues(ref BlockDocument<ProtobufReader> document, int wanted, Span<long> values)
    {
        int filled = 0;
        while (!document.Tokens.IsAtEnd)
        {
            if (!document.Tokens.TryReadField(out int field))
                return document.RefuseToken(ExpectedField);
            if (!(field == wanted
                ? ProtobufValues.TryAppend(ref document, values, ref filled)
                : document.Tokens.TrySkip() || document.RefuseToken(ExpectedField)))
            {
                return false;
            }
        }

        return ProtobufValues.TryFinish(ref document, values, filled);
    }

    private static bool IsInt16(ref BlockDocument<ProtobufReader> document, int flat)
    {
        document.EnterMember("activeCtrl");
        Span<long> values = document.Block.Ints(flat, ColumnIndex.ActiveCtrl);
        int outside = values.IndexOfAnyExceptInRange(short.MinValue, short.MaxValue);
        return outside < 0
            || document.Refuse(DecodeStatus.OutOfRange, "an int in range", "the value", values[outside], outside);
    }

    private static Span<long> ValuesOf(CDataBlock block, bool isScan, int flat, int field) =>
        isScan ? [] : block.Ints(flat, ColumnOf(field));

    private static int ColumnOf(int field) => field switch
    {
        ProtobufFields.ActiveCtrl => ColumnIndex.ActiveCtrl,
        ProtobufFields.Count => ColumnIndex.Count,
        ProtobufFields.Command => ColumnIndex.Command,
        _ => ColumnIndex.Output,
    };

    private static void EnterColumn(ref BlockDocument<ProtobufReader> document, int field) =>
        document.EnterMember(field switch
        {
            ProtobufFields.ActiveCtrl => "activeCtrl",
            ProtobufFields.Count => "count",
            ProtobufFields.Command => "command",
            _ => "output",
        });
}
