namespace FuncLibs.Messaging.Transport;

/// <summary>What waits for one subscriber of a publisher, and what was dropped for it.</summary>
/// <param name="Peer">Address and port of the other side; `ipc` for a connection without.</param>
/// <param name="QueuedBytes">Bytes that wait, with an overhead for each message.</param>
/// <param name="Dropped">Messages that were dropped because its queue was full.</param>
public sealed record SubscriberQueue(string Peer, long QueuedBytes, long Dropped);
