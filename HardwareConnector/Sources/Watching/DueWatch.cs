namespace HardwareConnector.Sources.Watching;

/// <summary>
/// Holds the rig's due times against its sample counter: between two blocks they must move on by the same time. A difference of more than
/// <see cref="StepNs"/> and a hundredth of that time is a step of the rig's clock; what is slower adds up to its drift.
/// </summary>
internal struct DueWatch(double rateHz)
{
    /// <summary>Least step that is told from a drift, in ns.</summary>
    public const long StepNs = 1_000_000;

    private const double NsPerSecond = 1e9;
    private const double StepShare = 0.01;
    private const double Million = 1e6;

    private bool _started;
    private long _anchor;
    private long _anchorDueNs;
    private long _last;
    private long _lastDueNs;

    /// <summary>Takes the first sample and due time of a block that was passed on.</summary>
    public void Observe(long first, long dueNs, RigFindings findings)
    {
        double elapsed = (first - _last) / rateHz * NsPerSecond;
        double step = unchecked(dueNs - _lastDueNs) - elapsed;
        bool known = _started && first >= _last;
        bool stepped = known && Math.Abs(step) > StepNs + (StepShare * elapsed);
        if (stepped)
            findings.ClockStep((long)step);
        if (!known || stepped)
            (_started, _anchor, _anchorDueNs) = (true, first, dueNs);
        (_last, _lastDueNs) = (first, dueNs);

        // Shorter than a second, a rounding of the due time would look like a drift.
        double since = (first - _anchor) / rateHz * NsPerSecond;
        if (since >= NsPerSecond)
            findings.Drift((unchecked(dueNs - _anchorDueNs) - since) / since * Million);
    }
}
