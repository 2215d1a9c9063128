using System.Diagnostics.Tracing;

namespace Benchmarks.Measuring;

/// <summary>
/// Every single pause of the collector, by the events of the runtime: from the wish to stop all threads until they run
/// again. The runtime's own counters know their sum, and single ones of the last collection alone.
/// </summary>
public sealed class GcPauses : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const EventKeywords Collector = (EventKeywords)0x1;
    private const uint ForCollection = 1;
    private const uint ForBackground = 6;

    // Events come on a thread of their own, which busy threads can keep waiting.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly Lock _lock = new();
    private readonly List<(long Collection, double Ms)> _pauses = [];
    private DateTime? _stoppedSince;
    private long _collection;
    private long _done;

    /// <summary>The pauses of some collections in ms, sorted.</summary>
    /// <param name="after">Number of the last collection before them, counted as the runtime does.</param>
    /// <param name="upTo">Number of the last of them.</param>
    /// <exception cref="InvalidDataException">The events of a collection did not come.</exception>
    public IReadOnlyList<double> Get(long after, long upTo)
    {
        SpinWait.SpinUntil(() => Volatile.Read(ref _done) >= upTo, Patience);
        lock (_lock)
        {
            if (_done < upTo)
                throw new InvalidDataException($"events of {upTo - _done} garbage collections did not come");
            return [.. _pauses.Where(p => p.Collection > after && p.Collection <= upTo).Select(p => p.Ms).Order()];
        }
    }

    /// <inheritdoc/>
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
            EnableEvents(eventSource, EventLevel.Informational, Collector);
    }

    /// <inheritdoc/>
    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        lock (_lock)
        {
            switch (eventData.EventName)
            {
                case "GCSuspendEEBegin_V1":
                    bool isCollection = eventData.Payload?[0] is ForCollection or ForBackground;
                    _stoppedSince = isCollection ? eventData.TimeStamp : null;
                    break;
                case "GCStart_V2":
                    _collection = Convert.ToInt64(eventData.Payload![0], null);
                    break;
                case "GCRestartEEEnd_V1" when _stoppedSince is { } since:
                    _pauses.Add((_collection, (eventData.TimeStamp - since).TotalMilliseconds));
                    _stoppedSince = null;
                    Volatile.Write(ref _done, _collection);
                    break;
                default:
                    break;
            }
        }
    }
}
