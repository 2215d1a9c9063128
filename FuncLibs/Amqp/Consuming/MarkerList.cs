namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// The last markers of a queue in the order of their offsets. When there are too many, every second one of the older
/// half is removed, so that the list reaches far back with few entries. One thread.
/// </summary>
internal sealed class MarkerList
{
    /// <summary>Markers that are kept.</summary>
    public const int Capacity = 128;

    private readonly List<StreamMarker> _markers = [];

    /// <summary>All of them, the oldest first.</summary>
    public IReadOnlyList<StreamMarker> All => _markers;

    /// <summary>Adds the newest one; what was at or behind its offset is of an earlier reading.</summary>
    public void Add(StreamMarker marker)
    {
        while (_markers.Count > 0 && _markers[^1].Offset >= marker.Offset)
            _markers.RemoveAt(_markers.Count - 1);
        _markers.Add(marker);
        if (_markers.Count <= Capacity)
            return;
        for (int i = (Capacity / 2) - 1; i > 0; i -= 2)
            _markers.RemoveAt(i);
    }

    /// <summary>Forgets all.</summary>
    public void Clear() => _markers.Clear();

    /// <summary>
    /// The newest marker before which everything was consumed; null when there is none. A stream that was kept there
    /// and was not consumed began after the consumer was saved: its first frames are before that marker.
    /// </summary>
    public static StreamMarker? Choose(IReadOnlyList<StreamMarker> markers, IReadOnlyList<ConsumedStream> consumed)
    {
        for (int i = markers.Count - 1; i >= 0; i--)
        {
            StreamMarker marker = markers[i];
            if (consumed.Any(one => one.Publisher == marker.Publisher) && marker.IsConsumed(consumed))
                return marker;
        }

        return null;
    }
}
