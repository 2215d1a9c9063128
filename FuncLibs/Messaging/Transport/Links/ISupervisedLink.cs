namespace FuncLibs.Messaging.Transport.Links;

/// <summary>The connection of a consumer's socket, as <see cref="ReconnectSupervisor"/> sees it. Used by the thread that owns the socket.</summary>
internal interface ISupervisedLink
{
    /// <summary>How long ago the library gave the connection up for good; null while it lives or the library tries again.</summary>
    TimeSpan? EndedFor { get; }

    /// <summary>Whether the library tells when a handshake is done.</summary>
    bool TellsHandshake { get; }

    /// <summary>Timestamp of the newest handshake that succeeded; 0 before the first, and always where the library does not tell.</summary>
    long HandshakeAt { get; }

    /// <summary>True when a message waits.</summary>
    bool IsReadable { get; }

    /// <summary>Makes the connection anew, with all subscriptions.</summary>
    void Reconnect();
}
