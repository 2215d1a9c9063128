using FuncLibs.Wire;

namespace FuncLibs.Delivery;

/// <summary>The trackers of all streams that a consumer meets, made at first sight. Bounded: a peer may invent streams.</summary>
public sealed class TrackerSet
{
    /// <summary>Streams at most.</summary>
    public const int MaxStreams = 256;

    private readonly Dictionary<(Guid Publisher, uint Stream), OrderTracker> _trackers = [];

    /// <summary>All trackers, in no order. For the owning thread.</summary>
    public IReadOnlyCollection<OrderTracker> All => _trackers.Values;

    /// <summary>Frames of streams beyond the limit.</summary>
    public long Refused { get; private set; }

    /// <summary>The tracker of a frame's stream; null when there are too many streams, and then the frame is dropped and counted.</summary>
    public OrderTracker? Of(in FrameHeader header)
    {
        if (_trackers.TryGetValue((header.Publisher, header.Stream), out OrderTracker? tracker))
            return tracker;
        if (_trackers.Count >= MaxStreams)
        {
            Refused++;
            return null;
        }

        tracker = new OrderTracker(header.Publisher, header.Stream);
        _trackers.Add((header.Publisher, header.Stream), tracker);
        return tracker;
    }

    /// <summary>The tracker of a stream that was met before; null otherwise.</summary>
    public OrderTracker? Find(Guid publisher, uint stream) => _trackers.GetValueOrDefault((publisher, stream));
}
