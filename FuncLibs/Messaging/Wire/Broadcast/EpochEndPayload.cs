using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// Payload of an event frame of kind <c>epoch</c>: <c>{kind, epoch, stream, first, last, lastRecovered, exact}</c>. It closes an earlier
/// life of the publisher for one stream.
/// </summary>
/// <param name="Epoch">The life that is over.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence.</param>
/// <param name="Last">Last sequence that was published, as far as that is known.</param>
/// <param name="LastRecovered">Last sequence that the journal has; 0 none.</param>
/// <param name="Exact">False after a power cut: more may have been published, at most what one commit interval holds.</param>
public readonly record struct EpochEndPayload(uint Stream, ulong Epoch, ulong First, ulong Last, ulong LastRecovered, bool Exact) : IBroadcastPayload
{
    private static ReadOnlySpan<byte> Kind => "epoch"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(7);
        map.WriteText("kind"u8, Kind);
        map.Write("epoch"u8, Epoch);
        map.Write("stream"u8, (ulong)Stream);
        map.Write("first"u8, First);
        map.Write("last"u8, Last);
        map.Write("lastRecovered"u8, LastRecovered);
        map.Write("exact"u8, Exact);
        map.Flush();
    }

    /// <summary>Reads a payload.</summary>
    /// <returns>False when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out EpochEndPayload notice, out MapFault fault)
    {
        var map = new MapReader(payload);
        notice = default;
        bool isEpoch = false;
        bool read = map.Map("event", out int pairs);
        for (int i = 0; read && i < pairs; i++)
            read = map.Key("event", out ReadOnlySpan<byte> key) && TryReadMember(ref map, key, ref notice, ref isEpoch);
        read = read && (!isEpoch || map.Require("epoch", notice.Epoch != 0)) && map.End("event");
        fault = map.Fault;
        return read && isEpoch;
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref EpochEndPayload notice, ref bool isEpoch)
    {
        bool ok;
        if (key.SequenceEqual("kind"u8))
            (ok, isEpoch) = (map.Read("kind", out ReadOnlySpan<byte> kind), kind.SequenceEqual(Kind));
        else if (key.SequenceEqual("epoch"u8))
            (ok, notice) = (map.Read("epoch", out ulong epoch), notice with { Epoch = epoch });
        else if (key.SequenceEqual("stream"u8))
            (ok, notice) = (map.Read("stream", out uint stream), notice with { Stream = stream });
        else if (key.SequenceEqual("first"u8))
            (ok, notice) = (map.Read("first", out ulong first), notice with { First = first });
        else if (key.SequenceEqual("last"u8))
            (ok, notice) = (map.Read("last", out ulong last), notice with { Last = last });
        else if (key.SequenceEqual("lastRecovered"u8))
            (ok, notice) = (map.Read("lastRecovered", out ulong recovered), notice with { LastRecovered = recovered });
        else if (key.SequenceEqual("exact"u8))
            (ok, notice) = (map.Read("exact", out bool exact), notice with { Exact = exact });
        else
            ok = map.Skip("event");
        return ok;
    }
}
