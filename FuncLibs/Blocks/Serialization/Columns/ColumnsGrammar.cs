using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>Reads content 1; the grammar is above <see cref="ColumnsWriter"/>.</summary>
internal readonly struct ColumnsGrammar : IBlockGrammar
{
    /// <summary>Version of the document, its first item.</summary>
    public const int Version = 1;

    /// <summary>Items of a servo or temperature channel before its sensors.</summary>
    public const int ChannelItems = 6;

    /// <summary>Items of an AD channel.</summary>
    public const int InputItems = 2;

    /// <summary>Items of a bit group.</summary>
    public const int BitItems = 2;

    // Document, group and channel are around a column.
    private const int DepthAroundColumn = 3;

    public static string Format => "columns";

    public static bool TryRead(ref BlockDocument document)
    {
        if (!TryReadHead(ref document)
            || !TryReadGroup(ref document, BlockGroup.Servo, "servo")
            || !TryReadGroup(ref document, BlockGroup.Temp, "temp")
            || !TryReadGroup(ref document, BlockGroup.AD, "ad")
            || !TryReadBits(ref document, BitGroup.In, "bitIn")
            || !TryReadBits(ref document, BitGroup.Out, "bitOut"))
        {
            return false;
        }

        if (!document.IsScan)
            document.Block.Counts = document.Block.ArrayLengths;
        return true;
    }

    private static bool TryReadHead(ref BlockDocument document)
    {
        const int Items = 8;
        if (!document.Tokens.TryReadArrayHeader(out int items))
            return document.RefuseToken("an array of 8");
        document.Enter("version");
        int start = document.Tokens.Position;
        if (!document.Tokens.TryRead(out long version))
            return document.RefuseToken("the format version 1");
        if (version != Version)
            return document.RefuseAt(
                start, DecodeStatus.UnsupportedVersion, "the format version 1", "version", version);
        if (items != Items)
        {
            document.Part = null;
            return document.RefuseAt(0, DecodeStatus.LengthMismatch, "an array of 8", "items", items);
        }

        document.Enter("firstSampleIndex");
        if (!document.Tokens.TryRead(out long first))
            return document.RefuseToken("an int64");
        document.Enter("sampleRateHz");
        if (!document.TryReadRate(out double rate))
            return false;
        if (!document.IsScan)
            (document.Block.FirstSampleIndex, document.Block.SampleRateHz) = (first, rate);
        return true;
    }

    private static bool TryReadGroup(ref BlockDocument document, BlockGroup group, string part)
    {
        document.Enter(part);
        if (document.Tokens.NextCode == MessagePackCode.Nil)
            return document.Tokens.TryReadNil();
        if (!document.Tokens.TryReadArrayHeader(out int channels))
            return document.RefuseToken("nil or an array of channels");
        if (!document.TryBeginGroup(group, channels))
            return false;
        ColumnHeads heads = default;
        for (int channel = 0; channel < channels; channel++)
        {
            document.EnterChannel(channel);
            if (group == BlockGroup.AD
                ? !TryReadInput(ref document, channel, ref heads)
                : !TryReadChannel(ref document, group, channel, ref heads))
                return false;
        }

        return true;
    }

    private static bool TryReadChannel(ref BlockDocument document, BlockGroup group, int channel, ref ColumnHeads heads)
    {
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadArrayHeader(out int items))
            return document.RefuseToken("a channel: an array of 6 or more");
        if (items < ChannelItems)
            return document.RefuseAt(
                start, DecodeStatus.LengthMismatch, "a channel: an array of 6 or more", "items", items);
        if (!TryReadId(ref document, out int id))
            return false;
        document.EnterMember("pointCount");
        if (!document.Tokens.TryRead(out long points, 0, int.MaxValue))
            return document.RefuseToken("a point count from 0");
        int sensors = items - ChannelItems;
        if (!document.TryBeginChannel(group, channel, id, new ChannelShape((int)points, sensors)))
            return false;
        int flat = document.IsScan ? 0 : document.Block.Layout.Flat(group, channel);
        heads.SetPoints((int)points);
        return TryReadInts(ref document, flat, ColumnIndex.ActiveCtrl, "activeCtrl", in heads)
            && TryReadInts(ref document, flat, ColumnIndex.Count, "count", in heads)
            && TryReadFloats(ref document, flat, ColumnIndex.Command, ColumnIndex.FirstSensor + sensors, in heads);
    }

    // Usual columns go in one sweep; what the sweep stops at is read alone, by name.
    private static bool TryReadFloats(
        ref BlockDocument document, int flat, int column, int columns, in ColumnHeads heads)
    {
        for (; column < columns; column++)
        {
            if (!document.IsScan)
            {
                Span<long> words = document.Block.ChannelWords(flat);
                int stride = document.Block.Layout.Stride(flat);
                column += FloatColumns.Read(
                    ref document, in heads, words[(column * stride)..], stride, columns - column);
                if (column == columns)
                    break;
            }

            if (!TryReadFloats(ref document, flat, column))
                return false;
        }

        return true;
    }

    private static bool TryReadInput(ref BlockDocument document, int channel, ref ColumnHeads heads)
    {
        if (!document.TryReadArrayOf(InputItems, "an AD channel: an array of 2")
            || !TryReadId(ref document, out int id))
            return false;
        document.EnterMember("values");
        int points = heads.Points;
        if ((!FloatColumns.IsNext(ref document, in heads) && !FloatColumn.TryPeekLength(ref document, out points))
            || !document.TryBeginChannel(BlockGroup.AD, channel, id, new ChannelShape(points)))
        {
            return false;
        }

        int flat = document.IsScan ? 0 : document.Block.Layout.Flat(BlockGroup.AD, channel);
        heads.SetPoints(points);
        if (!document.IsScan
            && FloatColumns.Read(ref document, in heads, document.Block.Ints(flat, ColumnIndex.Values), 0, 1) == 1)
            return true;
        return document.IsScan ? TrySkipColumn(ref document)
            : FloatColumn.TryRead(ref document, document.Block.Floats(flat, ColumnIndex.Values));
    }

    private static bool TryReadId(ref BlockDocument document, out int id)
    {
        document.EnterMember("channelId");
        bool read = document.Tokens.TryRead(out long value, int.MinValue, int.MaxValue)
            || document.RefuseToken("an int32");
        id = (int)value;
        return read;
    }

    private static bool TryReadInts(
        ref BlockDocument document, int flat, int column, string member, in ColumnHeads heads)
    {
        bool isAnyInt = column == ColumnIndex.Count;
        if (!document.IsScan
            && IntColumn.TryReadUsual(ref document, in heads, document.Block.Ints(flat, column), isAnyInt))
            return true;
        document.EnterMember(member);
        if (document.IsScan)
            return TrySkipColumn(ref document);
        return isAnyInt
            ? IntColumn.TryRead(ref document, document.Block.Ints(flat, column), long.MinValue, long.MaxValue)
            : IntColumn.TryRead(ref document, document.Block.Ints(flat, column), short.MinValue, short.MaxValue);
    }

    private static bool TryReadFloats(ref BlockDocument document, int flat, int column)
    {
        if (column >= ColumnIndex.FirstSensor)
            document.EnterMember("sensor", column - ColumnIndex.FirstSensor);
        else
            document.EnterMember(column == ColumnIndex.Command ? "command" : "output");
        return document.IsScan ? TrySkipColumn(ref document)
            : FloatColumn.TryRead(ref document, document.Block.Floats(flat, column));
    }

    private static bool TrySkipColumn(ref BlockDocument document) =>
        document.Tokens.TrySkip(document.Limits.Depth - DepthAroundColumn) || document.RefuseToken("a column");

    private static bool TryReadBits(ref BlockDocument document, BitGroup group, string part)
    {
        document.Enter(part);
        if (document.Tokens.NextCode == MessagePackCode.Nil)
            return document.Tokens.TryReadNil();
        if (!document.TryReadArrayOf(BitItems, "nil or an array of 2"))
            return false;
        if (!document.Tokens.TryRead(out long bits, 0, int.MaxValue))
            return document.RefuseToken("a bit count from 0");
        if (!document.TryBeginBits(group, (int)bits))
            return false;
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadBin(out ReadOnlySpan<byte> bytes))
            return document.RefuseToken("a bin of the bits");
        if (bytes.Length != (bits + 7) / 8)
            return document.RefuseAt(
                start, DecodeStatus.LengthMismatch, "a byte for each 8 bits", "bytes", bytes.Length);
        if ((bits & 7) != 0 && bytes[^1] >> (int)(bits & 7) != 0)
            return document.RefuseAt(
                document.Tokens.Position - 1, DecodeStatus.OutOfRange, "0 in the unused bits", "a byte", bytes[^1]);
        if (!document.IsScan)
            bytes.CopyTo(document.Block.BitBytes(group));
        return true;
    }
}
