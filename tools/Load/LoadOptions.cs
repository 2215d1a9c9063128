using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace Tools.Load;

/// <summary>Options of the verb `load`.</summary>
public sealed class LoadOptions
{
    /// <summary>Rigs that one process can be.</summary>
    public const int MaxRigs = 64;

    /// <summary>Default of <see cref="For"/>.</summary>
    public const double DefaultSeconds = 60;

    /// <summary>Default of <see cref="ListenFrom"/>.</summary>
    public const string AnyPort = "tcp://127.0.0.1:0";

    /// <summary>Key of <see cref="Connector"/>, which may be given without a value.</summary>
    internal const string Flag = nameof(Connector);

    /// <summary>Key of <see cref="ListenFrom"/>, written `--listen-from` too.</summary>
    internal const string DashedKey = nameof(ListenFrom);

    /// <summary>
    /// Rigs, 1 to <see cref="MaxRigs"/>: each has its own seed (the first `Seed`, each next one more), link and port.
    /// </summary>
    [Description("rigs in this process")]
    [Range(1, MaxRigs)]
    public int Rigs { get; set; } = 1;

    /// <summary>Blocks a second of each rig, up to 100,000: the points stay and the rates of all channels are scaled,
    /// as `BlocksPerSecond` does; 0 = as that, or the preset, has it.</summary>
    [Description("blocks a second of each rig at the same points a block, 0 = as the preset")]
    [Range(0, 100_000)]
    public int Rate { get; set; }

    /// <summary>Seconds of the run, up to a week; 0 = until it is stopped.</summary>
    [Description("seconds of the run, 0 = until stopped")]
    [Range(0.0, 604_800.0)]
    public double For { get; set; } = DefaultSeconds;

    /// <summary>
    /// Loopback address of the first rig; the others have the ports after it. Port 0: each takes any free one.
    /// </summary>
    [Description("loopback address of the first rig, the others at the ports after it; port 0 = any free ones")]
    [Required]
    public string ListenFrom { get; set; } = AnyPort;

    /// <summary>Seconds, up to 600, that the clocks wait until each rig has a client; without clients they start then.
    /// 0 = not at all.</summary>
    [Description("seconds to wait until each rig has a client before the clocks start")]
    [Range(0.0, 600.0)]
    public double Wait { get; set; }

    /// <summary>File for the report as JSON; it is replaced. Empty = none.</summary>
    [Description("file for the report, JSON; empty = none")]
    public string Out { get; set; } = "";

    /// <summary>Also prints the arguments with which one connector takes all rigs.</summary>
    [Description("print the arguments of a connector that takes all rigs")]
    public bool Connector { get; set; }
}
