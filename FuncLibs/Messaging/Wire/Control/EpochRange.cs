namespace FuncLibs.Messaging.Wire.Control;

/// <summary>What a publisher knows of one stream in one epoch.</summary>
/// <param name="Epoch">Life of the publisher.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence; 0 when none was published.</param>
/// <param name="Last">Last sequence.</param>
/// <param name="Exact">False when a power cut hid the tail: at least this much was published.</param>
public readonly record struct EpochRange(ulong Epoch, uint Stream, ulong First, ulong Last, bool Exact)
{
    private const string What = "epochs[]";

    internal void Write(ref MapWriter map)
    {
        map.Map(5);
        map.Write("epoch"u8, Epoch);
        map.Write("stream"u8, (ulong)Stream);
        map.Write("first"u8, First);
        map.Write("last"u8, Last);
        map.Write("exact"u8, Exact);
    }

    internal static bool TryRead(ref MapReader map, out EpochRange range)
    {
        range = default;
        if (!map.Map(What, out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key(What, out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key, ref range))
                return false;
        }

        return map.Require("epochs[].epoch", range.Epoch != 0);
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref EpochRange range)
    {
        bool ok;
        if (key.SequenceEqual("epoch"u8))
            (ok, range) = (map.Read("epochs[].epoch", out ulong epoch), range with { Epoch = epoch });
        else if (key.SequenceEqual("stream"u8))
            (ok, range) = (map.Read("epochs[].stream", out uint stream), range with { Stream = stream });
        else if (key.SequenceEqual("first"u8))
            (ok, range) = (map.Read("epochs[].first", out ulong first), range with { First = first });
        else if (key.SequenceEqual("last"u8))
            (ok, range) = (map.Read("epochs[].last", out ulong last), range with { Last = last });
        else if (key.SequenceEqual("exact"u8))
            (ok, range) = (map.Read("epochs[].exact", out bool exact), range with { Exact = exact });
        else
            ok = map.Skip(What);
        return ok;
    }
}
