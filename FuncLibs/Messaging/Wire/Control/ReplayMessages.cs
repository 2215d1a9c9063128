using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Frames that a consumer requests again: <c>[stream, epoch, from, to]</c>.</summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Epoch of the publisher; not 0.</param>
/// <param name="From">First sequence, 1 or more.</param>
/// <param name="To">Last sequence, inclusive, not below the first.</param>
public readonly record struct ReplayRange(uint Stream, ulong Epoch, ulong From, ulong To)
{
    private const string What = "ranges[]";
    private const int Items = 4;

    /// <summary>
    /// True when this range may follow <paramref name="earlier"/>: within a stream, epochs and sequences only increase.
    /// </summary>
    internal bool MayFollow(ReplayRange earlier) =>
        Stream != earlier.Stream || Epoch > earlier.Epoch || (Epoch == earlier.Epoch && From > earlier.To);

    internal static void Write(ref MapWriter map, ReplayRange range)
    {
        map.Items(Items);
        map.Item(range.Stream);
        map.Item(range.Epoch);
        map.Item(range.From);
        map.Item(range.To);
    }

    internal static bool TryRead(ref MapReader map, out ReplayRange range)
    {
        range = default;
        if (!map.Array(What, Items, out int items) || (items != Items && !map.Refuse(What)))
            return false;
        if (!map.Read(What, out uint stream) || !map.Read(What, out ulong epoch))
            return false;
        if (!map.Read(What, out ulong from) || !map.Read(What, out ulong to))
            return false;
        range = new ReplayRange(stream, epoch, from, to);
        return (epoch != 0 && from != 0 && from <= to) || map.Refuse(What);
    }
}

/// <summary>
/// Request <c>replay{ranges: [[stream, epoch, from, to]...], credit}</c>. The answer is data messages and then an
/// <see cref="EndAnswer"/>. One thread reuses one instance for writing or reading; neither allocates once its list has
/// its size.
/// </summary>
public sealed class ReplayRequest
{
    /// <summary>Highest number of ranges in a request.</summary>
    public const int MaxRanges = 64;

    /// <summary>Highest unused credit in bytes.</summary>
    public const uint MaxCredit = 8 << 20;

    private static readonly MapSchema<ReplayRequest> Schema = ControlSchema
        .Create(ControlOp.Replay, new ReplayRequest(), m => m.Id, (ref m, value) => m.Id = value)
        .AddList("ranges", m => m._ranges, MaxRanges, ReplayRange.Write, ReplayRange.TryRead, isLegal: AreInOrder)
        .Add(
            "credit",
            MapCodec.UInt32,
            m => m.Credit,
            (ref m, value) => m.Credit = value,
            isLegal: value => value <= MaxCredit)
        .Require("ranges");

    private readonly List<ReplayRange> _ranges = new(1);

    /// <summary>Number of the request; its credit, its cancel and its end carry the same.</summary>
    public uint Id { get; set; }

    /// <summary>Initial credit in bytes (headers and payloads); a frame may be sent while any credit is left.</summary>
    public uint Credit { get; set; }

    /// <summary>
    /// The requested ranges, in the order of sending; the owner clears and fills it. They do not overlap.
    /// </summary>
    public IList<ReplayRange> Ranges => _ranges;

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Fills this instance from a map. After a failure it requests nothing.</summary>
    public bool TryRead(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        Clear();
        ReplayRequest self = this;
        bool read = Schema.TryFill(payload, ref self, out fault);
        if (!read)
            Clear();
        return read;
    }

    private static bool AreInOrder(List<ReplayRange> ranges)
    {
        for (int i = 1; i < ranges.Count; i++)
        {
            for (int earlier = 0; earlier < i; earlier++)
            {
                if (!ranges[i].MayFollow(ranges[earlier]))
                    return false;
            }
        }

        return ranges.Count > 0;
    }

    private void Clear()
    {
        (Id, Credit) = (0, 0);
        _ranges.Clear();
    }
}

/// <summary><c>credit{id, bytes}</c>: more credit for an open replay; it has no answer.</summary>
/// <param name="Id">Number of the replay. Credit for a replay that has ended is ignored.</param>
/// <param name="Bytes">Bytes of headers and payloads, up to <see cref="ReplayRequest.MaxCredit"/>.</param>
public readonly record struct CreditGrant(uint Id, uint Bytes)
{
    private static readonly MapSchema<CreditGrant> Schema = ControlSchema
        .Create(ControlOp.Credit, default(CreditGrant), m => m.Id, (ref m, value) => m = m with { Id = value })
        .Add(
            "bytes",
            MapCodec.UInt32,
            m => m.Bytes,
            (ref m, value) => m = m with { Bytes = value },
            isLegal: value => value <= ReplayRequest.MaxCredit)
        .Require("bytes");

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out CreditGrant grant, out MapFault fault) =>
        Schema.TryRead(payload, out grant, out fault);
}

/// <summary>
/// Answer <c>end{id, result, availableTo, firstAvailable, reason, retryAfterMs}</c>: a replay has ended. The sequences
/// refer to the stream and epoch of the range at which it ended.
/// </summary>
/// <param name="Id">Number of the replay, also after a cancel.</param>
/// <param name="Result">How it ended.</param>
/// <param name="AvailableTo">Last sequence that could be sent without a gap; 0 for none.</param>
/// <param name="FirstAvailable">First sequence after the lost ones that is kept, or can still be written; 0 when the
/// epoch is closed and nothing after them is kept.</param>
/// <param name="RetryAfterMs">Pause before the next request in ms; 0 for none.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record EndAnswer(
    uint Id,
    ReplayResult Result,
    ulong AvailableTo = 0,
    ulong FirstAvailable = 0,
    uint RetryAfterMs = 0,
    string Reason = "")
{
    private static readonly MapSchema<EndAnswer> Schema = ControlSchema
        .Create(
            ControlOp.End,
            new EndAnswer(0, ReplayResult.Unknown),
            m => m.Id,
            (ref m, value) => m = m with { Id = value })
        .Add(
            "result",
            MapCodec.Name<ReplayResult>(ReplayResultText.ToUtf8),
            m => m.Result,
            (ref m, value) => m = m with { Result = value },
            isLegal: value => value != ReplayResult.Unknown)
        .Add("availableTo", MapCodec.UInt64, m => m.AvailableTo, (ref m, value) => m = m with { AvailableTo = value })
        .Add(
            "firstAvailable",
            MapCodec.UInt64,
            m => m.FirstAvailable,
            (ref m, value) => m = m with { FirstAvailable = value })
        .Add("reason", MapCodec.Text, m => m.Reason, (ref m, value) => m = m with { Reason = value })
        .Add(
            "retryAfterMs", MapCodec.UInt32, m => m.RetryAfterMs, (ref m, value) => m = m with { RetryAfterMs = value })
        .Require("result");

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map; null for an invalid one, with the reason in <paramref name="fault"/>.</summary>
    public static EndAnswer? Read(ReadOnlySpan<byte> payload, out MapFault fault) =>
        Schema.TryRead(payload, out EndAnswer read, out fault) ? read : null;
}

/// <summary>How a replay ended.</summary>
public enum ReplayResult : byte
{
    /// <summary>Not reported, or unknown to this version.</summary>
    Unknown,

    /// <summary>Everything requested was sent.</summary>
    Complete,

    /// <summary>
    /// Sent up to <see cref="EndAnswer.AvailableTo"/>: the rest is not written yet, or the replay was cancelled.
    /// </summary>
    Partial,

    /// <summary>
    /// The next sequences are not kept, up to <see cref="EndAnswer.FirstAvailable"/>; request again from there.
    /// </summary>
    Gone,

    /// <summary>Busy: request again after <see cref="EndAnswer.RetryAfterMs"/>.</summary>
    Busy,

    /// <summary>
    /// The disk cannot read the next sequences, which may be intact: request again after <see
    /// cref="EndAnswer.RetryAfterMs"/>. From <see cref="EndAnswer.FirstAvailable"/> on they can be requested
    /// separately; 0 if unknown.
    /// </summary>
    Unavailable,
}

/// <summary>Names of <see cref="ReplayResult"/> on the wire.</summary>
internal static class ReplayResultText
{
    public static ReadOnlySpan<byte> ToUtf8(ReplayResult result) => result switch
    {
        ReplayResult.Complete => "complete"u8,
        ReplayResult.Partial => "partial"u8,
        ReplayResult.Gone => "gone"u8,
        ReplayResult.Busy => "busy"u8,
        ReplayResult.Unavailable => "unavailable"u8,
        _ => "unknown"u8,
    };
}
