using System.Diagnostics;
using System.Net.Sockets;
using System.Text;
using FuncLibs.Messaging.Transport.Direct.Zmtp;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// XPUB. The calling thread sends to every subscriber itself; a subscriber whose socket takes no more has a queue
/// within its budget, from which new messages are dropped and counted, and delays nobody.
/// </summary>
internal sealed class DirectPublisher : BoundSocket, IFramePublisher
{
    // A consumer of ours has five. A peer with more is cut: it only takes time of every send.
    private const int MaxPrefixes = 256;

    // Beyond so many subscribers the I/O thread sends to the others: the caller has its next block to publish.
    private const int MaxDirectSends = 16;

    // Messages in such a row, each soon after the one before was sent, are collected by the I/O thread: a call of the
    // kernel for each takes longer. The caller needs some time to make them, here at 4 GB/s.
    private const int TightMessages = 16;
    private const double ContentBytesPerS = 4e9;
    private static readonly long TightTicks = Stopwatch.Frequency * 2 / 1_000_000;
    private static readonly double TicksPerByte = Stopwatch.Frequency / ContentBytesPerS;

    private readonly Dictionary<string, int> _subscribers = [];
    private readonly byte[] _prefix = new byte[WireMessage.MaxPrefixBytes];
    private int _inputs;
    private long _sentAt;
    private int _tight;

    public DirectPublisher(DirectTransport transport, Socket listener, Endpoint bound, int highWaterMark)
        : base(transport, listener, bound, InputBudget.Subscriptions) => HighWaterMark = highWaterMark;

    public override ZmtpSocketType Type => ZmtpSocketType.XPub;

    public override int MaxFrameBytes => SocketLimits.MaxSubscriberBytes;

    public PublisherCounts Counts { get; } = new();

    public int HighWaterMark { get; }

    /// <inheritdoc/>
    public bool IsQueueInBytes => true;

    // The socket is the kernel's; what this class keeps besides belongs to whoever publishes at the moment.
    public bool AllowsHandOver => true;

    public override bool HasInput => Volatile.Read(ref _inputs) > 0;

    public override Outbox CreateOutbox() =>
        new(Pool, Io.Wake, Limits.QueueBytes, SocketLimits.MinHighWaterMark);

    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload) =>
        Publish(topic, header, payload, frames: 3);

    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> payload) =>
        Publish(topic, default, payload, frames: 2);

    public IReadOnlyList<SubscriberQueue> SlowSubscribers(int max) =>
    [
        .. Active
            .Select(peer => new SubscriberQueue(peer.Address, peer.Outbox.QueuedBytes, peer.Outbox.Dropped))
            .Where(queue => queue is { Dropped: > 0 } or { QueuedBytes: > 0 })
            .OrderByDescending(queue => queue.Dropped)
            .ThenByDescending(queue => queue.QueuedBytes)
            .Take(max),
    ];

    public int DrainInput(int max)
    {
        int read = Math.Min(max, Volatile.Read(ref _inputs));
        Interlocked.Add(ref _inputs, -read);
        return read;
    }

    public override bool Receive(Peer peer, ReadOnlySpan<byte> frame, bool several, bool isLast)
    {
        if (!several && !frame.IsEmpty && frame[0] <= 1)
            return Subscribe(peer, frame[1..], frame[0] == 1);
        if (isLast)
            CountMalformed();
        return true;
    }

    public override bool Subscribe(Peer peer, ReadOnlySpan<byte> prefix, bool add)
    {
        if (!PublisherCounts.IsPrefix(prefix))
        {
            CountMalformed();
            return true;
        }

        byte[] bytes = prefix.ToArray();
        int index = Array.FindIndex(peer.Prefixes, other => other.AsSpan().SequenceEqual(bytes));
        if (add && index < 0)
        {
            if (peer.Prefixes.Length >= MaxPrefixes)
            {
                Access.AddFlood();
                return false;
            }

            peer.Prefixes = [.. peer.Prefixes, bytes];
            Count(bytes, 1);
        }
        else if (!add && index >= 0)
        {
            peer.Prefixes = [.. peer.Prefixes[..index], .. peer.Prefixes[(index + 1)..]];
            Count(bytes, -1);
        }

        return true;
    }

    public override void Ended(Peer peer)
    {
        base.Ended(peer);
        foreach (byte[] prefix in peer.Prefixes)
            Count(prefix, -1);
    }

    private SendStatus Publish(
        ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload, int frames)
    {
        if (IsClosed)
        {
            Counts.AddRefused();
            return SendStatus.Closed;
        }

        WireMessage message = new(_prefix, topic, header, payload, frames, Pool);
        bool mayWait = IsTight(message.Length);
        int sent = 0;
        foreach (Peer peer in Active)
        {
            if (IsWanted(peer.Prefixes, topic)
                && peer.Outbox.Send(ref message, mayWait || sent++ >= MaxDirectSends) == SendStatus.Full)
                Counts.AddDropped();
        }

        message.Dispose();
        Counts.AddMessage(topic.Length + header.Length + payload.Length);
        _sentAt = Stopwatch.GetTimestamp();
        return SendStatus.Sent;
    }

    private bool IsTight(int bytes)
    {
        if (bytes > Outbox.GatheredBytes)
            return false;
        long idle = Stopwatch.GetTimestamp() - _sentAt;
        _tight = idle < TightTicks + (bytes * TicksPerByte) ? _tight + 1 : 0;
        return _tight >= TightMessages;
    }

    private static bool IsWanted(byte[][] prefixes, ReadOnlySpan<byte> topic)
    {
        foreach (byte[] prefix in prefixes)
        {
            if (topic.StartsWith(prefix))
                return true;
        }

        return false;
    }

    // As with XPUB of a library: only the first subscriber of a prefix, and the last one's end, is input.
    private void Count(byte[] prefix, int change)
    {
        string key = Encoding.ASCII.GetString(prefix);
        int before = _subscribers.GetValueOrDefault(key);
        int after = before + change;
        if (after == 0)
            _subscribers.Remove(key);
        else
            _subscribers[key] = after;
        if (before != 0 && after != 0)
            return;
        Counts.CountPrefix(prefix, add: change > 0);
        NoteInput();
    }

    private void CountMalformed()
    {
        Counts.AddMalformed();
        NoteInput();
    }

    private void NoteInput()
    {
        Interlocked.Increment(ref _inputs);
        Wake.Set();
    }
}
