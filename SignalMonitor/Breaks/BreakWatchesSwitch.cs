using System.Collections.Immutable;

namespace SignalMonitor.Breaks;

/// <summary>
/// What a stream shall watch from its next block on, with all its memory taken: the compute thread only changes over to it. Immutable.
/// </summary>
/// <param name="Former">What the stream watched when it was made; the compute thread gives it back when that has changed since.</param>
/// <param name="Next">What it shall watch.</param>
internal sealed record BreakWatchesSwitch(BreakWatches Former, BreakWatches Next)
{
    /// <summary>Those that were made for it, and are nowhere at work before it is taken.</summary>
    public ImmutableArray<BreakWatch> Fresh { get; } = [.. Next.Active.Except(Former.Active)];
}
