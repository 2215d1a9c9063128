using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>
/// Reads the document of <see cref="ColumnsDocument"/>, in MessagePack (content 1) and in CBOR (content 5): the formats
/// differ in their tokens and in how they write a column.
/// </summary>
/// <typeparam name="TTokens">Reader of the tokens.</typeparam>
/// <typeparam name="TColumns">Reader of the columns.</typeparam>
internal readonly struct ColumnsGrammar<TTokens, TColumns> : IBlockGrammar<TTokens>
    where TTokens : struct, ITokenReader<TTokens>, allows ref struct
    where TColumns : struct, IColumnReader<TTokens>
{
    public static string Format => TColumns.Format;

    public static bool TryRead(ref BlockDocument<TTokens> document)
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

    private static bool TryReadHead(ref BlockDocument<TTokens> document)
    {
        if (!document.Tokens.TryReadArrayHeader(out int items))
            return document.RefuseToken("an array of 8");
        document.Enter("version");
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadInt(out long version, long.MinValue, long.MaxValue))
            return document.RefuseToken("the format version 1");
        if (version != ColumnsDocument.Version)
            return document.RefuseAt(
                start, DecodeStatus.UnsupportedVersion, "the format version 1", "version", version);
        if (items != ColumnsDocument.Items)
        {
            document.Part = null;
            return document.RefuseAt(0, DecodeStatus.LengthMismatch, "an array of 8", "items", items);
        }

        document.Enter("firstSampleIndex");
        if (!document.Tokens.TryReadInt(out long first, long.MinValue, long.MaxValue))
            return document.RefuseToken("an int64");
        document.Enter("sampleRateHz");
        if (!document.TryReadRate(out double rate))
            return false;
        if (!document.IsScan)
            (document.Block.FirstSampleIndex, document.Block.SampleRateHz) = (first, rate);
        return true;
    }

    private static bool TryReadGroup(ref BlockDocument<TTokens> document, BlockGroup group, string part)
    {
        document.Enter(part);
        if (document.Tokens.IsAtNil)
            return document.Tokens.TryReadNil();
        if (!document.Tokens.TryReadArrayHeader(out int channels))
            return document.RefuseToken("nil or an array of channels");
        if (!document.TryBeginGroup(group, channels))
            return false;
        TColumns reader = default;
        for (int channel = 0; channel < channels; channel++)
        {
            document.EnterChannel(channel);
            if (group == BlockGroup.AD
                ? !TryReadInput(ref document, channel, ref reader)
                : !TryReadChannel(ref document, group, channel, ref reader))
                return false;
        }

        return true;
    }

    private static bool TryReadChannel(
        ref BlockDocument<TTokens> document, BlockGroup group, int channel, ref TColumns reader)
    {
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadArrayHeader(out int items))
            return document.RefuseToken("a channel: an array of 6 or more");
        if (items < ColumnsDocument.ChannelItems)
            return document.RefuseAt(
                start, DecodeStatus.LengthMismatch, "a channel: an array of 6 or more", "items", items);
        if (!TryReadId(ref document, out int id))
            return false;
        document.EnterMember("pointCount");
        if (!document.Tokens.TryReadInt(out long points, 0, int.MaxValue))
            return document.RefuseToken("a point count from 0");
        int sensors = items - ColumnsDocument.ChannelItems;
        if (!document.TryBeginChannel(group, channel, id, new ChannelShape((int)points, sensors)))
            return false;
        int flat = document.IsScan ? 0 : document.Block.Layout.Flat(group, channel);
        reader.SetPoints((int)points);
        return TryReadInts(ref document, flat, ColumnIndex.ActiveCtrl, "activeCtrl", ref reader)
            && TryReadInts(ref document, flat, ColumnIndex.Count, "count", ref reader)
            && TryReadFloats(ref document, flat, ColumnIndex.Command, ColumnIndex.FirstSensor + sensors, ref reader);
    }

    // Usual columns go in one sweep; what the sweep stops at is read alone, by name.
    private static bool TryReadFloats(
        ref BlockDocument<TTokens> document, int flat, int column, int columns, ref TColumns reader)
    {
        for (; column < columns; column++)
        {
            if (!document.IsScan)
            {
                Span<long> words = document.Block.ChannelWords(flat);
                int stride = document.Block.Layout.Stride(flat);
                column += reader.ReadUsualFloats(
                    ref document, words[(column * stride)..], stride, columns - column);
                if (column == columns)
                    break;
            }

            if (!TryReadFloats(ref document, flat, column, ref reader))
                return false;
        }

        return true;
    }

    private static bool TryReadInput(ref BlockDocument<TTokens> document, int channel, ref TColumns reader)
    {
        if (!document.TryReadArrayOf(ColumnsDocument.InputItems, "an AD channel: an array of 2")
            || !TryReadId(ref document, out int id))
            return false;
        document.EnterMember("values");
        if (!reader.TryPeekLength(ref document, out int points)
            || !document.TryBeginChannel(BlockGroup.AD, channel, id, new ChannelShape(points)))
        {
            return false;
        }

        int flat = document.IsScan ? 0 : document.Block.Layout.Flat(BlockGroup.AD, channel);
        reader.SetPoints(points);
        if (!document.IsScan
            && reader.ReadUsualFloats(ref document, document.Block.Ints(flat, ColumnIndex.Values), 0, 1) == 1)
            return true;
        return document.IsScan ? reader.TrySkip(ref document)
            : reader.TryReadFloats(ref document, document.Block.Floats(flat, ColumnIndex.Values));
    }

    private static bool TryReadId(ref BlockDocument<TTokens> document, out int id)
    {
        document.EnterMember("channelId");
        bool read = document.Tokens.TryReadInt(out long value, int.MinValue, int.MaxValue)
            || document.RefuseToken("an int32");
        id = (int)value;
        return read;
    }

    private static bool TryReadInts(
        ref BlockDocument<TTokens> document, int flat, int column, string member, ref TColumns reader)
    {
        bool isAnyInt = column == ColumnIndex.Count;
        if (!document.IsScan
            && reader.TryReadUsualInts(ref document, document.Block.Ints(flat, column), isAnyInt))
            return true;
        document.EnterMember(member);
        if (document.IsScan)
            return reader.TrySkip(ref document);
        return isAnyInt
            ? reader.TryReadInts(ref document, document.Block.Ints(flat, column), long.MinValue, long.MaxValue)
            : reader.TryReadInts(ref document, document.Block.Ints(flat, column), short.MinValue, short.MaxValue);
    }

    private static bool TryReadFloats(
        ref BlockDocument<TTokens> document, int flat, int column, ref TColumns reader)
    {
        if (column >= ColumnIndex.FirstSensor)
            document.EnterMember("sensor", column - ColumnIndex.FirstSensor);
        else
            document.EnterMember(column == ColumnIndex.Command ? "command" : "output");
        return document.IsScan ? reader.TrySkip(ref document)
            : reader.TryReadFloats(ref document, document.Block.Floats(flat, column));
    }

    private static bool TryReadBits(ref BlockDocument<TTokens> document, BitGroup group, string part)
    {
        document.Enter(part);
        if (document.Tokens.IsAtNil)
            return document.Tokens.TryReadNil();
        if (!document.TryReadArrayOf(ColumnsDocument.BitItems, "nil or an array of 2"))
            return false;
        if (!document.Tokens.TryReadInt(out long bits, 0, int.MaxValue))
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
