using System.Diagnostics;

namespace FuncLibs.Runtime.Timing;

/// <summary>
/// Real-time pacing by absolute deadlines. Tick n (from 0) is due for the samples n * S to (n + 1) * S - 1 of a clock;
/// it is due when its last sample is over. Every deadline is computed from the start, so nothing adds up; UTC is read
/// once, at the start, and later steps of the system's clock change nothing. Ticks are never skipped: after a stall
/// they come as a burst, each with its own due time, counted late and, from a whole period on, missed. Does not
/// allocate per tick. One thread: the one that waits.
/// </summary>
public sealed class PacedClock
{
    /// <summary>
    /// A tick is late when its thread was back later than this after the deadline, unless another limit is set.
    /// </summary>
    public const long LateAfterNs = 1_000_000;

    private readonly DeadlineClock _clock;
    private readonly long _samplesPerTick;
    private readonly double _rateHz;
    private readonly long _lateAfterNs;
    private long _late;
    private long _missed;
    private long _ticks;

    /// <summary>Makes a clock that has not started.</summary>
    /// <param name="samplesPerTick">S, 1 or more.</param>
    /// <param name="rateHz">Samples a second, above 0.</param>
    /// <param name="time">Monotonic time stamps, and UTC at the start.</param>
    /// <param name="sleep">How to wait; the kernel's timers when left out.</param>
    /// <param name="lateAfterNs">How long after its deadline a tick counts as late, in ns.</param>
    public PacedClock(
        int samplesPerTick,
        double rateHz,
        TimeProvider time,
        IDeadlineSleep? sleep = null,
        long lateAfterNs = LateAfterNs)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(samplesPerTick, 1);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(rateHz);
        _samplesPerTick = samplesPerTick;
        _rateHz = rateHz;
        _lateAfterNs = lateAfterNs;
        _clock = new DeadlineClock(time, sleep);
    }

    /// <summary>UTC of sample 0, in ns since the Unix epoch.</summary>
    public long StartUtcNs => _clock.StartUtcNs;

    /// <summary>Ticks waited for.</summary>
    public long Ticks => Volatile.Read(ref _ticks);

    /// <summary>
    /// Ticks whose thread was back late: after <see cref="LateAfterNs"/> beyond the deadline, or what the clock was
    /// told.
    /// </summary>
    public long Late => Volatile.Read(ref _late);

    /// <summary>
    /// Ticks whose thread was back a whole period or more after the deadline, when the next one was due already.
    /// </summary>
    public long Missed => Volatile.Read(ref _missed);

    /// <summary>How long after the deadline the thread was back.</summary>
    public LatencyHistogram WakeDelay { get; } = new();

    /// <summary>
    /// Anchors the time stamps to UTC: sample 0 is now. On Linux also requests the finest timers for the calling
    /// thread.
    /// </summary>
    public void Start() => _clock.Start();

    /// <summary>UTC at which the first sample of a tick is due, in ns since the Unix epoch.</summary>
    public long FirstSampleDueUtcNs(long tick) => StartUtcNs + SampleClock.NsOf(tick * _samplesPerTick, _rateHz);

    /// <summary>
    /// The tick in whose samples the present is: where a clock continues after a pause that was meant.
    /// </summary>
    public long CurrentTick() => (long)(_clock.NsSinceStart / (double)SampleClock.NsOf(_samplesPerTick, _rateHz));

    /// <summary>
    /// Waits until half a period before a tick is due: the time to prepare what goes out then. Earlier, the work would
    /// compete for the processor with threads that still handle the tick before. False when it was stopped.
    /// </summary>
    public bool WaitToPrepare(long tick, CancellationToken stop) =>
        _clock.WaitUntil(DueNs(tick) - ((DueNs(tick) - DueNs(tick - 1)) / 2), stop, out _);

    /// <summary>Waits until a tick is due. False when it was stopped.</summary>
    public bool WaitFor(long tick, CancellationToken stop)
    {
        if (!_clock.WaitUntil(DueNs(tick), stop, out long delay))
            return false;
        Count(delay, DueNs(tick + 1) - DueNs(tick));
        return !stop.IsCancellationRequested;
    }

    private long DueNs(long tick) => SampleClock.NsOf((tick + 1) * _samplesPerTick, _rateHz);

    private void Count(long delayNs, long periodNs)
    {
        Debug.Assert(delayNs >= 0, "A tick was let go before it was due.");
        Volatile.Write(ref _ticks, _ticks + 1);
        WakeDelay.Record(delayNs);
        if (delayNs > _lateAfterNs)
            Volatile.Write(ref _late, _late + 1);
        if (delayNs >= periodNs)
            Volatile.Write(ref _missed, _missed + 1);
    }
}
