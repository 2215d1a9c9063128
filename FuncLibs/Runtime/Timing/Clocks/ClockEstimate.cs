namespace FuncLibs.Runtime.Timing.Clocks;

/// <summary>What is known of another machine's clock: the true offset lies within <see cref="BoundNs"/> of
/// <see cref="OffsetNs"/>.</summary>
/// <param name="OffsetNs">How far it is ahead of this one's.</param>
/// <param name="BoundNs">How far that can be wrong.</param>
/// <param name="DelayNs">What the two ways of the exchange took that it comes from.</param>
public readonly record struct ClockEstimate(long OffsetNs, long BoundNs, long DelayNs)
{
    /// <summary>True when the two clocks are proved to differ: one clock, or two that agree, lie within the bound.</summary>
    public bool IsApart => Math.Abs(OffsetNs) > BoundNs;

    /// <summary>How far apart the two clocks may be at most: the error of a duration that begins on one and ends on the other.</summary>
    public long ReachNs => Math.Abs(OffsetNs) + BoundNs;

    /// <summary>True when a newer exchange can be of the same two clocks: what both allow overlaps.</summary>
    public bool AgreesWith(in ClockProbe probe) =>
        Int128.Abs((Int128)OffsetNs - probe.OffsetNs) <= (Int128)BoundNs + probe.BoundNs;
}
