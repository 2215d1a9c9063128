namespace Tools.Load;

/// <summary>The sums of all rigs.</summary>
internal static class LoadTotal
{
    /// <summary>Sums up.</summary>
    /// <param name="rigs">The rigs.</param>
    /// <param name="lateness">Of the blocks of all of them.</param>
    /// <param name="cpuShare">Share of one core that the process took.</param>
    public static RigLoad Of(IReadOnlyList<RigLoad> rigs, LatenessUs lateness, double cpuShare) => new()
    {
        Name = "total",
        Due = rigs.Sum(rig => rig.Due),
        Sent = rigs.Sum(rig => rig.Sent),
        Dropped = rigs.Sum(rig => rig.Dropped),
        Unserved = rigs.Sum(rig => rig.Unserved),
        Never = rigs.Sum(rig => rig.Never),
        Late = rigs.Sum(rig => rig.Late),
        Missed = rigs.Sum(rig => rig.Missed),
        Waiting = rigs.Sum(rig => rig.Waiting),
        LatenessUs = lateness,
        CpuShare = cpuShare,
    };
}
