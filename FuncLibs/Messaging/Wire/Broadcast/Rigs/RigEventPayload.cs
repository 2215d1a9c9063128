using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast.Rigs;

/// <summary>
/// Payload of an event frame of kind <c>rig</c>: <c>{n, stream, epoch, sequence, sampleIndex, utcNs, kind, name, severity, channel,
/// text}</c>. A rig says what happened to it: an interlock, an emergency stop, a tare, another control mode.
/// </summary>
/// <param name="Number">Number of the event in this life of the publisher, from 1; one that is missing did not arrive.</param>
/// <param name="Stream">Number of its stream.</param>
/// <param name="Epoch">Life of the publisher.</param>
/// <param name="Sequence">The block that was published next: the first that can show it.</param>
/// <param name="SampleIndex">Base sample from which it holds, as the rig says.</param>
/// <param name="UtcNs">When that is due, as the rig says: ns since the Unix epoch.</param>
/// <param name="Name">What happened: 1 to 24 of a-z 0-9 _ -.</param>
/// <param name="Severity">How bad it is.</param>
/// <param name="Channel">Channel or sensor; empty = the whole rig.</param>
/// <param name="Text">One line for people; may be empty.</param>
public sealed record RigEventPayload(
    long Number,
    uint Stream,
    ulong Epoch,
    ulong Sequence,
    long SampleIndex,
    long UtcNs,
    string Name,
    EventSeverity Severity,
    string Channel,
    string Text) : IBroadcastPayload
{
    private static readonly RigEventPayload Empty = new(0, 0, 0, 0, 0, 0, "", EventSeverity.Info, "", "");

    private static ReadOnlySpan<byte> Kind => "rig"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(11);
        new EventHeader(Number, Stream, Epoch, Sequence, SampleIndex, UtcNs).Write(ref map);
        map.WriteText("kind"u8, Kind);
        map.Write("name"u8, Name);
        map.WriteText("severity"u8, EventSeverityText.ToUtf8(Severity));
        map.Write("channel"u8, Channel);
        map.Write("text"u8, Text);
        map.Flush();
    }

    /// <summary>Reads a payload.</summary>
    /// <returns>Null when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static RigEventPayload? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        if (!EventKind.Is(Kind, payload, out fault))
            return null;
        var map = new MapReader(payload);
        RigEventPayload notice = Empty;
        EventHeader place = default;
        bool read = map.Map("event", out int pairs);
        for (int i = 0; read && i < pairs; i++)
        {
            read = map.Key("event", out ReadOnlySpan<byte> key)
                && (EventHeader.TryRead(ref map, key, ref place) ?? TryReadText(ref map, key, ref notice));
        }

        notice = notice with
        {
            Number = place.Number,
            Stream = place.Stream,
            Epoch = place.Epoch,
            Sequence = place.Sequence,
            SampleIndex = place.SampleIndex,
            UtcNs = place.UtcNs,
        };
        read = read && map.Require("n", notice.Number > 0) && map.Require("name", notice.Name.Length > 0) && map.End("event");
        fault = map.Fault;
        return read ? notice : null;
    }

    private static bool TryReadText(ref MapReader map, ReadOnlySpan<byte> key, ref RigEventPayload notice)
    {
        bool ok;
        if (key.SequenceEqual("name"u8))
            (ok, notice) = (map.Read("name", out string name), notice with { Name = name });
        else if (key.SequenceEqual("severity"u8))
            (ok, notice) = (map.Read("severity", out ReadOnlySpan<byte> text), notice with { Severity = EventSeverityText.Parse(text) });
        else if (key.SequenceEqual("channel"u8))
            (ok, notice) = (map.Read("channel", out string channel), notice with { Channel = channel });
        else if (key.SequenceEqual("text"u8))
            (ok, notice) = (map.Read("text", out string text), notice with { Text = text });
        else
            ok = map.Skip("event");
        return ok;
    }
}
