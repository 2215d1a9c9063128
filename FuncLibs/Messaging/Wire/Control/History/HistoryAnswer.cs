using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control.History;

/// <summary>
/// Answer <c>history{stream, bucketNs, t0, until, columns: [{name, min, max, first, last, count}]}</c>. Bucket b of a column covers
/// [t0 + b * bucketNs, t0 + (b + 1) * bucketNs), and t0 is a multiple of bucketNs. The publisher chooses the width, so that the answer
/// is no larger than a payload may be.
/// </summary>
public sealed class HistoryAnswer
{
    /// <summary>Columns of an answer at most.</summary>
    public const int MaxColumns = 4096;

    /// <summary>Buckets of a column at most.</summary>
    public const int MaxBuckets = 2048;

    private readonly List<HistoryColumn> _columns = [];

    /// <summary>Number of the request.</summary>
    public uint Id { get; set; }

    /// <summary>Number of the stream.</summary>
    public uint Stream { get; set; }

    /// <summary>Width of a bucket in ns, above 0.</summary>
    public long BucketNs { get; set; }

    /// <summary>When the first bucket begins: ns since the Unix epoch.</summary>
    public long T0 { get; set; }

    /// <summary>Due time of the end of the newest block that is in it: what lies before is complete.</summary>
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

    /// <summary>Reads a map; null when it is not one, and then <paramref name="fault"/> says why.</summary>
    public static HistoryAnswer? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        var answer = new HistoryAnswer();
        bool read = answer.TryRead(ref map);
        fault = map.Fault;
        return read ? answer : null;
    }

    private bool TryRead(ref MapReader map)
    {
        if (!map.Map("history", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("history", out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key))
                return false;
        }

        return map.Require("bucketNs", BucketNs > 0)
            && ((T0 % BucketNs == 0 && _columns.TrueForAll(column => column.HasLength(Buckets))) || map.Refuse("columns"))
            && map.End("history");
    }

    private bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key)
    {
        bool ok;
        if (key.SequenceEqual("id"u8))
            (ok, Id) = (map.Read("id", out uint id), id);
        else if (key.SequenceEqual("stream"u8))
            (ok, Stream) = (map.Read("stream", out uint stream), stream);
        else if (key.SequenceEqual("bucketNs"u8))
            (ok, BucketNs) = (map.Read("bucketNs", out long width), width);
        else if (key.SequenceEqual("t0"u8))
            (ok, T0) = (map.Read("t0", out long t0), t0);
        else if (key.SequenceEqual("until"u8))
            (ok, UntilNs) = (map.Read("until", out long until), until);
        else
            ok = key.SequenceEqual("columns"u8) ? TryReadColumns(ref map) : map.Skip("history");
        return ok;
    }

    private bool TryReadColumns(ref MapReader map)
    {
        _columns.Clear();
        if (!map.Array("columns", MaxColumns, out int items))
            return false;
        for (int i = 0; i < items; i++)
        {
            if (!HistoryColumn.TryRead(ref map, out HistoryColumn column))
                return false;
            _columns.Add(column);
        }

        return true;
    }
}
