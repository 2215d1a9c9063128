using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// Payload of a loss frame. <c>{stream, epoch, from, to, reason}</c>: sequences that will never be delivered;
/// <c>{stream, firstSample, lastSample, reason}</c>: samples that never got a sequence.
/// </summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Epoch of the publisher; null for a loss of samples.</param>
/// <param name="First">First sequence, or first sample index on the base clock.</param>
/// <param name="Last">Last one, inclusive, not below the first.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record LossPayload(uint Stream, ulong? Epoch, long First, long Last, string Reason) : IBroadcastPayload
{
    /// <summary>True when samples were lost before they became a block.</summary>
    public bool IsBeforeSequence => Epoch is null;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output) => Members.Schema.Write(output, new Members
    {
        Stream = Stream,
        Epoch = Epoch,
        From = IsBeforeSequence ? null : First,
        FirstSample = IsBeforeSequence ? First : null,
        To = IsBeforeSequence ? null : Last,
        LastSample = IsBeforeSequence ? Last : null,
        Reason = Reason,
    });

    /// <summary>Reads a payload; null for an invalid one, with the reason in <paramref name="fault"/>.</summary>
    public static LossPayload? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Members.Schema.TryRead(payload, out Members read, out fault)
            ? new LossPayload(read.Stream!.Value, read.Epoch, read.First!.Value, read.Last!.Value, read.Reason)
            : null;

    // The members of both forms.
    private readonly record struct Members
    {
        public static readonly MapSchema<Members> Schema = new MapSchema<Members>("loss", new Members { Reason = "" })
            .AddOptional("stream", MapCodec.UInt32, m => m.Stream, (ref m, value) => m = m with { Stream = value })
            .AddOptional("epoch", MapCodec.UInt64, m => m.Epoch, (ref m, value) => m = m with { Epoch = value })
            .AddOptional("from", MapCodec.Int64, m => m.From, (ref m, value) => m = m with { From = value })
            .AddOptional(
                "firstSample", MapCodec.Int64, m => m.FirstSample, (ref m, value) => m = m with { FirstSample = value })
            .AddOptional("to", MapCodec.Int64, m => m.To, (ref m, value) => m = m with { To = value })
            .AddOptional(
                "lastSample", MapCodec.Int64, m => m.LastSample, (ref m, value) => m = m with { LastSample = value })
            .Add("reason", MapCodec.Text, m => m.Reason, (ref m, value) => m = m with { Reason = value })
            .Require("stream", m => m.Stream is not null)
            .Require("from", m => m.Epoch is null || m.From is not null)
            .Require("firstSample", m => m.Epoch is not null || m.FirstSample is not null)
            .Require("to", m => m.Epoch is null || m.To is not null)
            .Require("lastSample", m => m.Epoch is not null || m.LastSample is not null)
            .Check("loss", m => m.First <= m.Last);

        public uint? Stream { get; init; }

        public ulong? Epoch { get; init; }

        public long? From { get; init; }

        public long? To { get; init; }

        public long? FirstSample { get; init; }

        public long? LastSample { get; init; }

        public string Reason { get; init; }

        public long? First => Epoch is null ? FirstSample : From;

        public long? Last => Epoch is null ? LastSample : To;
    }
}
