namespace RigAdapter;

/// <summary>
/// The due times of the blocks. The time of sample i is start + i / rate: it comes from the sample counter, so that it
/// does not jitter, and never steps when the clock of this machine is set. Take the clock of your rig instead, if it
/// has one.
/// </summary>
internal sealed class RigClock
{
    private const long NsPerSecond = 1_000_000_000;

    private readonly TimeProvider _time;
    private readonly long _start;
    private readonly long _startUtcNs;

    /// <summary>Sample 0 is measured now.</summary>
    public RigClock(TimeProvider time)
    {
        _time = time;
        _start = time.GetTimestamp();
        _startUtcNs = (time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks * (NsPerSecond / TimeSpan.TicksPerSecond);
    }

    /// <summary>Index of the first block whose samples are not all measured yet.</summary>
    public long NextBlock => (long)(_time.GetElapsedTime(_start).TotalSeconds * Rig.SampleRateHz / Rig.PointsPerBlock);

    /// <summary>Due time of a sample, ns since the Unix epoch, UTC.</summary>
    public long DueUtcNs(long sample) => _startUtcNs + NsOf(sample);

    /// <summary>Microseconds until all samples of a block are measured; 0 or less when they are.</summary>
    public int MicrosecondsUntil(long block)
    {
        TimeSpan due = TimeSpan.FromMicroseconds(NsOf((block + 1) * Rig.PointsPerBlock) / 1000.0);
        return (int)Math.Ceiling((due - _time.GetElapsedTime(_start)).TotalMicroseconds);
    }

    private static long NsOf(long samples) => samples * NsPerSecond / Rig.SampleRateHz;
}
