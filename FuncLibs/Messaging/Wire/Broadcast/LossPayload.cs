using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// Payload of a loss frame. <c>{stream, epoch, from, to, reason}</c>: sequences that will never be delivered;
/// <c>{stream, firstSample, lastSample, reason}</c>: samples that never got a sequence.
/// </summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Life of the publisher; null when the loss is one of samples.</param>
/// <param name="First">First sequence, or first sample index on the base clock.</param>
/// <param name="Last">Last one, inclusive, not below the first.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record LossPayload(uint Stream, ulong? Epoch, long First, long Last, string Reason) : IBroadcastPayload
{
    /// <summary>True when samples were lost before they became a block.</summary>
    public bool IsBeforeSequence => Epoch is null;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(Epoch is null ? 4 : 5);
        map.Write("stream"u8, (ulong)Stream);
        if (Epoch is { } epoch)
            map.Write("epoch"u8, epoch);
        map.Write(Epoch is null ? "firstSample"u8 : "from"u8, First);
        map.Write(Epoch is null ? "lastSample"u8 : "to"u8, Last);
        map.Write("reason"u8, Reason);
        map.Flush();
    }

    /// <summary>Reads a payload; null when it is not one, and then <paramref name="fault"/> says why.</summary>
    public static LossPayload? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        LossPayload? notice = Read(ref map);
        fault = map.Fault;
        return notice;
    }

    private static LossPayload? Read(ref MapReader map)
    {
        var fields = default(Fields);
        if (!map.Map("loss", out int pairs))
            return null;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("loss", out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key, ref fields))
                return null;
        }

        bool bySequence = fields.Epoch is not null;
        long? first = bySequence ? fields.From : fields.FirstSample;
        long? last = bySequence ? fields.To : fields.LastSample;
        bool complete = map.Require("stream", fields.Stream is not null)
            && map.Require(bySequence ? "from" : "firstSample", first is not null)
            && map.Require(bySequence ? "to" : "lastSample", last is not null)
            && (first <= last || map.Refuse("loss"))
            && map.End("loss");
        return complete ? new LossPayload(fields.Stream!.Value, fields.Epoch, first!.Value, last!.Value, fields.Reason ?? "") : null;
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref Fields fields)
    {
        bool ok;
        if (key.SequenceEqual("stream"u8))
            (ok, fields.Stream) = (map.Read("stream", out uint stream), stream);
        else if (key.SequenceEqual("epoch"u8))
            (ok, fields.Epoch) = (map.Read("epoch", out ulong epoch), epoch);
        else if (key.SequenceEqual("from"u8))
            (ok, fields.From) = (map.Read("from", out long from), from);
        else if (key.SequenceEqual("to"u8))
            (ok, fields.To) = (map.Read("to", out long to), to);
        else if (key.SequenceEqual("firstSample"u8))
            (ok, fields.FirstSample) = (map.Read("firstSample", out long first), first);
        else if (key.SequenceEqual("lastSample"u8))
            (ok, fields.LastSample) = (map.Read("lastSample", out long last), last);
        else if (key.SequenceEqual("reason"u8))
            (ok, fields.Reason) = (map.Read("reason", out string reason), reason);
        else
            ok = map.Skip("loss");
        return ok;
    }

    private struct Fields
    {
        public uint? Stream;
        public ulong? Epoch;
        public long? From;
        public long? To;
        public long? FirstSample;
        public long? LastSample;
        public string? Reason;
    }
}
