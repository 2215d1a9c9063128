using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// Payload of an event frame of kind <c>restored</c>: <c>{kind, utcNs, severity, epoch, recordedEpoch, revision, streams}</c>. The
/// publisher began with a state older than its journal, as a restored backup is, and raised its numbers so that none is given twice.
/// </summary>
/// <param name="UtcNs">When: ns since the Unix epoch.</param>
/// <param name="Epoch">The last life that the state knew.</param>
/// <param name="RecordedEpoch">The last life that the journal knew.</param>
/// <param name="Revision">The catalogue revision from which it goes on.</param>
/// <param name="Streams">Streams that the state had forgotten.</param>
public readonly record struct RestoredPayload(long UtcNs, ulong Epoch, ulong RecordedEpoch, uint Revision, uint Streams) : IBroadcastPayload
{
    private static ReadOnlySpan<byte> Kind => "restored"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(7);
        map.WriteText("kind"u8, Kind);
        map.Write("utcNs"u8, UtcNs);
        map.WriteText("severity"u8, "warning"u8);
        map.Write("epoch"u8, Epoch);
        map.Write("recordedEpoch"u8, RecordedEpoch);
        map.Write("revision"u8, (ulong)Revision);
        map.Write("streams"u8, (ulong)Streams);
        map.Flush();
    }

    /// <summary>Reads a payload.</summary>
    /// <returns>False when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out RestoredPayload notice, out MapFault fault)
    {
        var map = new MapReader(payload);
        notice = default;
        bool isRestored = false;
        bool read = map.Map("event", out int pairs);
        for (int i = 0; read && i < pairs; i++)
            read = map.Key("event", out ReadOnlySpan<byte> key) && TryReadMember(ref map, key, ref notice, ref isRestored);
        read = read && map.End("event");
        fault = map.Fault;
        return read && isRestored;
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref RestoredPayload notice, ref bool isRestored)
    {
        bool ok;
        if (key.SequenceEqual("kind"u8))
            (ok, isRestored) = (map.Read("kind", out ReadOnlySpan<byte> kind), kind.SequenceEqual(Kind));
        else if (key.SequenceEqual("utcNs"u8))
            (ok, notice) = (map.Read("utcNs", out long utcNs), notice with { UtcNs = utcNs });
        else if (key.SequenceEqual("epoch"u8))
            (ok, notice) = (map.Read("epoch", out ulong epoch), notice with { Epoch = epoch });
        else if (key.SequenceEqual("recordedEpoch"u8))
            (ok, notice) = (map.Read("recordedEpoch", out ulong recorded), notice with { RecordedEpoch = recorded });
        else if (key.SequenceEqual("revision"u8))
            (ok, notice) = (map.Read("revision", out uint revision), notice with { Revision = revision });
        else if (key.SequenceEqual("streams"u8))
            (ok, notice) = (map.Read("streams", out uint streams), notice with { Streams = streams });
        else
            ok = map.Skip("event");
        return ok;
    }
}
