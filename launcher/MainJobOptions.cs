using FuncLibs.Hosting.Summaries;

namespace Launcher;

/// <summary>What the main job runs and for how long. Names of presets and contents are checked by the hosts.</summary>
public sealed record MainJobOptions
{
    /// <summary>Preset of the simulator.</summary>
    public string Preset { get; init; } = "reference";

    /// <summary>Blocks per second; null = the rate of the preset.</summary>
    public double? Rate { get; init; }

    /// <summary>Content in which the connector publishes.</summary>
    public string Content { get; init; } = "columns";

    /// <summary>ZeroMQ library of connector and monitor: auto, libzmq, netmq or direct.</summary>
    public string Transport { get; init; } = "auto";

    /// <summary>Seconds after warm-up; null = until cancelled.</summary>
    public double? ForSeconds { get; init; }

    /// <summary>Seconds that are not counted.</summary>
    public double WarmupSeconds { get; init; } = RunOptions.DefaultWarmupSeconds;

    /// <summary>Folder for logs, summaries and the state of the hosts. One main job at a time may use it.</summary>
    public required string RunFolder { get; init; }

    /// <summary>Where the programs are.</summary>
    public required Binaries Binaries { get; init; }

    /// <summary>Where the processes listen.</summary>
    public JobAddresses Addresses { get; init; } = JobAddresses.Any;

    /// <summary>
    /// Gets a line for each thing the user should know before the table is drawn; used at fixed ports only.
    /// </summary>
    public Action<string> WriteLine { get; init; } = _ => { };

    /// <summary>Whether the live table goes to standard output; otherwise it goes to the log of the monitor.</summary>
    public bool ShowTable { get; init; } = true;
}
