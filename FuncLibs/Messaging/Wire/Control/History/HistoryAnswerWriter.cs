using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control.History;

/// <summary>
/// Writes an answer to <c>history</c> column by column, so that nobody needs all of it twice. Takes no memory but the buffer writer's.
/// </summary>
public ref struct HistoryAnswerWriter
{
    private const int BytesPerBucket = 5 * 9;
    private const int BytesPerColumn = 160;
    private const int BytesOfHead = 256;
    private MapWriter _map;

    /// <summary>Begins an answer; exactly <paramref name="columns"/> columns follow.</summary>
    public HistoryAnswerWriter(IBufferWriter<byte> output, uint id, uint stream, long bucketNs, long t0, long untilNs, int columns)
    {
        _map = new ControlEnvelope(ControlOp.History, id).Begin(output, 5);
        _map.Write("stream"u8, (ulong)stream);
        _map.Write("bucketNs"u8, bucketNs);
        _map.Write("t0"u8, t0);
        _map.Write("until"u8, untilNs);
        _map.Array("columns"u8, columns);
    }

    /// <summary>The most buckets a column may have so that an answer with so many columns is no larger than a payload may be. Names of
    /// signals have up to 80 bytes (64 of a column's name and its channel's number).</summary>
    public static int MostBuckets(int columns)
    {
        long room = FrameLimits.DefaultMaxPayloadBytes - BytesOfHead;
        return (int)Math.Clamp(((room / Math.Max(1, columns)) - BytesPerColumn) / BytesPerBucket, 1, HistoryAnswer.MaxBuckets);
    }

    /// <summary>Writes the next column; spans of equal length.</summary>
    public void Column(
        string name, ReadOnlySpan<double> min, ReadOnlySpan<double> max, ReadOnlySpan<double> first, ReadOnlySpan<double> last, ReadOnlySpan<long> counts)
    {
        _map.Map(6);
        _map.Write("name"u8, name);
        _map.Write("min"u8, min);
        _map.Write("max"u8, max);
        _map.Write("first"u8, first);
        _map.Write("last"u8, last);
        _map.Write("count"u8, counts);
    }

    /// <summary>Hands everything to the buffer writer.</summary>
    public void Flush() => _map.Flush();
}
