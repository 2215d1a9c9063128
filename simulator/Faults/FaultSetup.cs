using FuncLibs.GroundTruth;
using Simulator.Faults.Playing;
using Simulator.Faults.Reading;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Faults;

/// <summary>From a file to a run.</summary>
public static class FaultSetup
{
    /// <summary>The run of a schedule file over a rig.</summary>
    /// <param name="file">Path of the schedule.</param>
    /// <param name="rig">The rig.</param>
    /// <param name="truth">Told of every fault when it begins.</param>
    /// <param name="faults">Where everything that is wrong is added.</param>
    /// <returns>Null when something is wrong.</returns>
    public static FaultRun? Create(string file, SimulatedRig rig, ITruthSink truth, PresetFaults faults)
    {
        FaultSchedule? schedule = FaultFile.Read(file, rig.Description, faults);
        return schedule is null ? null : new FaultRun(schedule, rig, rig, truth);
    }
}
