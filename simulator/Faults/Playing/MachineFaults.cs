namespace Simulator.Faults.Playing;

/// <summary>Interlocks and emergency stops of a schedule.</summary>
internal static class MachineFaults
{
    /// <summary>Says all of them, with their samples. Before the run, since the machine runs ahead of the blocks.</summary>
    public static void Schedule(FaultSchedule schedule, IRigControls controls)
    {
        foreach (ScheduledFault fault in schedule.Faults)
        {
            if (fault.Kind == FaultKind.Interlock)
                controls.Interlock(fault.Place.Channel, fault.From);
            else if (fault.Kind == FaultKind.EStop)
                controls.EmergencyStop(fault.Place.Channel, fault.From);
            else
                continue;
            if (fault.To != long.MaxValue)
                controls.Reset(fault.Place.Channel, fault.To);
        }
    }
}
