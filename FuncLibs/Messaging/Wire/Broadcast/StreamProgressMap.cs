namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>One stream of a heartbeat as a map.</summary>
internal static class StreamProgressMap
{
    private const string What = "streams[]";

    public static void Write(ref MapWriter map, StreamProgress stream)
    {
        int optional = (stream.Written.HasValue ? 1 : 0) + (stream.Durable.HasValue ? 1 : 0) + (stream.FirstInJournal.HasValue ? 1 : 0)
            + (stream.Link != LinkState.Unknown ? 1 : 0) + (stream.LastAcquiredNs.HasValue ? 1 : 0)
            + (stream.SamplesLost.HasValue ? 1 : 0);
        map.Map(2 + optional);
        map.Write("id"u8, (ulong)stream.Id);
        map.Write("last"u8, stream.Last);
        if (stream.Written is { } written)
            map.Write("written"u8, written);
        if (stream.Durable is { } durable)
            map.Write("durable"u8, durable);
        if (stream.FirstInJournal is { } first)
            map.WritePair("firstInJournal"u8, first.Epoch, first.Sequence);
        if (stream.Link != LinkState.Unknown)
            map.WriteText("link"u8, LinkStateText.ToUtf8(stream.Link));
        if (stream.LastAcquiredNs is { } acquired)
            map.Write("lastAcquired"u8, acquired);
        if (stream.SamplesLost is { } lost)
            map.Write("samplesLost"u8, lost);
    }

    public static bool TryRead(ref MapReader map, out StreamProgress stream)
    {
        stream = default;
        bool named = false;
        if (!map.Map(What, out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key(What, out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key, ref stream, ref named))
                return false;
        }

        return map.Require("streams[].id", named);
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref StreamProgress stream, ref bool named)
    {
        bool ok;
        if (key.SequenceEqual("id"u8))
        {
            named = ok = map.Read("streams[].id", out uint id);
            stream = stream with { Id = id };
        }
        else if (key.SequenceEqual("last"u8))
        {
            ok = map.Read("streams[].last", out ulong last);
            stream = stream with { Last = last };
        }
        else if (key.SequenceEqual("written"u8))
        {
            ok = map.Read("streams[].written", out ulong written);
            stream = stream with { Written = written };
        }
        else if (key.SequenceEqual("durable"u8))
        {
            ok = map.Read("streams[].durable", out ulong durable);
            stream = stream with { Durable = durable };
        }
        else if (key.SequenceEqual("link"u8))
        {
            ok = map.Read("streams[].link", out ReadOnlySpan<byte> link);
            stream = stream with { Link = LinkStateText.Parse(link) };
        }
        else if (key.SequenceEqual("lastAcquired"u8))
        {
            ok = map.Read("streams[].lastAcquired", out long acquired);
            stream = stream with { LastAcquiredNs = acquired };
        }
        else if (key.SequenceEqual("samplesLost"u8))
        {
            ok = map.Read("streams[].samplesLost", out ulong lost);
            stream = stream with { SamplesLost = lost };
        }
        else
        {
            ok = key.SequenceEqual("firstInJournal"u8) ? TryReadFirst(ref map, ref stream) : map.Skip(What);
        }

        return ok;
    }

    private static bool TryReadFirst(ref MapReader map, ref StreamProgress stream)
    {
        const string Member = "streams[].firstInJournal";
        if (!map.Array(Member, 2, out int items))
            return false;
        if (items != 2)
            return map.Refuse(Member);
        if (!map.Read(Member, out ulong epoch) || !map.Read(Member, out ulong sequence))
            return false;
        stream = stream with { FirstInJournal = new JournalPoint(epoch, sequence) };
        return true;
    }
}
