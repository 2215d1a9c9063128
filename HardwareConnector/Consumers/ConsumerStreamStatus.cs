using FuncLibs.Messaging.Wire.Control;

namespace HardwareConnector.Consumers;

/// <summary>How one consumer stands with one stream. Under the lock of <see cref="ConsumerRegistry"/>.</summary>
internal sealed class ConsumerStreamStatus
{
    /// <summary>A consumer that lost blocks is called slow for so long after the last one.</summary>
    public static readonly TimeSpan DropMemory = TimeSpan.FromSeconds(10);

    // A consumer saves where it is about each second: what it has in memory only may be asked for again when it comes back.
    private static readonly TimeSpan ClaimDelay = TimeSpan.FromSeconds(10);

    private readonly TimeProvider _time;
    private bool _reported;
    private long? _droppedAt;
    private bool _isBehind;
    private (ulong Epoch, ulong Delivered, long At) _claimNext;

    public ConsumerStreamStatus(string name, TimeProvider time) => (Name, _time) = (name, time);

    public string Name { get; }

    private ConsumerStatus Last { get; set; }

    private ulong Lag { get; set; }

    private bool IsSlow => _isBehind || (_droppedAt is { } at && _time.GetElapsedTime(at) < DropMemory);

    /// <summary>Takes what the consumer says.</summary>
    /// <param name="status">What it says.</param>
    /// <param name="lag">Blocks that it is behind.</param>
    /// <param name="slowLag">Blocks of one second.</param>
    public void Report(in ConsumerStatus status, ulong lag, ulong slowLag)
    {
        if (_reported && status.Dropped > Last.Dropped)
            _droppedAt = _time.GetTimestamp();
        (_reported, Last, Lag, _isBehind) = (true, status, lag, lag > slowLag);
    }

    /// <summary>
    /// The position that may be claimed now: one that the consumer was at ten seconds ago or more, at once the one that it comes with.
    /// </summary>
    public bool TryClaim(out ulong epoch, out ulong delivered)
    {
        bool first = _claimNext.Epoch == 0;
        bool due = first || _time.GetElapsedTime(_claimNext.At) >= ClaimDelay;
        (epoch, delivered) = first ? (Last.Epoch, Last.Delivered) : (_claimNext.Epoch, _claimNext.Delivered);
        if (due)
            _claimNext = (Last.Epoch, Last.Delivered, _time.GetTimestamp());
        return due;
    }

    public ConsumerPosition View() => new(Last.Stream, Name, Last.Epoch, Last.Delivered, Lag, Last.Dropped, Last.QueueBytes, IsSlow);
}
