using Launcher.Reporting;
using Tools.Load;

namespace Benchmarks.Rigs;

/// <summary>What a run of many rigs gave.</summary>
/// <param name="Plan">The run.</param>
/// <param name="Load">The simulator's own report, of the whole run.</param>
/// <param name="Numbered">Blocks that the connector numbered in the whole run.</param>
/// <param name="Refused">Blocks that the connector's full queues refused in the whole run.</param>
/// <param name="Account">Connector against monitor, from the end of warm-up on; null without a monitor.</param>
/// <param name="ConnectorUs">Processor time of the connector a block in the window, us.</param>
/// <param name="MonitorUs">The same of the monitor; 0 without one.</param>
internal sealed record RigsFigures(
    RigsPlan Plan,
    LoadReport Load,
    long Numbered,
    long Refused,
    RunReport? Account,
    double ConnectorUs,
    double MonitorUs)
{
    private const double MaxLate = 0.001;

    /// <summary>Share of blocks that came more than half a period late.</summary>
    public double LateShare => Load.Total.Due == 0 ? 1 : (double)Load.Total.Late / Load.Total.Due;

    /// <summary>Share of blocks that came a period late or more, or never.</summary>
    public double MissedShare => Load.Total.Due == 0 ? 1 : (double)Load.Total.Missed / Load.Total.Due;

    /// <summary>Blocks that were due and are not in the monitor (in the connector, without one).</summary>
    public long Lost => Load.Total.Due - Numbered + (Account is null ? 0 : Account.DeclaredLost + Account.SilentLoss);

    /// <summary>Whether at most 0.1 % were late.</summary>
    public bool IsOnTime => LateShare <= MaxLate;

    /// <summary>
    /// Why this is no measurement; null when every sum closes. The simulator's side: due = sent + dropped + unserved +
    /// never. Between the processes: what was sent, all of it and nothing twice, has a number or was refused.
    /// </summary>
    public string? Fault
    {
        get
        {
            RigLoad total = Load.Total;
            long rateDue = (long)Math.Floor(Load.RequestedSeconds * Load.BlocksPerSecond) * Plan.Rigs;
            if (total.Due != rateDue)
                return $"{total.Due} blocks were due, not {rateDue}";
            if (Load.Rigs.Any(rig => rig.Due != rig.Sent + rig.Dropped + rig.Unserved + rig.Never || rig.Unserved < 0))
                return $"the account of the simulator does not close: {total}";
            if (Numbered + Refused != total.Sent)
                return $"{total.Sent} blocks were sent, {Numbered} numbered and {Refused} refused";
            return Account is { Failures.Count: > 0 } account ? string.Join("; ", account.Failures) : null;
        }
    }
}
