using System.Buffers;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport;

/// <summary>Counters of the connections of one socket. The monitor thread counts, any thread reads.</summary>
public sealed class LinkCounts
{
    private long _connected;
    private long _disconnected;
    private long _retried;
    private long _accepted;
    private long _acceptFailed;
    private long _handshakes;
    private long _handshakeFailed;
    private long _oldVersions;
    private string? _fault;

    /// <summary>TCP connections established, before their handshake.</summary>
    public long Connected => Volatile.Read(ref _connected);

    /// <summary>Connections that ended, for any reason.</summary>
    public long Disconnected => Volatile.Read(ref _disconnected);

    /// <summary>Reconnect attempts that the library started by itself.</summary>
    public long Retried => Volatile.Read(ref _retried);

    /// <summary>Connections accepted, before their handshake.</summary>
    public long Accepted => Volatile.Read(ref _accepted);

    /// <summary>Connections that could not be accepted: too many open files.</summary>
    public long AcceptFailed => Volatile.Read(ref _acceptFailed);

    /// <summary>Successful handshakes.</summary>
    public long Handshakes => Volatile.Read(ref _handshakes);

    /// <summary>Failed handshakes: another protocol, a timeout, no authority.</summary>
    public long HandshakeFailed => Volatile.Read(ref _handshakeFailed);

    /// <summary>
    /// Failed handshakes of peers that speak ZMTP 1.0 or 2.0. Only the direct transport can tell; 0 with a library.
    /// </summary>
    public long OldVersions => Volatile.Read(ref _oldVersions);

    /// <summary>The last fault of the counting itself, in one line; a count may then be wrong. Null for none.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    internal void SetFault(string reason) => Volatile.Write(ref _fault, reason);

    internal void AddConnected() => Interlocked.Increment(ref _connected);

    internal void AddDisconnected() => Interlocked.Increment(ref _disconnected);

    internal void AddRetried() => Interlocked.Increment(ref _retried);

    internal void AddAccepted() => Interlocked.Increment(ref _accepted);

    internal void AddAcceptFailed() => Interlocked.Increment(ref _acceptFailed);

    internal void AddHandshake() => Interlocked.Increment(ref _handshakes);

    internal void AddHandshakeFailed() => Interlocked.Increment(ref _handshakeFailed);

    internal void AddRefused(bool isOldVersion)
    {
        AddHandshakeFailed();
        if (isOldVersion)
            Interlocked.Increment(ref _oldVersions);
    }
}

/// <summary>Counters of a publisher's data socket. Its thread counts, any thread reads.</summary>
public sealed class PublisherCounts
{
    private static readonly SearchValues<byte> TopicBytes =
        SearchValues.Create("DHCLESabcdefghijklmnopqrstuvwxyz0123456789_-/"u8);

    private const byte DataTopic = (byte)'D';

    private long _messages;
    private long _bytes;
    private long _refused;
    private long _subscriptions;
    private long _unsubscriptions;
    private long _garbage;
    private long _dataTopics;
    private long _dropped;

    /// <summary>Messages sent.</summary>
    public long Messages => Volatile.Read(ref _messages);

    /// <summary>Bytes sent: topic, header and payload, counted once for any number of subscribers.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Messages that could not be sent.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Topics that got their first subscriber.</summary>
    public long Subscriptions => Volatile.Read(ref _subscriptions);

    /// <summary>Topics that lost their last subscriber.</summary>
    public long Unsubscriptions => Volatile.Read(ref _unsubscriptions);

    /// <summary>Data topics, or prefixes of them, with a subscriber now; 0 for none.</summary>
    public long DataTopics => Volatile.Read(ref _dataTopics);

    /// <summary>Messages from subscribers that are not a subscription to a valid topic.</summary>
    public long Malformed => Volatile.Read(ref _garbage);

    /// <summary>
    /// Messages that were dropped because the queue of a subscriber was full, once for each such subscriber, also of
    /// those that are gone. Only the direct transport can tell; 0 with a library.
    /// </summary>
    public long Dropped => Volatile.Read(ref _dropped);

    internal void AddMessage(int bytes)
    {
        Volatile.Write(ref _messages, _messages + 1);
        Volatile.Write(ref _bytes, _bytes + bytes);
    }

    internal void AddRefused() => Volatile.Write(ref _refused, _refused + 1);

    internal void AddDropped() => Volatile.Write(ref _dropped, _dropped + 1);

    /// <summary>
    /// Counts a frame that a subscriber sent. A subscription is one frame: 1 or 0, then the prefix of a topic. Anything
    /// else comes from a peer that is not a SUB socket of this system.
    /// </summary>
    /// <param name="frame">The frame.</param>
    /// <param name="several">Whether it belongs to a message of several frames.</param>
    internal void AddInput(ReadOnlySpan<byte> frame, bool several)
    {
        if (several || frame.IsEmpty || frame[0] > 1 || !IsPrefix(frame[1..]))
            AddMalformed();
        else
            CountPrefix(frame[1..], frame[0] == 1);
    }

    /// <summary>Whether a topic may begin so.</summary>
    internal static bool IsPrefix(ReadOnlySpan<byte> prefix) =>
        prefix.Length <= Topic.MaxBytes && !prefix.ContainsAnyExcept(TopicBytes);

    /// <summary>Counts something that is not a subscription.</summary>
    internal void AddMalformed() => Volatile.Write(ref _garbage, _garbage + 1);

    /// <summary>Counts a prefix that got its first subscriber, or lost its last one.</summary>
    internal void CountPrefix(ReadOnlySpan<byte> prefix, bool add)
    {
        bool toData = prefix.IsEmpty || prefix[0] == DataTopic;
        if (add)
            AddSubscription(toData);
        else
            AddUnsubscription(toData);
    }

    private void AddSubscription(bool toData)
    {
        Volatile.Write(ref _dataTopics, _dataTopics + (toData ? 1 : 0));
        Volatile.Write(ref _subscriptions, _subscriptions + 1);
    }

    private void AddUnsubscription(bool toData)
    {
        Volatile.Write(ref _dataTopics, _dataTopics - (toData ? 1 : 0));
        Volatile.Write(ref _unsubscriptions, _unsubscriptions + 1);
    }
}
