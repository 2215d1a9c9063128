using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>The payload of a loss frame or an event frame: what a publisher sends on its control stream.</summary>
public interface IBroadcastPayload
{
    /// <summary>Appends the payload to <paramref name="output"/>.</summary>
    void Write(IBufferWriter<byte> output);
}

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

    private static readonly MapSchema<AlarmPayload> Schema = new MapSchema<AlarmPayload>("event", Empty)
        .AddEventHeader(
            e => new EventHeader(e.Number, e.Stream, e.Epoch, e.Sequence, e.SampleIndex, e.UtcNs),
            (ref e, header) => e = e with
            {
                Number = header.Number,
                Stream = header.Stream,
                Epoch = header.Epoch,
                Sequence = header.Sequence,
                SampleIndex = header.SampleIndex,
                UtcNs = header.UtcNs,
            })
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

    /// <summary>Appends the payload to <paramref name="output"/>. Texts of more than <see cref="MapReader.MaxText"/> bytes cannot be
    /// read.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a payload.</summary>
    /// <returns>Null when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static AlarmPayload? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out AlarmPayload read, out fault) ? read : null;
}

/// <summary>
/// Payload of an event frame of kind <c>break</c>: <c>{n, stream, epoch, sequence, sampleIndex, utcNs, kind, name, channel, value,
/// peak, peakIndex, text}</c>. A specimen broke.
/// </summary>
/// <param name="Number">Number of the event in its stream and life of the monitor, from 1; one that is missing was lost.</param>
/// <param name="Stream">Number of the stream that the channel belongs to.</param>
/// <param name="Epoch">Life of its publisher.</param>
/// <param name="Sequence">The block of the sample.</param>
/// <param name="SampleIndex">Index of the first sample at which the force had fallen far enough, among all points of the channel.</param>
/// <param name="UtcNs">When that was due: ns since the Unix epoch.</param>
/// <param name="Name">Name of the break trigger.</param>
/// <param name="Channel">The force.</param>
/// <param name="Value">The force there.</param>
/// <param name="Peak">Magnitude of the maximum that it fell from.</param>
/// <param name="PeakIndex">Index of the newest sample that had it.</param>
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
        .AddEventHeader(
            e => new EventHeader(e.Number, e.Stream, e.Epoch, e.Sequence, e.SampleIndex, e.UtcNs),
            (ref e, header) => e = e with
            {
                Number = header.Number,
                Stream = header.Stream,
                Epoch = header.Epoch,
                Sequence = header.Sequence,
                SampleIndex = header.SampleIndex,
                UtcNs = header.UtcNs,
            })
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

/// <summary>Payload of an event frame of kind <c>clock</c>: <c>{kind, utcNs, stepNs}</c>. The wall clock of the publisher's machine was
/// stepped.</summary>
/// <param name="UtcNs">Its time after the step, UTC ns since the Unix epoch.</param>
/// <param name="StepNs">By how much it was moved; above 0 forward.</param>
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
    /// <returns>False when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out ClockStepPayload read, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out read, out fault);
}

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
    private static readonly MapSchema<EpochEndPayload> Schema = new MapSchema<EpochEndPayload>("event", default)
        .AddConstant("kind", Kind)
        .Add("epoch", MapCodec.UInt64, e => e.Epoch, (ref e, value) => e = e with { Epoch = value })
        .Add("stream", MapCodec.UInt32, e => e.Stream, (ref e, value) => e = e with { Stream = value })
        .Add("first", MapCodec.UInt64, e => e.First, (ref e, value) => e = e with { First = value })
        .Add("last", MapCodec.UInt64, e => e.Last, (ref e, value) => e = e with { Last = value })
        .Add("lastRecovered", MapCodec.UInt64, e => e.LastRecovered, (ref e, value) => e = e with { LastRecovered = value })
        .Add("exact", MapCodec.Boolean, e => e.Exact, (ref e, value) => e = e with { Exact = value })
        .Require("epoch", e => e.Epoch != 0);

    private static ReadOnlySpan<byte> Kind => "epoch"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a payload.</summary>
    /// <returns>False when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out EpochEndPayload read, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out read, out fault);
}

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
    private static readonly MapSchema<RestoredPayload> Schema = new MapSchema<RestoredPayload>("event", default)
        .AddConstant("kind", Kind)
        .Add("utcNs", MapCodec.Int64, e => e.UtcNs, (ref e, value) => e = e with { UtcNs = value })
        .AddConstant("severity", "warning"u8)
        .Add("epoch", MapCodec.UInt64, e => e.Epoch, (ref e, value) => e = e with { Epoch = value })
        .Add("recordedEpoch", MapCodec.UInt64, e => e.RecordedEpoch, (ref e, value) => e = e with { RecordedEpoch = value })
        .Add("revision", MapCodec.UInt32, e => e.Revision, (ref e, value) => e = e with { Revision = value })
        .Add("streams", MapCodec.UInt32, e => e.Streams, (ref e, value) => e = e with { Streams = value });

    private static ReadOnlySpan<byte> Kind => "restored"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a payload.</summary>
    /// <returns>False when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static bool TryRead(ReadOnlySpan<byte> payload, out RestoredPayload read, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out read, out fault);
}

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

    private static readonly MapSchema<RigEventPayload> Schema = new MapSchema<RigEventPayload>("event", Empty)
        .AddEventHeader(
            e => new EventHeader(e.Number, e.Stream, e.Epoch, e.Sequence, e.SampleIndex, e.UtcNs),
            (ref e, header) => e = e with
            {
                Number = header.Number,
                Stream = header.Stream,
                Epoch = header.Epoch,
                Sequence = header.Sequence,
                SampleIndex = header.SampleIndex,
                UtcNs = header.UtcNs,
            })
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
    /// <returns>Null when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static RigEventPayload? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Event.TryRead(Schema, Kind, payload, out RigEventPayload read, out fault) ? read : null;
}

/// <summary>How bad an event of a rig is.</summary>
public enum EventSeverity : byte
{
    /// <summary>Worth knowing. What a reader does not know reads as this.</summary>
    Info,

    /// <summary>Something does not go on as it should.</summary>
    Warning,

    /// <summary>The machine was stopped.</summary>
    Error,
}

/// <summary>Names of <see cref="EventSeverity"/> on the wire.</summary>
public static class EventSeverityText
{
    internal static MapCodec<EventSeverity> Codec { get; } = MapCodec.Name<EventSeverity>(ToUtf8, Parse);

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

    /// <summary>Reads a name.</summary>
    public static EventSeverity Parse(ReadOnlySpan<byte> text) =>
        text.SequenceEqual("warning"u8) ? EventSeverity.Warning : text.SequenceEqual("error"u8) ? EventSeverity.Error : EventSeverity.Info;
}

/// <summary>
/// Payload of an event frame of kind <c>variables</c>: <c>{kind, utcNs, stream, epoch, sequence, revision, changed}</c>. From a block on,
/// derived values are computed by other definitions.
/// </summary>
/// <param name="UtcNs">When the switch was made: ns since the Unix epoch.</param>
/// <param name="Stream">Number of the stream at its publisher, whose blocks are computed.</param>
/// <param name="Epoch">Life of that publisher.</param>
/// <param name="Sequence">The first block that the new definitions compute.</param>
/// <param name="Revision">Revision of the definitions.</param>
/// <param name="Changed">Which variables, as text for people; empty at the first.</param>
public sealed record VariablesPayload(long UtcNs, uint Stream, ulong Epoch, ulong Sequence, ulong Revision, string Changed)
    : IBroadcastPayload
{
    /// <summary>UTF-8 bytes of <see cref="Changed"/> that are taken.</summary>
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

/// <summary>Which event it is, and where in its stream it happened: the six members that every event of a sample begins with.</summary>
/// <param name="Number">Number of the event, from 1.</param>
/// <param name="Stream">Number of its stream.</param>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Sequence">Its block.</param>
/// <param name="SampleIndex">Its sample.</param>
/// <param name="UtcNs">When that was due: ns since the Unix epoch.</param>
internal readonly record struct EventHeader(long Number, uint Stream, ulong Epoch, ulong Sequence, long SampleIndex, long UtcNs);

/// <summary>What the payloads of events have in common.</summary>
internal static class Event
{
    /// <summary>Adds the members of an <see cref="EventHeader"/>.</summary>
    public static MapSchema<TEvent> AddEventHeader<TEvent>(
        this MapSchema<TEvent> schema, Func<TEvent, EventHeader> get, MemberSetter<TEvent, EventHeader> set) => schema
        .Add("n", MapCodec.Int64, e => get(e).Number, (ref e, value) => set(ref e, get(e) with { Number = value }))
        .Add("stream", MapCodec.UInt32, e => get(e).Stream, (ref e, value) => set(ref e, get(e) with { Stream = value }))
        .Add("epoch", MapCodec.UInt64, e => get(e).Epoch, (ref e, value) => set(ref e, get(e) with { Epoch = value }))
        .Add("sequence", MapCodec.UInt64, e => get(e).Sequence, (ref e, value) => set(ref e, get(e) with { Sequence = value }))
        .Add("sampleIndex", MapCodec.Int64, e => get(e).SampleIndex, (ref e, value) => set(ref e, get(e) with { SampleIndex = value }))
        .Add("utcNs", MapCodec.Int64, e => get(e).UtcNs, (ref e, value) => set(ref e, get(e) with { UtcNs = value }));

    /// <summary>
    /// Reads an event of one kind. The kind is looked for first: other kinds have members of the same names and other types.
    /// </summary>
    /// <returns>False when it is an event of another kind, and then <paramref name="fault"/> is empty, or is no event.</returns>
    public static bool TryRead<TEvent>(
        MapSchema<TEvent> schema, ReadOnlySpan<byte> kind, ReadOnlySpan<byte> payload, out TEvent read, out MapFault fault)
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
        bool isIt = false;
        bool read = map.Map("event", out int pairs);
        for (int i = 0; read && i < pairs; i++)
        {
            read = map.Key("event", out ReadOnlySpan<byte> key);
            if (read && key.SequenceEqual("kind"u8))
                (read, isIt) = (map.Read("kind", out ReadOnlySpan<byte> found), found.SequenceEqual(kind));
            else if (read)
                read = map.Skip("event");
        }

        read = read && map.End("event");
        fault = map.Fault;
        return read && isIt;
    }
}
