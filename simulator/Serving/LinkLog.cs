using Microsoft.Extensions.Logging;

namespace Simulator.Serving;

/// <summary>Log events of the link, ids 300-303 and 325.</summary>
internal static partial class LinkLog
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

    /// <summary>A client missed events.</summary>
    [LoggerMessage(325, LogLevel.Warning, "client '{Client}' did not get {Count} events: its queue was full")]
    public static partial void EventsDropped(ILogger logger, string client, long count);
}
