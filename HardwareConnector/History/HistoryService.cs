using System.Buffers;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Signals.Buckets;

namespace HardwareConnector.History;

/// <summary>
/// Answers <c>history</c>: copies the buckets of a stream while the history thread continues, merges them to a width at
/// which the answer fits a payload, and writes them. Control thread only; its memory is reused.
/// </summary>
public sealed class HistoryService(HistoryStore store)
{
    private readonly BucketTable _table = new();
    private int[] _columns = [];
    private double[] _numbers = [];
    private long[] _counts = [];

    /// <summary>Writes the answer to a request, or returns why there is none.</summary>
    /// <returns>Null when the answer was written.</returns>
    public ErrorAnswer? Write(in HistoryRequest request, IBufferWriter<byte> output)
    {
        if (store.Seconds == 0)
            return new ErrorAnswer(request.Id, ErrorAnswer.Unsupported, "history is off: History:Seconds is 0");
        if (!store.All.TryGetValue(request.Stream, out StreamBuckets? buckets)
            || buckets.Read() is not { Blocks: > 0 } state)
            return new ErrorAnswer(
                request.Id, ErrorAnswer.NotFound, $"stream {request.Stream} has no history; {Known()}");
        Read(buckets, state, (int)request.Seconds);
        var writer = new HistoryAnswerWriter(
            output, request.Id, request.Stream, _table.Grid.WidthNs, _table.StartNs, state.UntilNs, _table.Columns);
        for (int column = 0; column < _table.Columns; column++)
            Write(ref writer, buckets.Plan.Signals[column].Name, column);
        writer.Flush();
        return null;
    }

    private string Known() =>
        store.All.Count == 0 ? "there is none yet" : "known are " + string.Join(", ", store.All.Keys.Order());

    private void Read(StreamBuckets buckets, in BucketState state, int seconds)
    {
        int columns = buckets.Plan.Signals.Length;
        if (_columns.Length != columns)
            _columns = [.. Enumerable.Range(0, columns)];

        // One more than the span has: the newest has only begun.
        BucketGrid grid = buckets.Plan.Grid.CoarsenTo(seconds, HistoryAnswerWriter.MaxBucketsFor(columns) - 1);
        long last = grid.IndexOf(buckets.Plan.Grid.StartOf(state.NewestBucket));
        long first =
            Math.Max(last - Math.Min(grid.CountIn(seconds), HistoryAnswer.MaxBuckets - 1), grid.IndexOf(state.BeginNs));
        _table.Reset(grid, Math.Min(first, last), (int)(last - Math.Min(first, last)) + 1, columns);
        buckets.AddTo(_table, _table.StartNs, _table.EndNs, _columns);
    }

    private void Write(ref HistoryAnswerWriter writer, string name, int column)
    {
        int buckets = _table.Buckets;
        if (_counts.Length < buckets)
            (_numbers, _counts) = (new double[4 * buckets], new long[buckets]);
        Span<double> min = _numbers.AsSpan(0, buckets);
        Span<double> max = _numbers.AsSpan(buckets, buckets);
        Span<double> first = _numbers.AsSpan(2 * buckets, buckets);
        Span<double> last = _numbers.AsSpan(3 * buckets, buckets);
        for (int b = 0; b < buckets; b++)
        {
            Bucket bucket = _table[b, column].Count == 0 ? Bucket.Empty : _table[b, column];
            (min[b], max[b], first[b], last[b], _counts[b]) = bucket;
        }

        writer.Column(name, min, max, first, last, _counts.AsSpan(0, buckets));
    }
}

/// <summary>
/// The histories by stream: an immutable map that the history thread replaces when a stream is new or its description
/// changed; any thread reads.
/// </summary>
/// <param name="seconds">Length of the histories in s; 0 = none are kept.</param>
public sealed class HistoryStore(int seconds)
{
    private IReadOnlyDictionary<uint, StreamBuckets> _all = new Dictionary<uint, StreamBuckets>();

    /// <summary>Length of the histories in s; 0 = none are kept.</summary>
    public int Seconds => seconds;

    /// <summary>All histories.</summary>
    public IReadOnlyDictionary<uint, StreamBuckets> All => Volatile.Read(ref _all);

    /// <summary>Sets a stream's history, replacing an earlier one. History thread.</summary>
    internal void Set(uint stream, StreamBuckets buckets) =>
        Volatile.Write(ref _all, new Dictionary<uint, StreamBuckets>(_all) { [stream] = buckets });
}
