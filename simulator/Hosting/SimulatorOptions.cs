using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Net;
using FuncLibs.GroundTruth;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Platform;
using Simulator.Faults.Playing;
using Simulator.Presets;
using Simulator.Serving;

namespace Simulator.Hosting;

/// <summary>Everything that can be set on the simulator.</summary>
public sealed class SimulatorOptions : IHostOptions
{
    /// <summary>Default of <see cref="Seed"/>.</summary>
    public const long DefaultSeed = 1;

    /// <summary>Section `Run`.</summary>
    public RunOptions Run { get; set; } = new();

    /// <summary>Section `Link`.</summary>
    public LinkOptions Link { get; set; } = new();

    /// <summary>Section `Truth`.</summary>
    public GroundTruthOptions Truth { get; set; } = new();

    /// <summary>
    /// Name of a built-in preset, which the verb `presets` lists, or the path of a document, which ends in `.json`.
    /// </summary>
    [Description("what the rig is: a preset's name or a file .json")]
    public string Preset { get; set; } = RigPresets.DefaultName;

    /// <summary>Seed of all noise; the same seed gives the same blocks, bit for bit.</summary>
    [Description("seed of all noise")]
    public long Seed { get; set; } = DefaultSeed;

    /// <summary>A fault schedule, docs/faults.md; empty = nothing goes wrong.</summary>
    [Description("file with a schedule of faults")]
    public string Faults { get; set; } = "";

    /// <summary>
    /// Blocks a second, 1 to 100,000: keeps the points and scales the rates of all channels; 0 = as the preset.
    /// </summary>
    [Description("blocks a second at the same points a block, 0 = as the preset")]
    [Range(0, 100_000)]
    public int BlocksPerSecond { get; set; }

    /// <summary>Servo points a block, 1 to 65,536; the other groups in proportion: keeps the rates and changes the
    /// blocks a second; 0 = as the preset.</summary>
    [Description("servo points a block at the same rates, 0 = as the preset")]
    [Range(0, 65_536)]
    public int PointsPerBlock { get; set; }

    /// <summary>Real-time priority (SCHED_FIFO) of the threads that make blocks, 1 to 99; 0 = ordinary.
    /// Linux, with the right to it.</summary>
    [Description("real-time priority of the threads that make blocks, 0 = ordinary")]
    [Range(0, RealTimePriority.Max)]
    public int Priority { get; set; }
}

/// <summary>The controller link.</summary>
public sealed class LinkOptions
{
    /// <summary>Default of <see cref="Listen"/>.</summary>
    public const string DefaultListen = "tcp://127.0.0.1:5555";

    /// <summary>Where to listen: loopback only; port 0 takes any free one.</summary>
    [Description("loopback address to listen on, port 0 = any")]
    public string Listen { get; set; } = DefaultListen;

    /// <summary>
    /// Blocks that wait for a slow client, 1 to 4096; when they are full, the newest is dropped and counted.
    /// </summary>
    [Description("blocks that may wait for a slow client")]
    [Range(1, 4096)]
    public int QueueBlocks { get; set; } = LinkServerSettings.DefaultQueueBlocks;
}

/// <summary>Section `Truth`: the ground truth of the run as JSON lines.</summary>
public sealed class GroundTruthOptions
{
    /// <summary>The file; it is replaced. Empty = none.</summary>
    [Description("file for the truth of the run, JSON lines; empty = none")]
    public string File { get; set; } = "";

    /// <summary>Largest file in bytes, 4096 to 2^40; what comes after is counted.</summary>
    [Description("largest truth file, bytes")]
    [Range(GroundTruthWriterOptions.SmallestMaxBytes, 1L << 40)]
    public long MaxBytes { get; set; } = GroundTruthWriterOptions.DefaultMaxBytes;
}

/// <summary>The link listens on loopback only: every client reads the rig.</summary>
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

/// <summary>The preset exists, and can be had at the pace and block size that are requested.</summary>
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
                    "Preset",
                    $"'{options.Preset}' is not a preset",
                    "a .json file or one of " + string.Join(", ", RigPresets.Names));
            yield break;
        }

        PresetChange.Apply(preset, options.BlocksPerSecond, options.PointsPerBlock, out fault);
        if (fault is not null)
            yield return new OptionFault(
                options.PointsPerBlock > 0 ? "PointsPerBlock" : "BlocksPerSecond", fault, "0 = as the preset");
    }
}

/// <summary>The fault schedule can be read and fits the rig; all its faults are reported at once.</summary>
public sealed class FaultCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        if (options.Faults.Length == 0 || new PresetCheck().Check(options).Any())
            yield break;
        var faults = new PresetFaults();
        FaultSetup.Create(options.Faults, SimulatorVerbs.CreateRig(options), NullGroundTruthSink.Instance, faults);
        foreach (string line in faults.Lines)
            yield return new OptionFault("Faults", line, "a schedule as docs/faults.md describes it");
    }
}

/// <summary>The priority that is requested can be had.</summary>
public sealed class PriorityCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        if (options.Priority is >= 1 and <= RealTimePriority.Max
            && RealTimePriority.Check(options.Priority) is { } refusal)
            yield return new OptionFault(
                "Priority",
                $"{options.Priority}: {refusal}",
                "0, or give the process the right: docs/simulator.md, Pace");
    }
}
