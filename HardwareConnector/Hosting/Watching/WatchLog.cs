using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting.Watching;

/// <summary>What this host logs of consumers, claims and clocks. Ids 2030-2039.</summary>
internal static partial class WatchLog
{
    [LoggerMessage(2030, LogLevel.Warning, "consumer {Consumer} is slow: {Places}")]
    public static partial void ConsumerSlow(ILogger logger, string consumer, string places);

    [LoggerMessage(2031, LogLevel.Warning, "consumer {Consumer} has been silent for {Seconds:0} s: {Places}")]
    public static partial void ConsumerGone(ILogger logger, string consumer, double seconds, string places);

    [LoggerMessage(2032, LogLevel.Information, "consumer {Consumer} follows again: {Places}")]
    public static partial void ConsumerKeeping(ILogger logger, string consumer, string places);

    [LoggerMessage(
        2033,
        LogLevel.Warning,
        "the quota removed {Segments} segments so far that consumers still needed: {Consumers}; they are told that the range is gone")]
    public static partial void NeededRemoved(ILogger logger, long segments, string consumers);

    [LoggerMessage(2034, LogLevel.Warning, "claims of consumers: {Reason}")]
    public static partial void ClaimsDamaged(ILogger logger, string reason);

    [LoggerMessage(2035, LogLevel.Warning, "claims of consumers cannot be saved ({Reason}); they hold, but not over a restart")]
    public static partial void ClaimsNotSaved(ILogger logger, string reason);

    [LoggerMessage(
        2036,
        LogLevel.Warning,
        "the clock of this machine was stepped by {Seconds:+0.000000;-0.000000} s; due times of blocks come from the rig and are as they were")]
    public static partial void ClockStepped(ILogger logger, double seconds);
}
