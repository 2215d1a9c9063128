using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;

namespace HostProbe;

/// <summary>Options of the smallest host: one of every kind.</summary>
public sealed class ProbeOptions : IHostOptions
{
    public RunOptions Run { get; set; } = new();

    [Required]
    [RegularExpression("[a-z0-9_-]{1,24}", ErrorMessage = "1 to 24 of a-z 0-9 _ -")]
    [Description("name of the site")]
    public string Site { get; set; } = "lab";

    public SourceOptions[] Sources { get; set; } = [new()];

    public LoopOptions Loop { get; set; } = new();

    public StateOptions State { get; set; } = new();
}

public sealed class SourceOptions
{
    [AllowedValues("link", "simulator")]
    public string Type { get; set; } = "link";

    [Range(1.0, 1000.0)]
    public double BlocksPerSecond { get; set; } = 300;

    [RegularExpression("[a-z*]+")]
    public string[] Channels { get; set; } = ["*"];
}

public sealed class LoopOptions
{
    public LoopEnd End { get; set; } = LoopEnd.WhenStopped;

    [Range(1, 1024)]
    public int Capacity { get; set; } = 64;

    public long? Limit { get; set; }

    public int BindPort { get; set; } = -1;
}

public sealed class StateOptions
{
    public string Folder { get; set; } = "";
}

public enum LoopEnd
{
    WhenStopped,
    Throws,
    Sticks,
}

public sealed class DumpOptions
{
    public int Blocks { get; set; } = 3;
}
