namespace Simulator.Faults.Playing;

/// <summary>How far the rig's clock is off by its faults: a function of the sample index.</summary>
internal sealed class FaultClock(double rateHz)
{
    private const double NsPerSecond = 1e9;
    private const double NsPerSecondAndPpm = 1e3;
    private long _settledNs;

    /// <summary>What is left of a fault that is over: a drift stays, a step is taken back.</summary>
    public void Settle(ScheduledFault fault)
    {
        if (fault.Kind == FaultKind.ClockDrift)
            _settledNs += OffsetNs(fault, fault.To);
    }

    /// <summary>The offset without that of the faults that last.</summary>
    public long SettledNs => _settledNs;

    /// <summary>Time from one sample to another, ns; negative when that lies before.</summary>
    public long NsBetween(long sample, long other) => (long)((other - sample) / rateHz * NsPerSecond);

    /// <summary>What a clock fault that lasts adds at a sample; 0 for others.</summary>
    public long OffsetNs(ScheduledFault fault, long sample) => fault.Kind switch
    {
        FaultKind.ClockStep => (long)(fault.Amount * NsPerSecond),
        FaultKind.ClockDrift => (long)((sample - fault.From) / rateHz * fault.Amount * NsPerSecondAndPpm),
        _ => 0,
    };
}
