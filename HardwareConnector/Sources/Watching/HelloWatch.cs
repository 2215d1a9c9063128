namespace HardwareConnector.Sources.Watching;

/// <summary>
/// Bounds how often a rig may describe itself anew, over all its connections: each change takes memory for blocks, a catalogue revision and
/// a write to the disk on the thread that publishes for every rig. One thread.
/// </summary>
/// <param name="time">Clock.</param>
internal sealed class HelloWatch(TimeProvider time)
{
    /// <summary>Changes within <see cref="Window"/> at most.</summary>
    public const int MaxChanges = 10;

    /// <summary>The time in which they are counted.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromSeconds(10);

    // When each of the last changes was; the place of the oldest is the next to be used.
    private readonly long[] _at = new long[MaxChanges];
    private int _used;
    private int _oldest;

    /// <summary>True when a changed description may be taken; it then counts as one.</summary>
    public bool MayChange()
    {
        if (_used == MaxChanges && time.GetElapsedTime(_at[_oldest]) < Window)
            return false;
        _at[_oldest] = time.GetTimestamp();
        _oldest = (_oldest + 1) % MaxChanges;
        _used = Math.Min(_used + 1, MaxChanges);
        return true;
    }
}
