namespace FuncLibs.Runtime.Timing.Clocks;

/// <summary>Steps of one wall clock since the start. One thread notes them, any thread reads.</summary>
public sealed class ClockSteps
{
    private long _count;
    private long _last;
    private long _lastUtc;

    /// <summary>How many there were.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>The last one in ns, above 0 forward; 0 before the first.</summary>
    public long LastNs => Volatile.Read(ref _last);

    /// <summary>What the clock said after it, UTC ns; 0 before the first.</summary>
    public long LastUtcNs => Volatile.Read(ref _lastUtc);

    /// <summary>The thread that found one.</summary>
    public void Note(long stepNs, long utcNs)
    {
        Volatile.Write(ref _last, stepNs);
        Volatile.Write(ref _lastUtc, utcNs);
        Volatile.Write(ref _count, _count + 1);
    }
}
