using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Computation;

/// <summary>What is computed of what.</summary>
public sealed class ComputeOptions
{
    /// <summary>Element-wise functions, each applied to every channel.</summary>
    [Description("element-wise functions of one value, e.g. abs,round,log10 (docs/signals.md lists them)")]
    public string[] Functions { get; set; } = ["abs", "ceiling", "floor", "round", "sign", "truncate"];

    /// <summary>Channels by name or pattern: * stands for any run of characters, ? for one.</summary>
    [Description("channels by name or pattern, e.g. servo*.force,ad7")]
    public string[] Channels { get; set; } = ["*"];

    /// <summary>
    /// Blocks that may wait for the compute thread, a power of two from 2 to 4096. A full queue makes the receiver
    /// wait; what ZeroMQ then drops is found as a gap and declared.
    /// </summary>
    [Description("blocks between receiver and computation; a power of two")]
    [Range(2, 4096)]
    public int QueueBlocks { get; set; } = 256;
}
