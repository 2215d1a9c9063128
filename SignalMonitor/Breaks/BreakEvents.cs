using FuncLibs.Runtime.Rings;

namespace SignalMonitor.Breaks;

/// <summary>
/// The queue of breaks between the compute thread and the one thread that tells of them. Bounded; an event that finds it full is counted,
/// and its number is missing. Offered = taken + dropped + held.
/// </summary>
internal sealed class BreakEvents : IDisposable
{
    private const int Capacity = 256;

    private readonly SpscRing<BreakEvent> _ring = new(Capacity);
    private long _number;

    /// <summary>Events that found no room.</summary>
    public long Dropped => _ring.Dropped;

    /// <summary>Compute: gives an event its number and hands it over.</summary>
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
