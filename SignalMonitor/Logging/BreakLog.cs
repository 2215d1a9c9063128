using Microsoft.Extensions.Logging;

namespace SignalMonitor.Logging;

/// <summary>What a monitor says of breaks and their captures.</summary>
internal static partial class BreakLog
{
    [LoggerMessage(3060, LogLevel.Warning, "stream {Stream}: break {Event}, at sample {Sample}")]
    public static partial void Broken(ILogger logger, string stream, string @event, long sample);

    [LoggerMessage(3061, LogLevel.Warning, "break trigger {Name} is NOT WATCHED: {Fault}")]
    public static partial void NotWatched(ILogger logger, string name, string fault);

    [LoggerMessage(
        3062,
        LogLevel.Information,
        "break trigger {Name} watches {Channel} of stream {Stream} and keeps {Columns} columns, {Bytes} bytes")]
    public static partial void Watched(
        ILogger logger, string name, string channel, string stream, int columns, long bytes);

    [LoggerMessage(
        3063, LogLevel.Information, "the samples around a break are in {File}: {Points} points of {Columns} columns")]
    public static partial void Captured(ILogger logger, string file, int points, int columns);

    [LoggerMessage(
        3064,
        LogLevel.Error,
        "the samples around a break are NOT WRITTEN ({File}): {Fault}; they wait in memory, and it is tried again")]
    public static partial void NotCaptured(ILogger logger, string file, string fault);

    [LoggerMessage(
        3065, LogLevel.Error, "stream {Stream}: {Count} breaks found no room among the events and were not told")]
    public static partial void EventsLost(ILogger logger, string stream, long count);
}
