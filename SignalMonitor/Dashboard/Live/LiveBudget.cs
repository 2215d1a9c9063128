namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// The memory that live data may take, over all browsers and streams: checked first. Live thread only.
/// </summary>
/// <param name="bytes">How much.</param>
internal sealed class LiveBudget(long bytes = LiveLimits.MemoryBytes)
{
    /// <summary>Bytes in use.</summary>
    public long Used { get; private set; }

    /// <summary>Bytes that are left.</summary>
    public long Left => bytes - Used;

    /// <summary>Takes some; false when there are too few.</summary>
    public bool TryTake(long wanted)
    {
        if (wanted > Left)
            return false;
        Used += wanted;
        return true;
    }

    /// <summary>Gives some back.</summary>
    public void Return(long given) => Used -= given;
}
