using FuncLibs.Runtime.Rings;
using FuncLibs.Signals.Limits.Breaks;

namespace SignalMonitor.Breaks;

/// <summary>
/// The queue of breaks between the compute thread and the one thread that reports them. Bounded; an event that finds
/// it full is counted, and its number is missing. Offered = taken + dropped + held.
/// </summary>
internal sealed class BreakEvents : IDisposable
{
    private const int Capacity = 256;

    private readonly SpscRing<BreakEvent> _ring = new(Capacity);
    private long _number;

    /// <summary>Events that did not fit.</summary>
    public long Dropped => _ring.Dropped;

    /// <summary>Compute: gives an event its number and delivers it.</summary>
    public BreakEvent Add(in BreakEvent made)
    {
        BreakEvent numbered = made with { Number = ++_number };
        _ring.TryWrite(numbered);
        return numbered;
    }

    /// <summary>Consumer: takes the oldest event.</summary>
    public bool TryTake(out BreakEvent taken) => _ring.TryRead(out taken);

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();
}

/// <summary>A specimen broke.</summary>
/// <param name="Number">Number of the event in its stream, from 1; one that is missing found the queue full.</param>
/// <param name="Watch">What found it.</param>
/// <param name="Publisher">The installation that published the stream.</param>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Sequence">The block of the sample.</param>
/// <param name="Found">The sample, and what it fell from.</param>
/// <param name="UtcNs">When the sample was due, UTC ns.</param>
/// <param name="IsKept">False when its samples are not kept, because those of the break before are not written
/// yet.</param>
internal readonly record struct BreakEvent(
    long Number,
    BreakWatch Watch,
    Guid Publisher,
    ulong Epoch,
    ulong Sequence,
    DetectedBreak Found,
    long UtcNs,
    bool IsKept)
{
    /// <summary>True when the block is of a recording: the specimen did not break now.</summary>
    public bool IsReplay { get; init; }
}
