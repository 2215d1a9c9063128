using System.Collections.Immutable;
using Simulator.Presets;

namespace Simulator.Faults.Reading;

/// <summary>Puts faults in order and finds those that cannot both happen.</summary>
internal static class FaultConflicts
{
    /// <summary>The faults by the time at which they begin. A random one that would overlap an explicit fault, or an
    /// earlier random one, is left out; two explicit ones that overlap are reported.</summary>
    public static ImmutableArray<ScheduledFault> Sort(List<ScheduledFault> found, PresetFaults faults)
    {
        if (found.Count > FaultSchedule.MaxFaults)
        {
            faults.Add("file", $"more than {FaultSchedule.MaxFaults} faults", "lower rates or fewer hours");
            return [];
        }

        List<ScheduledFault> kept = [.. found.Where(fault => !fault.IsRandom).OrderBy(fault => fault.Start)];
        Sweep(kept, (earlier, later) => ReportConflict(earlier, later, faults));
        ScheduledFault[] random = [.. found.Where(fault => fault.IsRandom)];
        var leftOut = new HashSet<ScheduledFault>(ReferenceEqualityComparer.Instance);
        Sweep(
            [.. kept.Concat(random).OrderBy(fault => fault.Start)],
            (earlier, later) => LeaveOut(earlier, later, leftOut));
        return [.. kept.Concat(random).Where(fault => !leftOut.Contains(fault)).OrderBy(fault => fault.Start)];
    }

    // In order of their beginning; only what has not ended can meet the next.
    private static void Sweep(List<ScheduledFault> sorted, Action<ScheduledFault, ScheduledFault> meet)
    {
        List<ScheduledFault> open = [];
        foreach (ScheduledFault fault in sorted)
        {
            open.RemoveAll(earlier => earlier.To <= fault.Start);
            foreach (ScheduledFault earlier in open.Where(earlier => earlier.Excludes(fault)))
                meet(earlier, fault);
            open.Add(fault);
        }
    }

    private static void LeaveOut(ScheduledFault earlier, ScheduledFault later, HashSet<ScheduledFault> leftOut)
    {
        if (leftOut.Contains(earlier) || leftOut.Contains(later))
            return;
        if (later.IsRandom)
            leftOut.Add(later);
        else if (earlier.IsRandom)
            leftOut.Add(earlier);
    }

    private static void ReportConflict(ScheduledFault earlier, ScheduledFault later, PresetFaults faults) => faults.Add(
        later.Path,
        $"{later.Traits.Name} at sample {later.From} overlaps the {earlier.Traits.Name} of {earlier.Path}",
        $"which lasts from sample {earlier.Start} to {(earlier.To == long.MaxValue ? "the end" : earlier.To - 1)}; "
            + $"only one can happen");
}
