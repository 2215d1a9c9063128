using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// Payload of an event frame of kind <c>alarm</c>: <c>{n, stream, epoch, sequence, sampleIndex, utcNs, kind, name, severity, from, state,
/// cause, value, limit, revision, by, text}</c>. The state of one alarm changed.
/// </summary>
/// <param name="Number">Number of the event, from 1; one that is missing was lost where events were too many.</param>
/// <param name="Stream">Number of the stream that the variable belongs to.</param>
/// <param name="Epoch">Life of its publisher; 0 not known.</param>
/// <param name="Sequence">The block in which it was decided; 0 none.</param>
/// <param name="SampleIndex">Index of the sample that decided it, among all points of the channel.</param>
/// <param name="UtcNs">When that was due, or when somebody commanded it: ns since the Unix epoch.</param>
/// <param name="Name">The variable.</param>
/// <param name="Severity">Severity in lower case.</param>
/// <param name="From">State before, in lower case.</param>
/// <param name="State">State since, in lower case.</param>
/// <param name="Cause">What changed it, in lower case.</param>
/// <param name="Value">What was compared; NaN when nothing was.</param>
/// <param name="Limit">Id of the limit.</param>
/// <param name="Revision">Its revision.</param>
/// <param name="By">Who commanded it; empty for the data.</param>
/// <param name="Text">One line for people.</param>
public sealed record AlarmPayload(
    long Number,
    uint Stream,
    ulong Epoch,
    ulong Sequence,
    long SampleIndex,
    long UtcNs,
    string Name,
    string Severity,
    string From,
    string State,
    string Cause,
    double Value,
    long Limit,
    long Revision,
    string By,
    string Text) : IBroadcastPayload
{
    private static readonly AlarmPayload Empty = new(0, 0, 0, 0, 0, 0, "", "", "", "", "", double.NaN, 0, 0, "", "");

    private static ReadOnlySpan<byte> Kind => "alarm"u8;

    /// <summary>Appends the payload to <paramref name="output"/>. Texts of more than <see cref="MapReader.MaxText"/> bytes cannot be
    /// read.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(17);
        new EventHeader(Number, Stream, Epoch, Sequence, SampleIndex, UtcNs).Write(ref map);
        map.WriteText("kind"u8, Kind);
        map.Write("name"u8, Name);
        map.Write("severity"u8, Severity);
        map.Write("from"u8, From);
        map.Write("state"u8, State);
        map.Write("cause"u8, Cause);
        map.Write("value"u8, Value);
        map.Write("limit"u8, Limit);
        map.Write("revision"u8, Revision);
        map.Write("by"u8, By);
        map.Write("text"u8, Text);
        map.Flush();
    }

    /// <summary>Reads a payload.</summary>
    /// <returns>Null when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static AlarmPayload? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        if (!EventKind.Is(Kind, payload, out fault))
            return null;
        var map = new MapReader(payload);
        AlarmPayload notice = Empty;
        EventHeader place = default;
        bool read = map.Map("event", out int pairs);
        for (int i = 0; read && i < pairs; i++)
        {
            read = map.Key("event", out ReadOnlySpan<byte> key)
                && (EventHeader.TryRead(ref map, key, ref place)
                    ?? TryReadNumber(ref map, key, ref notice)
                    ?? TryReadText(ref map, key, ref notice));
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
        read = read && map.Require("n", notice.Number > 0) && map.Require("limit", notice.Limit > 0)
            && map.Require("name", notice.Name.Length > 0) && map.Require("state", notice.State.Length > 0) && map.End("event");
        fault = map.Fault;
        return read ? notice : null;
    }

    // Null: no number that only an alarm has.
    private static bool? TryReadNumber(ref MapReader map, ReadOnlySpan<byte> key, ref AlarmPayload notice)
    {
        bool ok;
        if (key.SequenceEqual("value"u8))
            (ok, notice) = (map.Read("value", out double value), notice with { Value = value });
        else if (key.SequenceEqual("limit"u8))
            (ok, notice) = (map.Read("limit", out long limit), notice with { Limit = limit });
        else if (key.SequenceEqual("revision"u8))
            (ok, notice) = (map.Read("revision", out long revision), notice with { Revision = revision });
        else
            return null;
        return ok;
    }

    private static bool TryReadText(ref MapReader map, ReadOnlySpan<byte> key, ref AlarmPayload notice)
    {
        bool ok;
        if (key.SequenceEqual("name"u8))
            (ok, notice) = (map.Read("name", out string name), notice with { Name = name });
        else if (key.SequenceEqual("severity"u8))
            (ok, notice) = (map.Read("severity", out string severity), notice with { Severity = severity });
        else if (key.SequenceEqual("from"u8))
            (ok, notice) = (map.Read("from", out string from), notice with { From = from });
        else if (key.SequenceEqual("state"u8))
            (ok, notice) = (map.Read("state", out string state), notice with { State = state });
        else if (key.SequenceEqual("cause"u8))
            (ok, notice) = (map.Read("cause", out string cause), notice with { Cause = cause });
        else if (key.SequenceEqual("by"u8))
            (ok, notice) = (map.Read("by", out string by), notice with { By = by });
        else if (key.SequenceEqual("text"u8))
            (ok, notice) = (map.Read("text", out string text), notice with { Text = text });
        else
            ok = map.Skip("event");
        return ok;
    }
}
