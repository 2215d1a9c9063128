using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Messaging.Publishing;

/// <summary>
/// Completes headers and sends frames. Every frame of a publisher passes through it, in order; the observer sees each
/// one before it is sent. Publish thread only.
/// </summary>
public sealed class FrameSender
{
    private readonly IFramePublisher _publisher;
    private readonly TimeProvider _time;
    private readonly PublisherIdentity _identity;
    private readonly IFrameObserver _observer;
    private readonly FrameFlags _flags;
    private readonly byte[] _header = new byte[FrameHeader.Size];

    /// <summary>Creates a sender on a socket of the calling thread.</summary>
    public FrameSender(
        IFramePublisher publisher, TimeProvider time, PublisherIdentity identity, IFrameObserver observer)
    {
        _publisher = publisher;
        _time = time;
        _identity = identity;
        _observer = observer;
        _flags = identity.PlaysRecording ? FrameFlags.Recording : FrameFlags.None;
    }

    /// <summary>The header of the last frame sent.</summary>
    public ReadOnlySpan<byte> LastHeader => _header;

    /// <summary>Stamps, completes and sends one frame.</summary>
    /// <param name="topic">Its topic.</param>
    /// <param name="frame">Kind, flags, stream, content, sequence, acquired and catalogue revision; this method fills
    /// in the rest.</param>
    /// <param name="payload">The payload.</param>
    public void Send(Topic topic, in FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        FrameHeader header = frame with
        {
            Flags = frame.Flags | _flags,
            Publisher = _identity.Publisher,
            Epoch = _identity.Epoch,
            PublishedNs = _time.NowNs(),
        };
        header.WithPayload(payload).Write(_header);
        _observer.Sending(header, _header, payload);

        // A frame that the socket refuses keeps its sequence: consumers find the gap and declare it.
        SendStatus sent = _publisher.TryPublish(topic.Utf8, _header, payload);
        _observer.Sent(FrameHeader.Size + payload.Length, sent == SendStatus.Sent);
    }
}

/// <summary>Observes every outgoing frame of a publisher. Publish thread; must not allocate or block.</summary>
public interface IFrameObserver
{
    /// <summary>Called before a frame is sent.</summary>
    /// <param name="header">Its header, complete.</param>
    /// <param name="headerBytes">The encoded header.</param>
    /// <param name="payload">Its payload.</param>
    void Sending(in FrameHeader header, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload);

    /// <summary>Called after a frame was sent.</summary>
    /// <param name="bytes">Bytes of header and payload.</param>
    /// <param name="taken">False when the socket refused the frame; its sequence is then a gap.</param>
    void Sent(int bytes, bool taken);
}
