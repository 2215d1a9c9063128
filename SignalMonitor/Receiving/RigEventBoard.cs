using System.Collections.Immutable;
using FuncLibs.Messaging.Wire.Broadcast;

namespace SignalMonitor.Receiving;

/// <summary>Events of the rigs of a connection. The receive thread writes, any thread reads.</summary>
public sealed class RigEventBoard
{
    /// <summary>Events that are kept.</summary>
    public const int Kept = 16;

    private readonly Lock _gate = new();
    private RigEventReading _reading = new(0, 0, []);
    private Guid _publisher;
    private ulong _epoch;
    private long _number;

    /// <summary>All of it at one moment.</summary>
    public RigEventReading Read()
    {
        lock (_gate)
            return _reading;
    }

    /// <summary>Takes an event; once, however often it comes.</summary>
    /// <param name="publisher">Who published it.</param>
    /// <param name="epoch">In which run.</param>
    /// <param name="stream">Name of the stream.</param>
    /// <param name="payload">The event.</param>
    internal void Take(Guid publisher, ulong epoch, string stream, RigEventPayload payload)
    {
        lock (_gate)
        {
            bool isSameRun = publisher == _publisher && epoch == _epoch;
            bool isOld = publisher == _publisher && (epoch < _epoch || (isSameRun && payload.Number <= _number));
            if (isOld)
                return;

            // Before the first one of a run no thread listened here, or nothing was sent: that is no event missed.
            long missed = isSameRun ? payload.Number - _number - 1 : 0;
            (_publisher, _epoch, _number) = (publisher, epoch, payload.Number);
            ImmutableArray<RigEvent> last = _reading.Last.Length < Kept ? _reading.Last : _reading.Last.RemoveAt(0);
            _reading = new RigEventReading(
                _reading.Count + 1,
                _reading.Missed + missed,
                last.Add(new RigEvent(_reading.Count + 1, stream, payload)));
        }
    }
}

/// <summary>Events of rigs at one moment.</summary>
/// <param name="Count">How many came in this run of the monitor.</param>
/// <param name="Missed">How many were published and did not come, by their numbers.</param>
/// <param name="Last">The last ones, oldest first.</param>
public sealed record RigEventReading(long Count, long Missed, ImmutableArray<RigEvent> Last)
{
    /// <summary>The newest one of a stream that is kept; null when there is none.</summary>
    public RigEvent? NewestOf(string stream) => Last.LastOrDefault(kept => kept.Stream == stream);
}

/// <summary>An event of a rig as it came.</summary>
/// <param name="Number">From 1, in the order in which they came.</param>
/// <param name="Stream">Name of the stream; its number when the stream was not met yet.</param>
/// <param name="Payload">The event.</param>
public sealed record RigEvent(long Number, string Stream, RigEventPayload Payload);
