using Microsoft.Extensions.Logging;

namespace Simulator.Hosting;

/// <summary>Log events of the process, ids 304-310.</summary>
internal static partial class SimulatorLog
{
    /// <summary>The ground-truth file ends here.</summary>
    [LoggerMessage(304, LogLevel.Error, "{Fault}")]
    public static partial void GroundTruthFault(ILogger logger, string fault);

    /// <summary>The ground-truth file has gaps.</summary>
    [LoggerMessage(
        305, LogLevel.Warning, "{Lines} lines are not in the truth file {File}: its disk was too slow, or it is full")]
    public static partial void GroundTruthDropped(ILogger logger, long lines, string file);

    /// <summary>The run has a fault schedule.</summary>
    [LoggerMessage(310, LogLevel.Warning, "{Count} faults are scheduled by {File}; the last begins at sample {Last}")]
    public static partial void FaultsScheduled(ILogger logger, int count, string file, long last);
}
