using FuncLibs.Signals.Buckets;

namespace HardwareConnector.History;

/// <summary>
/// The histories by stream: an immutable map, swapped whole by the history thread when a stream is new or its description changed;
/// any thread reads.
/// </summary>
/// <param name="seconds">How far back they reach; 0 = there are none.</param>
public sealed class HistoryStore(int seconds)
{
    private IReadOnlyDictionary<uint, StreamBuckets> _all = new Dictionary<uint, StreamBuckets>();

    /// <summary>How far back they reach; 0 = there are none.</summary>
    public int Seconds => seconds;

    /// <summary>All histories.</summary>
    public IReadOnlyDictionary<uint, StreamBuckets> All => Volatile.Read(ref _all);

    /// <summary>History thread: a stream's history, in the place of an earlier one.</summary>
    internal void Set(uint stream, StreamBuckets buckets) =>
        Volatile.Write(ref _all, new Dictionary<uint, StreamBuckets>(_all) { [stream] = buckets });
}
