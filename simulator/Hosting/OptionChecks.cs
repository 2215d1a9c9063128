using System.Net;
using FuncLibs.GroundTruth;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Platform;
using Simulator.Faults;
using Simulator.Presets;

namespace Simulator.Hosting;

/// <summary>The link listens on loopback only: whoever reaches it reads the rig.</summary>
public sealed class ListenCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        string listen = options.Link.Listen;
        if (!LinkEndpoint.TryParse(listen, out IPEndPoint endpoint))
            yield return new OptionFault("Link:Listen", $"'{listen}' is not an address", LinkEndpoint.Allowed);
        else if (!IPAddress.IsLoopback(endpoint.Address))
            yield return new OptionFault(
                "Link:Listen", $"'{listen}' is not a loopback address", "tcp://127.0.0.1:PORT or tcp://[::1]:PORT");
    }
}

/// <summary>The preset exists, and can be had at the pace and block size that are asked for.</summary>
public sealed class PresetCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        if (RigPresets.Load(options.Preset, out string? fault) is not { } preset)
        {
            yield return RigPresets.IsFile(options.Preset)
                ? new OptionFault("Preset", fault!, "a document as docs/simulator.md describes it")
                : new OptionFault(
                    "Preset", $"'{options.Preset}' is not a preset", "a .json file or one of " + string.Join(", ", RigPresets.Names));
            yield break;
        }

        PresetChange.Apply(preset, options.BlocksPerSecond, options.PointsPerBlock, out fault);
        if (fault is not null)
            yield return new OptionFault(options.PointsPerBlock > 0 ? "PointsPerBlock" : "BlocksPerSecond", fault, "0 = as the preset");
    }
}

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

/// <summary>The priority that is asked for can be had.</summary>
public sealed class PriorityCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        if (options.Priority is >= 1 and <= RealTimePriority.Highest && RealTimePriority.Refusal(options.Priority) is { } refusal)
            yield return new OptionFault("Priority", $"{options.Priority}: {refusal}", "0, or give the process the right: docs/simulator.md, Pace");
    }
}
