using FuncLibs.Hosting.Configuration;
using FuncLibs.Truth;
using Simulator.Faults;
using Simulator.Presets;

namespace Simulator.Hosting;

/// <summary>The fault schedule can be read and fits the rig; all that is wrong with it is said at once.</summary>
public sealed class FaultCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        if (options.Faults.Length == 0 || new PresetCheck().Check(options).Any())
            yield break;
        var faults = new PresetFaults();
        FaultSetup.Create(options.Faults, SimulatorVerbs.CreateRig(options), NoTruth.Instance, faults);
        foreach (string line in faults.Lines)
            yield return new OptionFault("Faults", line, "a schedule as docs/faults.md describes it");
    }
}
