using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Rows;

/// <summary>Reads content 2; the grammar is above <see cref="RowsWriter"/>.</summary>
internal readonly struct RowsGrammar : IBlockGrammar<MessagePackReader>
{
    /// <summary>Members of the document.</summary>
    public const int DocumentItems = 12;

    /// <summary>Members of a channel.</summary>
    public const int ChannelItems = 2;

    public static string Format => "rows";

    public static bool TryRead(ref MessagePackDocument document) =>
        document.TryReadArrayOf(DocumentItems, "an array of 12")
        && TryReadGroup(ref document, BlockGroup.Servo, "servo")
        && TryReadGroup(ref document, BlockGroup.Temp, "temp")
        && TryReadGroup(ref document, BlockGroup.AD, "ad")
        && TryReadBits(ref document, BitGroup.In, "bitIn")
        && TryReadBits(ref document, BitGroup.Out, "bitOut")
        && TryReadTail(ref document);

    /// <summary>Members of a point.</summary>
    public const int PointItems = 5;

    private static bool TryReadGroup(ref MessagePackDocument document, BlockGroup group, string part)
    {
        document.Enter(part);
        if (document.Tokens.NextCode == MessagePackCode.Nil)
            return document.Tokens.TryReadNil();
        if (!document.Tokens.TryReadArrayHeader(out int channels))
            return document.RefuseToken("nil or an array of channels");
        if (!document.TryBeginGroup(group, channels))
            return false;
        for (int channel = 0; channel < channels; channel++)
        {
            document.Enter(part);
            document.Channel = channel;
            if (!TryReadChannel(ref document, group, channel))
                return false;
        }

        return true;
    }

    private static bool TryReadChannel(ref MessagePackDocument document, BlockGroup group, int channel)
    {
        if (!document.TryReadArrayOf(ChannelItems, "a channel: an array of 2"))
            return false;
        document.EnterMember("datas");
        if (!document.Tokens.TryReadArrayHeader(out int points))
            return document.RefuseToken("an array of points");
        int sensors = group == BlockGroup.AD ? 0 : PeekSensors(document.Tokens, points);
        if (!document.TryBeginChannel(group, channel, 0, new ChannelShape(points, sensors)))
            return false;
        int flat = document.IsScan ? 0 : document.Block.Layout.Flat(group, channel);
        if (!(group == BlockGroup.AD
            ? TryReadValues(ref document, flat, points)
            : TryReadPoints(ref document, flat, points, sensors)))
            return false;
        document.EnterMember("channelId");
        if (!document.Tokens.TryRead(out long id, int.MinValue, int.MaxValue))
            return document.RefuseToken("an int32");
        if (!document.IsScan)
            document.Block.IdOf(flat) = (int)id;
        return true;
    }

    // The first point sets the number of sensors of all; if it cannot be read, the full read reports the fault.
    private static int PeekSensors(MessagePackReader ahead, int points) =>
        points > 0
        && ahead.TryReadArrayHeader(out _)
        && ahead.TryRead(out long _)
        && ahead.TryRead(out double _)
        && ahead.TryRead(out double _)
        && ahead.TryRead(out long _)
        && ahead.TryReadArrayHeader(out int sensors) ? sensors : 0;

    private static bool TryReadPoints(ref MessagePackDocument document, int flat, int points, int sensors)
    {
        Span<long> words = document.IsScan ? default : document.Block.ChannelWords(flat);
        int stride = document.IsScan ? 0 : document.Block.Layout.Stride(flat);
        int point = 0;
        while (point < points)
        {
            if (!document.IsScan)
            {
                point += RowPoints.Read(
                    document.Tokens.Rest, words[point..], stride, points - point, sensors, out int bytes);
                document.Tokens.Seek(document.Tokens.Position + bytes);
            }

            // A few one by one, whatever stopped the steps; then steps again.
            for (int end = Math.Min(points, point + RowPoints.Step); point < end; point++)
            {
                document.EnterMember("datas", point);
                if (document.IsScan
                    ? !TrySkip(ref document)
                    : !RowPoint.TryRead(ref document, words[point..], stride, sensors))
                    return false;
            }
        }

        return true;
    }

    private static bool TryReadValues(ref MessagePackDocument document, int flat, int points)
    {
        if (!document.IsScan
            && Float64Run.TryRead(document.Tokens.Rest, document.Block.Floats(flat, ColumnIndex.Values)))
            return document.Tokens.TryTakeRaw(points * Float64Run.BytesPerItem, out _);
        for (int point = 0; point < points; point++)
        {
            if (!document.Tokens.TryRead(out double value))
                return document.RefuseToken("a float64, or a number that is exact as one", point);
            if (!document.IsScan)
                document.Block.Floats(flat, ColumnIndex.Values)[point] = value;
        }

        return true;
    }

    private static bool TrySkip(ref MessagePackDocument document)
    {
        const int DepthAroundPoint = 4;
        return document.Tokens.TrySkip(document.Limits.Depth - DepthAroundPoint)
            || document.RefuseToken("a point: an array of 5");
    }

    private static bool TryReadBits(ref MessagePackDocument document, BitGroup group, string part)
    {
        document.Enter(part);
        if (document.Tokens.NextCode == MessagePackCode.Nil)
            return document.Tokens.TryReadNil();
        if (!document.Tokens.TryReadArrayHeader(out int bits))
            return document.RefuseToken("nil or an array of bools");
        if (!document.TryBeginBits(group, bits))
            return false;
        if (!document.IsScan)
            document.Block.BitBytes(group).Clear();
        for (int i = 0; i < bits; i++)
        {
            if (!document.Tokens.TryRead(out bool value))
                return document.RefuseToken("a bool", i);
            if (!document.IsScan)
                document.Block.SetBit(group, i, value);
        }

        return true;
    }

    private static bool TryReadTail(ref MessagePackDocument document)
    {
        document.Enter("firstSampleIndex");
        if (!document.Tokens.TryRead(out long first))
            return document.RefuseToken("an int64");
        if (!TryReadCount(ref document, "servoChCount", out int servo)
            || !TryReadCount(ref document, "tempChCount", out int temp)
            || !TryReadCount(ref document, "adCount", out int inputs)
            || !TryReadCount(ref document, "inCount", out int bitIn)
            || !TryReadCount(ref document, "outCount", out int bitOut))
        {
            return false;
        }

        document.Enter("sampleRate");
        if (!document.TryReadRate(out double rate))
            return false;
        if (document.IsScan)
            return true;
        document.Block.FirstSampleIndex = first;
        document.Block.SampleRateHz = rate;
        document.Block.Counts = new BlockCounts(servo, temp, inputs, bitIn, bitOut);
        return true;
    }

    private static bool TryReadCount(ref MessagePackDocument document, string part, out int count)
    {
        document.Enter(part);
        bool read = document.Tokens.TryRead(out long value, int.MinValue, int.MaxValue)
            || document.RefuseToken("an int32");
        count = (int)value;
        return read;
    }
}
