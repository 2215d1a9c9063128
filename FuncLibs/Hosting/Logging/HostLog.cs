using FuncLibs.Messaging.Transport;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Logging;

/// <summary>Log events of the shared composition; ids 1-99. The hosts' own ids begin at 100.</summary>
public static partial class HostLog
{
    /// <summary>A part of the process failed.</summary>
    [LoggerMessage(1, LogLevel.Critical, "{What} failed; the process stops")]
    public static partial void FatalError(ILogger logger, Exception? cause, string what);

    /// <summary>The process started.</summary>
    [LoggerMessage(2, LogLevel.Information, "{Program} {Version} started, process {ProcessId}")]
    public static partial void Started(ILogger logger, string program, string version, int processId);

    /// <summary>The process started, with its ZeroMQ library.</summary>
    [LoggerMessage(5, LogLevel.Information, "{Program} {Version} started, process {ProcessId}, transport {Transport}")]
    public static partial void StartedWith(
        ILogger logger, string program, string version, int processId, TransportLibrary transport);

    /// <summary>A stop was requested.</summary>
    [LoggerMessage(3, LogLevel.Information, "stopping: {Reason}")]
    public static partial void Stopping(ILogger logger, string reason);

    /// <summary>Who may connect, at the start and after each change.</summary>
    [LoggerMessage(6, LogLevel.Information, "keys allowed to connect: {Names}")]
    public static partial void PeersAllowed(ILogger logger, string names);

    /// <summary>A file in the folder of allowed peers gives no access.</summary>
    [LoggerMessage(7, LogLevel.Warning, "not used: {Fault}")]
    public static partial void KeyFileNotUsed(ILogger logger, string fault);

    /// <summary>Peers were refused.</summary>
    [LoggerMessage(8, LogLevel.Warning, "{Count} connections or requests were refused; the last: {Last}")]
    public static partial void AccessRefused(ILogger logger, long count, string last);

    /// <summary>Sockets without keys may be reached from other machines.</summary>
    [LoggerMessage(
        9,
        LogLevel.Warning,
        "Security:AllowInsecure is true: anyone on the network can read the data and send requests")]
    public static partial void OpenToAll(ILogger logger);

    /// <summary>A watched loop stands still: the watchdog of the service manager is not fed.</summary>
    [LoggerMessage(
        10,
        LogLevel.Critical,
        "thread {Loop} has not moved for {Since} (limit {Limit}): the watchdog is not fed, and the service manager "
            + "will restart the process")]
    public static partial void LoopStuck(ILogger logger, string loop, TimeSpan since, TimeSpan limit);

    /// <summary>A loop that stood still moves again.</summary>
    [LoggerMessage(11, LogLevel.Warning, "thread {Loop} moves again: the watchdog is fed")]
    public static partial void LoopMovesAgain(ILogger logger, string loop);

    /// <summary>Peers sent more than a consumer does.</summary>
    [LoggerMessage(
        15,
        LogLevel.Warning,
        "{Count} connections were cut: their peers sent more subscriptions or requests than a consumer does")]
    public static partial void FloodsCut(ILogger logger, long count);

    /// <summary>Ports have as many connections as they take.</summary>
    [LoggerMessage(
        16,
        LogLevel.Warning,
        "{Count} connections were ended: each port takes {Limit}; raise the limit of open files (ulimit -n 65536; "
            + "systemd: LimitNOFILE=65536), or find who connects")]
    public static partial void BeyondLimit(ILogger logger, long count, int limit);

    /// <summary>A thread did not end in time; the process ends without it.</summary>
    [LoggerMessage(4, LogLevel.Error, "thread {Thread} did not stop within {Limit}")]
    public static partial void DidNotStop(ILogger logger, string thread, TimeSpan limit);
}
