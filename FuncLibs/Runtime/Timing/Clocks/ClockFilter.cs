namespace FuncLibs.Runtime.Timing.Clocks;

/// <summary>
/// Estimates the offset of another machine's clock from the exchanges of the last minute, as the clock filter of NTP
/// does (RFC 5905, section 10): of all of them the one counts that is surest now, which is the one with the smallest
/// delay once age is added. Queues only ever lengthen a delay, so the smallest one is the one with the least of them in
/// it.
/// </summary>
/// <remarks>
/// The window is a minute, 64 exchanges at one a second: long enough that a busy network lets one through without a
/// wait, short enough that <see cref="DriftPerSecond"/> over it (1.8 ms) is still useful. A clock that is being
/// slewed faster than that, as ntpd does with up to 500 ppm, moves out of the bound by what it is faster. One thread;
/// does not allocate after construction.
/// </remarks>
public sealed class ClockFilter(TimeProvider time)
{
    /// <summary>Exchanges that are kept.</summary>
    public const int Window = 64;

    /// <summary>How fast two clocks may move apart, in ns a second: each by PHI of RFC 5905, 15 ppm.</summary>
    public const long DriftPerSecond = 30_000;

    /// <summary>Age at which an exchange is of no use any more.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(60);

    private readonly Sample[] _samples = new Sample[Window];
    private int _count;
    private int _next;

    /// <summary>The estimate now; null when the last minute brought nothing.</summary>
    public ClockEstimate? Estimate
    {
        get
        {
            ClockEstimate? best = null;
            for (int i = 0; i < _count; i++)
            {
                ref readonly Sample sample = ref _samples[i];
                TimeSpan age = time.GetElapsedTime(sample.At);
                long bound = sample.Probe.BoundNs + (long)(age.TotalSeconds * DriftPerSecond);
                if (age <= MaxAge && (best is not { } known || bound < known.BoundNs))
                    best = new ClockEstimate(sample.Probe.OffsetNs, bound, sample.Probe.DelayNs);
            }

            return best;
        }
    }

    /// <summary>Takes an exchange that has just ended.</summary>
    public ProbeVerdict Add(in ClockProbe probe)
    {
        if (!probe.IsUsable)
            return ProbeVerdict.Refused;
        bool jumped = Estimate is { } known && !known.AgreesWith(probe);
        if (jumped)
            Clear();
        _samples[_next] = new Sample(probe, time.GetTimestamp());
        _next = (_next + 1) % Window;
        _count = Math.Min(_count + 1, Window);
        return jumped ? ProbeVerdict.Jumped : ProbeVerdict.Used;
    }

    /// <summary>Clears all: a clock was stepped, or it is another machine.</summary>
    public void Clear() => (_count, _next) = (0, 0);

    private readonly record struct Sample(ClockProbe Probe, long At);
}

/// <summary>
/// What is known of another machine's clock: the true offset is within <see cref="BoundNs"/> of
/// <see cref="OffsetNs"/>.
/// </summary>
/// <param name="OffsetNs">How far it is ahead of this one's.</param>
/// <param name="BoundNs">How far that can be wrong.</param>
/// <param name="DelayNs">What the two ways of the exchange took that it comes from.</param>
public readonly record struct ClockEstimate(long OffsetNs, long BoundNs, long DelayNs)
{
    /// <summary>
    /// True when the two clocks are proved to differ: one clock, or two that agree, are within the bound.
    /// </summary>
    public bool IsApart => Math.Abs(OffsetNs) > BoundNs;

    /// <summary>
    /// How far apart the two clocks may be at most: the error of a duration that begins on one and ends on the other.
    /// </summary>
    public long ReachNs => Math.Abs(OffsetNs) + BoundNs;

    /// <summary>True when a newer exchange can be of the same two clocks: what both allow overlaps.</summary>
    public bool AgreesWith(in ClockProbe probe) =>
        Int128.Abs((Int128)OffsetNs - probe.OffsetNs) <= (Int128)BoundNs + probe.BoundNs;
}

/// <summary>The result of an exchange of time stamps.</summary>
public enum ProbeVerdict : byte
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>It is in the window.</summary>
    Used,

    /// <summary>Its stamps cannot be those of an exchange.</summary>
    Refused,

    /// <summary>It contradicts what was known: one of the clocks was stepped. The window restarts with it.</summary>
    Jumped,
}
