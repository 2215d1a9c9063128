using Microsoft.Extensions.Logging;

namespace Simulator.Hosting;

/// <summary>Log events of the simulator, ids 300-399.</summary>
public static partial class SimulatorLog
{
    /// <summary>A client is served.</summary>
    [LoggerMessage(300, LogLevel.Information, "client '{Client}' connected")]
    public static partial void ClientConnected(ILogger logger, string client);

    /// <summary>The client is gone.</summary>
    [LoggerMessage(301, LogLevel.Information, "client '{Client}' gone: {Reason}")]
    public static partial void ClientGone(ILogger logger, string client, string reason);

    /// <summary>A connection did not become a client.</summary>
    [LoggerMessage(302, LogLevel.Warning, "connection refused: {Reason} ({Total} refused so far)")]
    public static partial void PeerRefused(ILogger logger, string reason, long total);

    /// <summary>The system could not accept a connection.</summary>
    [LoggerMessage(303, LogLevel.Warning, "accept failed: {Reason}")]
    public static partial void AcceptFailed(ILogger logger, string reason);

    /// <summary>The truth file ends here.</summary>
    [LoggerMessage(304, LogLevel.Error, "{Fault}")]
    public static partial void TruthFault(ILogger logger, string fault);

    /// <summary>The truth file has holes.</summary>
    [LoggerMessage(305, LogLevel.Warning, "{Lines} lines are not in the truth file {File}: its disk was too slow, or it is full")]
    public static partial void TruthDropped(ILogger logger, long lines, string file);

    /// <summary>A client missed events.</summary>
    [LoggerMessage(325, LogLevel.Warning, "client '{Client}' was not told of {Count} events: its queue was full")]
    public static partial void EventsDropped(ILogger logger, string client, long count);

    /// <summary>The run has a fault schedule.</summary>
    [LoggerMessage(310, LogLevel.Warning, "{Count} faults are scheduled by {File}; the last begins at sample {Last}")]
    public static partial void FaultsScheduled(ILogger logger, int count, string file, long last);
}
