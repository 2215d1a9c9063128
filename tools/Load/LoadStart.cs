using FuncLibs.Runtime.Timing;

namespace Tools.Load;

/// <summary>The common start of all rigs: they arrive when they are warm, wait for the signal,
/// and begin one after the other by their phases.</summary>
/// <param name="time">Clock of the phases.</param>
internal sealed class LoadStart(TimeProvider time) : IDisposable
{
    // So that a stop is seen, and a client that waits hears a heartbeat, soon enough.
    private const int PollMilliseconds = 50;
    private const long LongestSleepNs = 50_000_000;

    // Between the signal and phase 0: every thread is awake by then.
    private static readonly TimeSpan Lead = TimeSpan.FromMilliseconds(100);

    private readonly ManualResetEventSlim _word = new(false, 0);
    private readonly KernelSleep _sleep = new(0);
    private long _zero;

    /// <summary>Gives the signal.</summary>
    public void Release()
    {
        _zero = time.GetTimestamp() + (long)(Lead.TotalSeconds * time.TimestampFrequency);
        _word.Set();
    }

    /// <summary>Rig thread: waits a moment for the signal; true when it was given.</summary>
    public bool IsReleased() => _word.Wait(PollMilliseconds);

    /// <summary>Rig thread, after the signal: waits for its phase; false when a stop was requested before.</summary>
    public bool WaitForPhase(long phaseNs, CancellationToken stop)
    {
        while (LeftNs(phaseNs) is > 0 and long left)
        {
            if (stop.IsCancellationRequested)
                return false;
            _sleep.Sleep(Math.Min(left, LongestSleepNs));
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _word.Dispose();

    private long LeftNs(long phaseNs) =>
        phaseNs
            + (long)((_zero - time.GetTimestamp()) * ((double)UtcClock.NanosecondsPerSecond / time.TimestampFrequency));
}
