namespace SignalMonitor.Archiving;

/// <summary>How much of the machine the archive may use: bytes a second, and time to compute. One thread.</summary>
/// <param name="time">Clock.</param>
/// <param name="bytesPerSecond">Bytes a second at most; 0 = no limit.</param>
/// <param name="forResults">Time for the results of one test; zero = none are computed.</param>
/// <param name="yields">True: computing leaves half of a processor to others.</param>
internal sealed class ArchivePace(
    TimeProvider time, long bytesPerSecond, TimeSpan forResults, bool yields = true)
{
    // Long enough for a timer, short beside what waits for a processor.
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(20);

    private long _begun = time.GetTimestamp();
    private long _bytes;
    private long _slice = time.GetTimestamp();

    /// <summary>Time for the results of one test.</summary>
    public TimeSpan ForResults => forResults;

    /// <summary>Waits as long as the copied bytes are ahead of the limit.</summary>
    /// <param name="bytes">Bytes that were copied now.</param>
    /// <param name="stop">Ends the wait.</param>
    public void Copied(int bytes, CancellationToken stop)
    {
        if (bytesPerSecond <= 0)
            return;
        _bytes += bytes;
        TimeSpan ahead = TimeSpan.FromSeconds((double)_bytes / bytesPerSecond) - time.GetElapsedTime(_begun);
        if (ahead > Slice)
            stop.WaitHandle.WaitOne(ahead);
        else if (ahead < TimeSpan.Zero)
            (_begun, _bytes) = (time.GetTimestamp(), 0);
    }

    /// <summary>Waits as long as was computed, once that is worth a wait.</summary>
    /// <param name="stop">Ends the wait.</param>
    public void Computed(CancellationToken stop)
    {
        if (!yields || time.GetElapsedTime(_slice) < Slice)
            return;
        stop.WaitHandle.WaitOne(Slice);
        _slice = time.GetTimestamp();
    }
}
