using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Computation;

/// <summary>
/// Latencies of one compute thread: a histogram since warm-up for the run summary, and percentiles of the last whole
/// two seconds for people who watch. One writer; any thread reads the numbers. Recording does not allocate.
/// </summary>
public sealed class LatencyMeter
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(2);

    private readonly TimeProvider _time;
    private readonly LatencyHistogram _recent = new();
    private long _periodStart;
    private long _recentP50;
    private long _recentP99;
    private long _leftOut;
    private bool _restart;

    /// <summary>An empty meter.</summary>
    public LatencyMeter(TimeProvider time)
    {
        _time = time;
        _periodStart = time.GetTimestamp();
    }

    /// <summary>All since start, or since <see cref="Restart"/>.</summary>
    public LatencyHistogram Total { get; } = new();

    /// <summary>Median of the last whole period, ns; 0 before its end.</summary>
    public long RecentP50Ns => Volatile.Read(ref _recentP50);

    /// <summary>99th percentile of the last whole period, ns.</summary>
    public long RecentP99Ns => Volatile.Read(ref _recentP99);

    /// <summary>
    /// Blocks since start, or since <see cref="Restart"/>, that were computed and have no latency: they are not of now.
    /// </summary>
    public long LeftOut => Volatile.Read(ref _leftOut);

    /// <summary>Any thread: clears what was counted so far, with the next block.</summary>
    public void Restart() => Volatile.Write(ref _restart, true);

    /// <summary>Compute thread: one latency.</summary>
    internal void Record(long nanoseconds)
    {
        FollowRestart();
        Total.Record(nanoseconds);
        _recent.Record(nanoseconds);
        if (_time.GetElapsedTime(_periodStart) >= Period)
            EndPeriod();
    }

    /// <summary>Compute thread: a block that is not of now.</summary>
    internal void LeaveOut()
    {
        FollowRestart();
        Volatile.Write(ref _leftOut, _leftOut + 1);
    }

    private void FollowRestart()
    {
        if (!Volatile.Read(ref _restart))
            return;
        Volatile.Write(ref _restart, false);
        Volatile.Write(ref _leftOut, 0);
        Total.Reset();
    }

    private void EndPeriod()
    {
        _periodStart = _time.GetTimestamp();
        Volatile.Write(ref _recentP50, _recent.PercentileNs(50));
        Volatile.Write(ref _recentP99, _recent.PercentileNs(99));
        _recent.Reset();
    }
}
