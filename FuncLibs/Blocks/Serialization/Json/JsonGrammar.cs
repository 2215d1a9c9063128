namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>
/// Reads content 4; the grammar is above <see cref="JsonBlockWriter"/>. Members may be in any order and be
/// missing.
/// </summary>
internal static class JsonGrammar
{
    private const int DepthInBlock = 1;
    private const int DepthInChannel = 3;

    /// <summary>Reads (or, in a scan, measures) one document.</summary>
    public static bool TryRead(ref JsonDocumentState document)
    {
        var members = new JsonObject(
            JsonMembers.OfBlock, "the object of a block", document.Limits.Depth - DepthInBlock);
        if (!members.TryOpen(ref document))
            return false;
        while (true)
        {
            if (!members.TryNext(ref document, out int key))
                return false;
            if (key < 0)
                return true;
            document.Enter(JsonMembers.BlockParts[key]);
            if (!TryReadMember(ref document, key))
                return false;
            document.Enter(null);
        }
    }

    private static bool TryReadMember(ref JsonDocumentState document, int key) => key switch
    {
        <= 2 => TryReadGroup(ref document, (BlockGroup)key),
        3 => JsonBits.TryRead(ref document, BitGroup.In),
        4 => JsonBits.TryRead(ref document, BitGroup.Out),
        _ => TryReadNumber(ref document, key),
    };

    private static bool TryReadNumber(ref JsonDocumentState document, int key)
    {
        const int FirstSampleIndex = 5;
        const int SampleRate = 11;
        CDataBlock block = document.Block;
        if (key == SampleRate)
        {
            bool read = JsonValues.TryReadRate(ref document, out double rate);
            if (!document.IsScan)
                block.SampleRateHz = rate;
            return read;
        }

        bool isCount = key != FirstSampleIndex;
        if (!JsonValues.TryReadInt(
            ref document,
            isCount ? "an int32" : "an int64",
            isCount ? int.MinValue : long.MinValue,
            isCount ? int.MaxValue : long.MaxValue,
            out long value))
        {
            return false;
        }

        if (!document.IsScan)
            SetNumber(block, key, value);
        return true;
    }

    private static void SetNumber(CDataBlock block, int key, long value)
    {
        BlockCounts counts = block.Counts;
        switch (key)
        {
            case 6:
                block.Counts = counts with { Servo = (int)value };
                break;
            case 7:
                block.Counts = counts with { Temp = (int)value };
                break;
            case 8:
                block.Counts = counts with { AD = (int)value };
                break;
            case 9:
                block.Counts = counts with { BitIn = (int)value };
                break;
            case 10:
                block.Counts = counts with { BitOut = (int)value };
                break;
            default:
                block.FirstSampleIndex = value;
                break;
        }
    }

    private static bool TryReadGroup(ref JsonDocumentState document, BlockGroup group)
    {
        const string Expected = "null or an array of channels";
        if (JsonValues.IsNull(ref document))
            return document.Tokens.TryReadNull() || document.RefuseToken(Expected);
        if (!document.Tokens.TryTake((byte)'['))
            return document.RefuseToken(Expected);
        string? part = document.Part;
        bool isFirst = true;
        int channels = 0;
        for (; document.Tokens.TryNextItem(ref isFirst, (byte)']', out bool hasItem); channels++)
        {
            document.Enter(part);
            if (!hasItem)
            {
                if (!document.IsScan)
                    document.Block.SetGroup(group, channels);
                return true;
            }

            document.Channel = channels;
            if (!document.HasRoom(
                channels, document.Block.Layout.Shapes(group).Length, document.Limits.Channels, "channels")
                || !TryReadChannel(ref document, group, channels))
            {
                return false;
            }
        }

        return document.RefuseToken("a channel, or the end of the array");
    }

    private static bool TryReadChannel(ref JsonDocumentState document, BlockGroup group, int channel)
    {
        var members = new JsonObject(
            JsonMembers.OfChannel, "the object of a channel", document.Limits.Depth - DepthInChannel);
        if (!members.TryOpen(ref document))
            return false;
        int flat = document.IsScan ? 0 : document.Block.Layout.Flat(group, channel);
        ChannelShape shape = default;
        long id = 0;
        while (true)
        {
            if (!members.TryNext(ref document, out int key))
                return false;
            if (key < 0)
                break;
            document.EnterMember(key == JsonMembers.Datas ? "datas" : "channelId");
            if (!(key == JsonMembers.Datas
                ? JsonPoints.TryRead(ref document, group, channel, flat, out shape)
                : JsonValues.TryReadInt(ref document, "an int32", int.MinValue, int.MaxValue, out id)))
            {
                return false;
            }

            document.EnterMember(null);
        }

        if (!members.Has(JsonMembers.Datas))
            return RefuseMissing(ref document);
        if (!document.IsScan)
            document.Block.IdOf(flat) = (int)id;
        return document.TryEndChannel(group, flat, shape);
    }

    private static bool RefuseMissing(ref JsonDocumentState document)
    {
        document.EnterMember("datas");
        return document.Refuse(DecodeStatus.TypeMismatch, "an array of points", "no such member");
    }
}
