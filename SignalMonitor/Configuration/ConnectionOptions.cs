using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.State;

namespace SignalMonitor.Configuration;

/// <summary>One connector.</summary>
public sealed class ConnectionOptions
{
    /// <summary>Its PUB socket.</summary>
    [Description("where the connector publishes")]
    [Required]
    public string Subscribe { get; set; } = "tcp://127.0.0.1:5556";

    /// <summary>Its ROUTER socket.</summary>
    [Description("where the connector answers")]
    [Required]
    public string Control { get; set; } = "tcp://127.0.0.1:5557";
}

/// <summary>What is computed of what.</summary>
public sealed class ComputeOptions
{
    /// <summary>Element-wise functions, each applied to every channel.</summary>
    [Description("element-wise functions: abs, ceiling, floor, round, sign, truncate")]
    public string[] Functions { get; set; } = ["abs", "ceiling", "floor", "round", "sign", "truncate"];

    /// <summary>Channels by name or pattern: * stands for any run of characters, ? for one.</summary>
    [Description("channels by name or pattern, e.g. servo*.force,ad7")]
    public string[] Channels { get; set; } = ["*"];

    /// <summary>
    /// Blocks that may wait for the compute thread, a power of two from 2 to 4096. A full queue makes the receiver wait; what ZeroMQ
    /// then drops is found as a hole and declared.
    /// </summary>
    [Description("blocks between receiver and computation; a power of two")]
    [Range(2, 4096)]
    public int QueueBlocks { get; set; } = 256;
}

/// <summary>What survives a restart: logs for now.</summary>
public sealed class StateOptions
{
    /// <summary>The folder; one monitor at a time.</summary>
    [Description("folder for state and logs")]
    [Required]
    public string Folder { get; set; } = StateFolder.DefaultFor("monitor");
}

/// <summary>The web server.</summary>
public sealed class HttpOptions
{
    /// <summary>Where it listens: http on loopback. Port 0 = any free port.</summary>
    [Description("where health, snapshot and metrics are served: http on loopback")]
    [Required]
    public string Url { get; set; } = "http://127.0.0.1:5080";
}
