using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Messaging.Publishing;

/// <summary>
/// Completes headers and sends frames. The one place every frame of a publisher goes through, in order: its observer has seen what is sent
/// before it is. Publish thread only.
/// </summary>
public sealed class FrameSender
{
    private readonly IFramePublisher _publisher;
    private readonly TimeProvider _time;
    private readonly PublisherIdentity _identity;
    private readonly IFrameObserver _observer;
    private readonly FrameFlags _flags;
    private readonly byte[] _header = new byte[FrameHeader.Size];

    /// <summary>Sends by a socket of the calling thread.</summary>
    public FrameSender(IFramePublisher publisher, TimeProvider time, PublisherIdentity identity, IFrameObserver observer)
    {
        _publisher = publisher;
        _time = time;
        _identity = identity;
        _observer = observer;
        _flags = identity.PlaysRecording ? FrameFlags.Recording : FrameFlags.None;
    }

    /// <summary>The header of the frame that was sent last.</summary>
    public ReadOnlySpan<byte> LastHeader => _header;

    /// <summary>Stamps, completes and sends one frame.</summary>
    /// <param name="topic">Its topic.</param>
    /// <param name="frame">Kind, flags, stream, content, sequence, acquired and catalogue revision; the rest is filled in here.</param>
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
        header.Over(payload).Write(_header);
        _observer.Sending(header, _header, payload);

        // A frame that the socket refuses keeps its number: consumers find the hole and declare it.
        SendStatus sent = _publisher.TryPublish(topic.Utf8, _header, payload);
        _observer.Sent(FrameHeader.Size + payload.Length, sent == SendStatus.Sent);
    }
}

/// <summary>Sees every frame of a publisher on its way out. Publish thread; takes no memory and waits for nothing.</summary>
public interface IFrameObserver
{
    /// <summary>Before a frame is sent.</summary>
    /// <param name="header">Its header, complete.</param>
    /// <param name="headerBytes">The same as bytes.</param>
    /// <param name="payload">Its payload.</param>
    void Sending(in FrameHeader header, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload);

    /// <summary>After it was sent.</summary>
    /// <param name="bytes">Bytes of header and payload.</param>
    /// <param name="taken">False when the socket did not take it; its number is a hole then.</param>
    void Sent(int bytes, bool taken);
}
