using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Runtime.Platform;
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
    public TruthOptions Truth { get; set; } = new();

    /// <summary>Name of a built-in preset, which the verb `presets` lists, or the path of a document, which ends in `.json`.</summary>
    [Description("what the rig is: a preset's name or a file .json")]
    public string Preset { get; set; } = RigPresets.DefaultName;

    /// <summary>Seed of all noise; the same seed gives the same blocks, bit for bit.</summary>
    [Description("seed of all noise")]
    public long Seed { get; set; } = DefaultSeed;

    /// <summary>A fault schedule, docs/faults.md; empty = nothing goes wrong.</summary>
    [Description("file with a schedule of faults")]
    public string Faults { get; set; } = "";

    /// <summary>Blocks a second, 1 to 100,000: keeps the points and scales the rates of all channels; 0 = as the preset.</summary>
    [Description("blocks a second at the same points a block, 0 = as the preset")]
    [Range(0, 100_000)]
    public int BlocksPerSecond { get; set; }

    /// <summary>Servo points a block, 1 to 65,536; the other groups in proportion: keeps the rates and changes the blocks a second; 0 =
    /// as the preset.</summary>
    [Description("servo points a block at the same rates, 0 = as the preset")]
    [Range(0, 65_536)]
    public int PointsPerBlock { get; set; }

    /// <summary>Real-time priority (SCHED_FIFO) of the threads that make blocks, 1 to 99; 0 = ordinary.
    /// Linux, with the right to it.</summary>
    [Description("real-time priority of the threads that make blocks, 0 = ordinary")]
    [Range(0, RealTimePriority.Highest)]
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

    /// <summary>Blocks that wait for a slow client, 1 to 4096; when they are full, the newest is dropped and counted.</summary>
    [Description("blocks that may wait for a slow client")]
    [Range(1, 4096)]
    public int QueueBlocks { get; set; } = LinkServerSettings.DefaultQueueBlocks;
}
