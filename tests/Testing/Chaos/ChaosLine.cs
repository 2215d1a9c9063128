namespace Testing.Chaos;

/// <summary>
/// One direction of all connections of a proxy: its faults, which any thread may change, and what they did.
/// </summary>
public sealed class ChaosLine
{
    private LineFaults _faults = LineFaults.None;
    private long _passed;
    private long _swallowed;
    private long _flipped;
    private long _writes;

    /// <summary>What happens to bytes from now on.</summary>
    public LineFaults Faults
    {
        get => Volatile.Read(ref _faults);
        set => Volatile.Write(ref _faults, value);
    }

    /// <summary>Bytes handed on.</summary>
    public long Passed => Volatile.Read(ref _passed);

    /// <summary>Bytes thrown away.</summary>
    public long Swallowed => Volatile.Read(ref _swallowed);

    /// <summary>Bits flipped.</summary>
    public long Flipped => Volatile.Read(ref _flipped);

    /// <summary>Writes that handed bytes on.</summary>
    public long Writes => Volatile.Read(ref _writes);

    internal void CountPassed(int bytes)
    {
        Interlocked.Add(ref _passed, bytes);
        Interlocked.Increment(ref _writes);
    }

    internal void CountSwallowed(int bytes) => Interlocked.Add(ref _swallowed, bytes);

    internal void CountFlipped() => Interlocked.Increment(ref _flipped);
}
