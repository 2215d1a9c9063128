namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>Which event it is, and where in its stream it happened: the six members that every event of a sample begins with.</summary>
/// <param name="Number">Number of the event, from 1.</param>
/// <param name="Stream">Number of its stream.</param>
/// <param name="Epoch">Life of the publisher.</param>
/// <param name="Sequence">Its block.</param>
/// <param name="SampleIndex">Its sample.</param>
/// <param name="UtcNs">When that was due: ns since the Unix epoch.</param>
internal readonly record struct EventHeader(long Number, uint Stream, ulong Epoch, ulong Sequence, long SampleIndex, long UtcNs)
{
    /// <summary>Writes the six members.</summary>
    public void Write(ref MapWriter map)
    {
        map.Write("n"u8, Number);
        map.Write("stream"u8, (ulong)Stream);
        map.Write("epoch"u8, Epoch);
        map.Write("sequence"u8, Sequence);
        map.Write("sampleIndex"u8, SampleIndex);
        map.Write("utcNs"u8, UtcNs);
    }

    /// <summary>Reads a member into a place; null when it is none of the six.</summary>
    public static bool? TryRead(ref MapReader map, ReadOnlySpan<byte> key, ref EventHeader place)
    {
        bool ok;
        if (key.SequenceEqual("n"u8))
            (ok, place) = (map.Read("n", out long n), place with { Number = n });
        else if (key.SequenceEqual("stream"u8))
            (ok, place) = (map.Read("stream", out uint stream), place with { Stream = stream });
        else if (key.SequenceEqual("epoch"u8))
            (ok, place) = (map.Read("epoch", out ulong epoch), place with { Epoch = epoch });
        else if (key.SequenceEqual("sequence"u8))
            (ok, place) = (map.Read("sequence", out ulong sequence), place with { Sequence = sequence });
        else if (key.SequenceEqual("sampleIndex"u8))
            (ok, place) = (map.Read("sampleIndex", out long index), place with { SampleIndex = index });
        else if (key.SequenceEqual("utcNs"u8))
            (ok, place) = (map.Read("utcNs", out long utcNs), place with { UtcNs = utcNs });
        else
            return null;
        return ok;
    }
}
