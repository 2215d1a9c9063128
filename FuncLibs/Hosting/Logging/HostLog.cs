using FuncLibs.Messaging.Transport;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Logging;

/// <summary>Log events of the shared composition; ids 1-99 are its own, the hosts begin at 100.</summary>
public static partial class HostLog
{
    /// <summary>A part of the process died.</summary>
    [LoggerMessage(1, LogLevel.Critical, "{What} died; the process stops")]
    public static partial void Died(ILogger logger, Exception? cause, string what);

    /// <summary>The process runs.</summary>
    [LoggerMessage(2, LogLevel.Information, "{Program} {Version} started, process {ProcessId}")]
    public static partial void Started(ILogger logger, string program, string version, int processId);

    /// <summary>The process runs, and which ZeroMQ carries its data.</summary>
    [LoggerMessage(5, LogLevel.Information, "{Program} {Version} started, process {ProcessId}, transport {Transport}")]
    public static partial void StartedWith(ILogger logger, string program, string version, int processId, TransportLibrary transport);

    /// <summary>The process was asked to stop.</summary>
    [LoggerMessage(3, LogLevel.Information, "stopping: {Reason}")]
    public static partial void Stopping(ILogger logger, string reason);

    /// <summary>A thread did not end in time; the process ends without it.</summary>
    [LoggerMessage(4, LogLevel.Error, "thread {Thread} did not stop within {Limit}")]
    public static partial void DidNotStop(ILogger logger, string thread, TimeSpan limit);
}
