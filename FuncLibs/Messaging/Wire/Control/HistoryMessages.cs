using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>
/// Request <c>history{stream, seconds}</c>: recent data of a stream, for plots. Not part of the delivery account.
/// </summary>
/// <param name="Id">Number of the request.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Seconds">Time span before its newest block: 1 to <see cref="MaxSeconds"/>. May exceed what is
/// kept.</param>
public readonly record struct HistoryRequest(uint Id, uint Stream, uint Seconds)
{
    /// <summary>Longest history in seconds.</summary>
    public const int MaxSeconds = 600;

    private static readonly MapSchema<HistoryRequest> Schema = ControlSchema
        .Create(ControlOp.History, default(HistoryRequest), m => m.Id, (ref m, value) => m = m with { Id = value })
        .Add("stream", MapCodec.UInt32, m => m.Stream, (ref m, value) => m = m with { Stream = value })
        .Add(
            "seconds",
            MapCodec.UInt32,
            m => m.Seconds,
            (ref m, value) => m = m with { Seconds = value },
            isLegal: value => value is >= 1 and <= MaxSeconds)
        .Require("stream")
        .Require("seconds");

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out HistoryRequest request, out MapFault fault) =>
        Schema.TryRead(payload, out request, out fault);
}

/// <summary>
/// Answer <c>history{stream, bucketNs, t0, until, columns: [{name, min, max, first, last, count}]}</c>. Bucket b of a
/// column covers [t0 + b * bucketNs, t0 + (b + 1) * bucketNs), and t0 is a multiple of bucketNs. The publisher chooses
/// the width so that the answer fits into a payload.
/// </summary>
public sealed class HistoryAnswer
{
    /// <summary>Highest number of columns in an answer.</summary>
    public const int MaxColumns = 4096;

    /// <summary>Highest number of buckets in a column.</summary>
    public const int MaxBuckets = 2048;

    // Written by HistoryAnswerWriter, column by column.
    private static readonly MapSchema<HistoryAnswer> Schema = ControlSchema
        .Create(ControlOp.History, new HistoryAnswer(), m => m.Id, (ref m, value) => m.Id = value)
        .Add("stream", MapCodec.UInt32, m => m.Stream, (ref m, value) => m.Stream = value)
        .Add("bucketNs", MapCodec.Int64, m => m.BucketNs, (ref m, value) => m.BucketNs = value)
        .Add("t0", MapCodec.Int64, m => m.T0, (ref m, value) => m.T0 = value)
        .Add("until", MapCodec.Int64, m => m.UntilNs, (ref m, value) => m.UntilNs = value)
        .AddList("columns", m => m._columns, MaxColumns, HistoryColumn.Schema)
        .Require("bucketNs", m => m.BucketNs > 0)
        .Check("columns", m => m.T0 % m.BucketNs == 0 && m._columns.TrueForAll(column => column.HasLength(m.Buckets)));

    private readonly List<HistoryColumn> _columns = [];

    /// <summary>Number of the request.</summary>
    public uint Id { get; set; }

    /// <summary>Number of the stream.</summary>
    public uint Stream { get; set; }

    /// <summary>Width of a bucket in ns, above 0.</summary>
    public long BucketNs { get; set; }

    /// <summary>Start of the first bucket: ns since the Unix epoch.</summary>
    public long T0 { get; set; }

    /// <summary>
    /// Due time of the end of the newest block in the answer, in ns; the data before it are complete.
    /// </summary>
    public long UntilNs { get; set; }

    /// <summary>The signals, in the order of the block.</summary>
    public IList<HistoryColumn> Columns => _columns;

    /// <summary>Buckets of each column.</summary>
    public int Buckets => _columns.Count == 0 ? 0 : _columns[0].Counts.Length;

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        var writer = new HistoryAnswerWriter(output, Id, Stream, BucketNs, T0, UntilNs, _columns.Count);
        foreach (HistoryColumn column in _columns)
            writer.Column(column.Name, column.Min, column.Max, column.First, column.Last, column.Counts);
        writer.Flush();
    }

    /// <summary>Reads a map; null for an invalid one, with the reason in <paramref name="fault"/>.</summary>
    public static HistoryAnswer? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var answer = new HistoryAnswer();
        return Schema.TryFill(payload, ref answer, out fault) ? answer : null;
    }
}

/// <summary>
/// The buckets of one signal: arrays of equal length. A bucket with count 0 is a gap, and its values are NaN; NaN in a
/// bucket with samples was measured.
/// </summary>
/// <param name="Name">Name of the signal, as in expressions: <c>servo1.force</c>.</param>
/// <param name="Min">Lowest value of each bucket, without NaN.</param>
/// <param name="Max">Highest value of each bucket, without NaN.</param>
/// <param name="First">First sample of each bucket.</param>
/// <param name="Last">Last sample of each bucket.</param>
/// <param name="Counts">Number of samples in each bucket, including NaN.</param>
public sealed record HistoryColumn(
    string Name, double[] Min, double[] Max, double[] First, double[] Last, long[] Counts)
{
    private static readonly MapCodec<double[]> Values = new(
        (ref map, key, value) => map.Write(key, value),
        (ref map, member, out value) => map.Read(member, HistoryAnswer.MaxBuckets, out value));

    private static readonly MapCodec<long[]> Numbers = new(
        (ref map, key, value) => map.Write(key, value),
        (ref map, member, out value) => map.Read(member, HistoryAnswer.MaxBuckets, out value));

    internal static readonly MapSchema<HistoryColumn> Schema =
        new MapSchema<HistoryColumn>("columns[]", new HistoryColumn("", [], [], [], [], []), "columns[].")
        .Add("name", MapCodec.Text, m => m.Name, (ref m, value) => m = m with { Name = value })
        .Add("min", Values, m => m.Min, (ref m, value) => m = m with { Min = value })
        .Add("max", Values, m => m.Max, (ref m, value) => m = m with { Max = value })
        .Add("first", Values, m => m.First, (ref m, value) => m = m with { First = value })
        .Add("last", Values, m => m.Last, (ref m, value) => m = m with { Last = value })
        .Add("count", Numbers, m => m.Counts, (ref m, value) => m = m with { Counts = value })
        .Require("name", m => m.Name.Length > 0)
        .Check("columns[]", m => m.HasLength(m.Counts.Length));

    /// <summary>True when all arrays have <paramref name="buckets"/> items.</summary>
    public bool HasLength(int buckets) =>
        Min.Length == buckets && Max.Length == buckets && First.Length == buckets && Last.Length == buckets
            && Counts.Length == buckets;
}

/// <summary>
/// Writes an answer to <c>history</c> column by column, so that it is never held twice. Allocates only in the buffer
/// writer.
/// </summary>
public ref struct HistoryAnswerWriter
{
    private const int BytesPerBucket = 5 * 9;
    private const int BytesPerColumn = 160;
    private const int BytesOfHead = 256;
    private MapWriter _map;

    /// <summary>Begins an answer; exactly <paramref name="columns"/> columns follow.</summary>
    public HistoryAnswerWriter(
        IBufferWriter<byte> output, uint id, uint stream, long bucketNs, long t0, long untilNs, int columns)
    {
        _map = new ControlEnvelope(ControlOp.History, id).Begin(output, 5);
        _map.Write("stream"u8, (ulong)stream);
        _map.Write("bucketNs"u8, bucketNs);
        _map.Write("t0"u8, t0);
        _map.Write("until"u8, untilNs);
        _map.Array("columns"u8, columns);
    }

    /// <summary>
    /// Highest number of buckets in a column so that an answer with this many columns fits into a payload. Signal names
    /// have up to 80 bytes (64 of a column's name and its channel's number).
    /// </summary>
    public static int MaxBucketsFor(int columns)
    {
        long room = FrameLimits.DefaultMaxPayloadBytes - BytesOfHead;
        return (int)Math.Clamp(
            ((room / Math.Max(1, columns)) - BytesPerColumn) / BytesPerBucket, 1, HistoryAnswer.MaxBuckets);
    }

    /// <summary>Writes the next column; spans of equal length.</summary>
    public void Column(
        string name,
        ReadOnlySpan<double> min,
        ReadOnlySpan<double> max,
        ReadOnlySpan<double> first,
        ReadOnlySpan<double> last,
        ReadOnlySpan<long> counts)
    {
        _map.Map(6);
        _map.Write("name"u8, name);
        _map.Write("min"u8, min);
        _map.Write("max"u8, max);
        _map.Write("first"u8, first);
        _map.Write("last"u8, last);
        _map.Write("count"u8, counts);
    }

    /// <summary>Passes everything to the buffer writer.</summary>
    public void Flush() => _map.Flush();
}
