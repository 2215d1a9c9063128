using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>The payload of a loss frame or an event frame: what a publisher sends on its control stream.</summary>
public interface IBroadcastPayload
{
    /// <summary>Appends the payload to <paramref name="output"/>.</summary>
    void Write(IBufferWriter<byte> output);
}

/// <summary>
/// Payload of an event frame of kind <c>alarm</c>: <c>{n, stream, epoch, sequence, sampleIndex, utcNs, kind, name,
/// severity, from, state, cause, value, limit, revision, by, text}</c>. The state of one alarm changed.
/// </summary>
/// <param name="Number">Number of the event, from 1; a missing number was lost because of too many events.</param>
/// <param name="Stream">Number of the stream that the variable belongs to.</param>
/// <param name="Epoch">Epoch of its publisher; 0 if unknown.</param>
/// <param name="Sequence">The block that caused the change; 0 for none.</param>
/// <param name="SampleIndex">Index of the sample that caused the change, among all points of the channel.</param>
/// <param name="UtcNs">Due time of that sample, or time of the command: ns since the Unix epoch.</param>
/// <param name="Name">The variable.</param>
/// <param name="Severity">Severity in lower case.</param>
/// <param name="From">State before, in lower case.</param>
/// <param name="State">New state, in lower case.</param>
/// <param name="Cause">Cause of the change, in lower case.</param>
/// <param name="Value">The compared value; NaN for none.</param>
/// <param name="Limit">Id of the limit.</param>
/// <param name="Revision">Its revision.</param>
/// <param name="By">User of the command; empty when the data caused it.</param>
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

    private static readonly MapSchema<AlarmPayload> Schema = new MapSchema<AlarmPayload>("event", Empty)
        .Add("n", MapCodec.Int64, e => e.Number, (ref e, value) => e = e with { Number = value })
        .Add("stream", MapCodec.UInt32, e => e.Stream, (ref e, value) => e = e with { Stream = value })
        .Add("epoch", MapCodec.UInt64, e => e.Epoch, (ref e, value) => e = e with { Epoch = value })
        .Add("sequence", MapCodec.UInt64, e => e.Sequence, (ref e, value) => e = e with { Sequence = value })
        .Add("sampleIndex", MapCodec.Int64, e => e.SampleIndex, (ref e, value) => e = e with { SampleIndex = value })
        .Add("utcNs", MapCodec.Int64, e => e.UtcNs, (ref e, value) => e = e with { UtcNs = value })
        .AddConstant("kind", Kind)
        .Add("name", MapCodec.Text, e => e.Name, (ref e, value) => e = e with { Name = value })
        .Add("severity", MapCodec.Text, e => e.Severity, (ref e, value) => e = e with { Severity = value })
        .Add("from", MapCodec.Text, e => e.From, (ref e, value) => e = e with { From = value })
        .Add("state", MapCodec.Text, e => e.State, (ref e, value) => e = e with { State = value })
        .Add("cause", MapCodec.Text, e => e.Cause, (ref e, value) => e = e with { Cause = value })
        .Add("value", MapCodec.Float64, e => e.Value, (ref e, value) => e = e with { Value = value })
        .Add("limit", MapCodec.Int64, e => e.Limit, (ref e, value) => e = e with { Limit = value })
        .Add("revision", MapCodec.Int64, e => e.Revision, (ref e, value) => e = e with { Revision = value })
        .Add("by", MapCodec.Text, e => e.By, (ref e, value) => e = e with { By = value })
        .Add("text", MapCodec.Text, e => e.Text, (ref e, value) => e = e with { Text = value })
        .Require("n", e => e.Number > 0)
        .Require("limit", e => e.Limit > 0)
        .Require("name", e => e.Name.Length > 0)
        .Require("state", e => e.State.Length > 0);

    private static ReadOnlySpan<byte> Kind => "alarm"u8;

    /// <summary>
    /// Appends the payload to <paramref name="output"/>. Texts longer than <see cref="MapReader.MaxText"/> bytes cannot
    /// be read back.
    /// </summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a payload.</summary>
    /// <returns>Null for another kind of event, with an empty <paramref name="fault"/>, or for an invalid
    /// payload.</returns>
    public static AlarmPayload? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out AlarmPayload read, out fault) ? read : null;
}

/// <summary>
/// Payload of an event frame of kind <c>break</c>: <c>{n, stream, epoch, sequence, sampleIndex, utcNs, kind, name,
/// channel, value, peak, peakIndex, text}</c>. A specimen broke.
/// </summary>
/// <param name="Number">Number of the event in its stream and epoch of the monitor, from 1; a missing number was
/// lost.</param>
/// <param name="Stream">Number of the stream that the channel belongs to.</param>
/// <param name="Epoch">Epoch of its publisher.</param>
/// <param name="Sequence">The block of the sample.</param>
/// <param name="SampleIndex">Index of the first sample at which the force had dropped far enough, among all points of
/// the channel.</param>
/// <param name="UtcNs">Due time of that sample: ns since the Unix epoch.</param>
/// <param name="Name">Name of the break trigger.</param>
/// <param name="Channel">The force channel.</param>
/// <param name="Value">Force at that sample.</param>
/// <param name="Peak">Magnitude of the maximum before the drop.</param>
/// <param name="PeakIndex">Index of the last sample of that maximum.</param>
/// <param name="Text">One line for people.</param>
public sealed record BreakPayload(
    long Number,
    uint Stream,
    ulong Epoch,
    ulong Sequence,
    long SampleIndex,
    long UtcNs,
    string Name,
    string Channel,
    double Value,
    double Peak,
    long PeakIndex,
    string Text) : IBroadcastPayload
{
    private static readonly MapSchema<BreakPayload> Schema =
        new MapSchema<BreakPayload>("event", new BreakPayload(0, 0, 0, 0, 0, 0, "", "", 0, 0, 0, ""))
        .Add("n", MapCodec.Int64, e => e.Number, (ref e, value) => e = e with { Number = value })
        .Add("stream", MapCodec.UInt32, e => e.Stream, (ref e, value) => e = e with { Stream = value })
        .Add("epoch", MapCodec.UInt64, e => e.Epoch, (ref e, value) => e = e with { Epoch = value })
        .Add("sequence", MapCodec.UInt64, e => e.Sequence, (ref e, value) => e = e with { Sequence = value })
        .Add("sampleIndex", MapCodec.Int64, e => e.SampleIndex, (ref e, value) => e = e with { SampleIndex = value })
        .Add("utcNs", MapCodec.Int64, e => e.UtcNs, (ref e, value) => e = e with { UtcNs = value })
        .AddConstant("kind", "break"u8)
        .Add("name", MapCodec.Text, e => e.Name, (ref e, value) => e = e with { Name = value })
        .Add("channel", MapCodec.Text, e => e.Channel, (ref e, value) => e = e with { Channel = value })
        .Add("value", MapCodec.Float64, e => e.Value, (ref e, value) => e = e with { Value = value })
        .Add("peak", MapCodec.Float64, e => e.Peak, (ref e, value) => e = e with { Peak = value })
        .Add("peakIndex", MapCodec.Int64, e => e.PeakIndex, (ref e, value) => e = e with { PeakIndex = value })
        .Add("text", MapCodec.Text, e => e.Text, (ref e, value) => e = e with { Text = value });

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);
}

/// <summary>Payload of an event frame of kind <c>clock</c>: <c>{kind, utcNs, stepNs}</c>. The wall clock of the
/// publisher's machine was stepped.</summary>
/// <param name="UtcNs">The time after the step, UTC ns since the Unix epoch.</param>
/// <param name="StepNs">Size of the step in ns; positive = forward.</param>
public readonly record struct ClockStepPayload(long UtcNs, long StepNs) : IBroadcastPayload
{
    private static readonly MapSchema<ClockStepPayload> Schema = new MapSchema<ClockStepPayload>("event", default)
        .AddConstant("kind", Kind)
        .Add("utcNs", MapCodec.Int64, e => e.UtcNs, (ref e, value) => e = e with { UtcNs = value })
        .Add("stepNs", MapCodec.Int64, e => e.StepNs, (ref e, value) => e = e with { StepNs = value })
        .Require("stepNs", e => e.StepNs != 0);

    private static ReadOnlySpan<byte> Kind => "clock"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a payload.</summary>
    /// <returns>False for another kind of event, with an empty <paramref name="fault"/>, or for an invalid
    /// payload.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out ClockStepPayload read, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out read, out fault);
}

/// <summary>
/// Payload of an event frame of kind <c>epoch</c>: <c>{kind, epoch, stream, first, last, lastRecovered, exact}</c>. It
/// closes an earlier epoch of the publisher for one stream.
/// </summary>
/// <param name="Epoch">The closed epoch.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence.</param>
/// <param name="Last">Last published sequence, as far as known.</param>
/// <param name="LastRecovered">Last sequence in the journal; 0 for none.</param>
/// <param name="Exact">False after a power cut: up to one commit interval more may have been published.</param>
public readonly record struct EpochEndPayload(
    uint Stream, ulong Epoch, ulong First, ulong Last, ulong LastRecovered, bool Exact) : IBroadcastPayload
{
    private static readonly MapSchema<EpochEndPayload> Schema = new MapSchema<EpochEndPayload>("event", default)
        .AddConstant("kind", Kind)
        .Add("epoch", MapCodec.UInt64, e => e.Epoch, (ref e, value) => e = e with { Epoch = value })
        .Add("stream", MapCodec.UInt32, e => e.Stream, (ref e, value) => e = e with { Stream = value })
        .Add("first", MapCodec.UInt64, e => e.First, (ref e, value) => e = e with { First = value })
        .Add("last", MapCodec.UInt64, e => e.Last, (ref e, value) => e = e with { Last = value })
        .Add(
            "lastRecovered",
            MapCodec.UInt64,
            e => e.LastRecovered,
            (ref e, value) => e = e with { LastRecovered = value })
        .Add("exact", MapCodec.Boolean, e => e.Exact, (ref e, value) => e = e with { Exact = value })
        .Require("epoch", e => e.Epoch != 0);

    private static ReadOnlySpan<byte> Kind => "epoch"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a payload.</summary>
    /// <returns>False for another kind of event, with an empty <paramref name="fault"/>, or for an invalid
    /// payload.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out EpochEndPayload read, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out read, out fault);
}

/// <summary>
/// Payload of an event frame of kind <c>restored</c>: <c>{kind, utcNs, severity, epoch, recordedEpoch, revision,
/// streams}</c>. The publisher started with a state older than its journal, as after a restored backup, and raised its
/// numbers so that none is used twice.
/// </summary>
/// <param name="UtcNs">Time of the start: ns since the Unix epoch.</param>
/// <param name="Epoch">Last epoch in the state.</param>
/// <param name="RecordedEpoch">Last epoch in the journal.</param>
/// <param name="Revision">The catalogue revision from which it continues.</param>
/// <param name="Streams">Number of streams missing in the state.</param>
public readonly record struct RestoredPayload(
    long UtcNs, ulong Epoch, ulong RecordedEpoch, uint Revision, uint Streams) : IBroadcastPayload
{
    private static readonly MapSchema<RestoredPayload> Schema = new MapSchema<RestoredPayload>("event", default)
        .AddConstant("kind", Kind)
        .Add("utcNs", MapCodec.Int64, e => e.UtcNs, (ref e, value) => e = e with { UtcNs = value })
        .AddConstant("severity", "warning"u8)
        .Add("epoch", MapCodec.UInt64, e => e.Epoch, (ref e, value) => e = e with { Epoch = value })
        .Add(
            "recordedEpoch",
            MapCodec.UInt64,
            e => e.RecordedEpoch,
            (ref e, value) => e = e with { RecordedEpoch = value })
        .Add("revision", MapCodec.UInt32, e => e.Revision, (ref e, value) => e = e with { Revision = value })
        .Add("streams", MapCodec.UInt32, e => e.Streams, (ref e, value) => e = e with { Streams = value });

    private static ReadOnlySpan<byte> Kind => "restored"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a payload.</summary>
    /// <returns>False for another kind of event, with an empty <paramref name="fault"/>, or for an invalid
    /// payload.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out RestoredPayload read, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out read, out fault);
}

/// <summary>
/// Payload of an event frame of kind <c>rig</c>: <c>{n, stream, epoch, sequence, sampleIndex, utcNs, kind, name,
/// severity, channel, text}</c>. An event that the rig reports: an interlock, an emergency stop, a tare, another
/// control mode.
/// </summary>
/// <param name="Number">Number of the event in this epoch of the publisher, from 1; a missing number did not
/// arrive.</param>
/// <param name="Stream">Number of its stream.</param>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Sequence">The next published block: the first that can show the event.</param>
/// <param name="SampleIndex">First base sample to which it applies, from the rig.</param>
/// <param name="UtcNs">Due time of that sample, from the rig: ns since the Unix epoch.</param>
/// <param name="Name">What happened: 1 to 24 of a-z 0-9 _ -.</param>
/// <param name="Severity">Severity.</param>
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

    private static readonly MapSchema<RigEventPayload> Schema = new MapSchema<RigEventPayload>("event", Empty)
        .Add("n", MapCodec.Int64, e => e.Number, (ref e, value) => e = e with { Number = value })
        .Add("stream", MapCodec.UInt32, e => e.Stream, (ref e, value) => e = e with { Stream = value })
        .Add("epoch", MapCodec.UInt64, e => e.Epoch, (ref e, value) => e = e with { Epoch = value })
        .Add("sequence", MapCodec.UInt64, e => e.Sequence, (ref e, value) => e = e with { Sequence = value })
        .Add("sampleIndex", MapCodec.Int64, e => e.SampleIndex, (ref e, value) => e = e with { SampleIndex = value })
        .Add("utcNs", MapCodec.Int64, e => e.UtcNs, (ref e, value) => e = e with { UtcNs = value })
        .AddConstant("kind", Kind)
        .Add("name", MapCodec.Text, e => e.Name, (ref e, value) => e = e with { Name = value })
        .Add("severity", EventSeverityText.Codec, e => e.Severity, (ref e, value) => e = e with { Severity = value })
        .Add("channel", MapCodec.Text, e => e.Channel, (ref e, value) => e = e with { Channel = value })
        .Add("text", MapCodec.Text, e => e.Text, (ref e, value) => e = e with { Text = value })
        .Require("n", e => e.Number > 0)
        .Require("name", e => e.Name.Length > 0);

    private static ReadOnlySpan<byte> Kind => "rig"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a payload.</summary>
    /// <returns>Null for another kind of event, with an empty <paramref name="fault"/>, or for an invalid
    /// payload.</returns>
    public static RigEventPayload? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out RigEventPayload read, out fault) ? read : null;
}

/// <summary>Severity of an event of a rig.</summary>
public enum EventSeverity : byte
{
    /// <summary>Information. Unknown names read as this.</summary>
    Info,

    /// <summary>Abnormal operation.</summary>
    Warning,

    /// <summary>The machine was stopped.</summary>
    Error,
}

/// <summary>Names of <see cref="EventSeverity"/> on the wire.</summary>
public static class EventSeverityText
{
    internal static MapCodec<EventSeverity> Codec { get; } = MapCodec.Name<EventSeverity>(ToUtf8);

    /// <summary>The name, UTF-8.</summary>
    public static ReadOnlySpan<byte> ToUtf8(EventSeverity severity) => severity switch
    {
        EventSeverity.Warning => "warning"u8,
        EventSeverity.Error => "error"u8,
        _ => "info"u8,
    };

    /// <summary>The name as text.</summary>
    public static string NameOf(EventSeverity severity) => severity switch
    {
        EventSeverity.Warning => "warning",
        EventSeverity.Error => "error",
        _ => "info",
    };
}

/// <summary>
/// Payload of an event frame of kind <c>variables</c>: <c>{kind, utcNs, stream, epoch, sequence, revision,
/// changed}</c>. From a block on, calculated values use other definitions.
/// </summary>
/// <param name="UtcNs">Time of the switch: ns since the Unix epoch.</param>
/// <param name="Stream">Number of the affected stream at its publisher.</param>
/// <param name="Epoch">Epoch of that publisher.</param>
/// <param name="Sequence">The first block computed with the new definitions.</param>
/// <param name="Revision">Revision of the definitions.</param>
/// <param name="Changed">The changed variables, as text for people; empty for the first definitions.</param>
public sealed record VariablesPayload(
    long UtcNs, uint Stream, ulong Epoch, ulong Sequence, ulong Revision, string Changed)
    : IBroadcastPayload
{
    /// <summary>Highest number of UTF-8 bytes of <see cref="Changed"/>.</summary>
    public const int MaxChangedBytes = 1024;

    private static readonly MapSchema<VariablesPayload> Schema =
        new MapSchema<VariablesPayload>("event", new VariablesPayload(0, 0, 0, 0, 0, ""))
        .AddConstant("kind", "variables"u8)
        .Add("utcNs", MapCodec.Int64, e => e.UtcNs, (ref e, value) => e = e with { UtcNs = value })
        .Add("stream", MapCodec.UInt32, e => e.Stream, (ref e, value) => e = e with { Stream = value })
        .Add("epoch", MapCodec.UInt64, e => e.Epoch, (ref e, value) => e = e with { Epoch = value })
        .Add("sequence", MapCodec.UInt64, e => e.Sequence, (ref e, value) => e = e with { Sequence = value })
        .Add("revision", MapCodec.UInt64, e => e.Revision, (ref e, value) => e = e with { Revision = value })
        .Add("changed", MapCodec.Text, e => e.Changed, (ref e, value) => e = e with { Changed = value });

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);
}

/// <summary>Common parts of the event payloads.</summary>
internal static class Event
{
    /// <summary>
    /// Reads an event of one kind. The kind is checked first: other kinds have members of the same names and other
    /// types.
    /// </summary>
    /// <returns>False for another kind of event, with an empty <paramref name="fault"/>, or for an invalid
    /// payload.</returns>
    public static bool TryRead<TEvent>(
        MapSchema<TEvent> schema,
        ReadOnlySpan<byte> kind,
        ReadOnlySpan<byte> payload,
        out TEvent read,
        out MapFault fault)
    {
        bool isOfKind = IsOfKind(kind, payload, out fault);
        if (isOfKind)
            return schema.TryRead(payload, out read, out fault);
        read = schema.Initial;
        return false;
    }

    private static bool IsOfKind(ReadOnlySpan<byte> kind, ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool matches = false;
        bool read = map.Map("event", out int pairs);
        for (int i = 0; read && i < pairs; i++)
        {
            read = map.Key("event", out ReadOnlySpan<byte> key);
            if (read && key.SequenceEqual("kind"u8))
                (read, matches) = (map.Read("kind", out ReadOnlySpan<byte> found), found.SequenceEqual(kind));
            else if (read)
                read = map.Skip("event");
        }

        read = read && map.End("event");
        fault = map.Fault;
        return read && matches;
    }
}
