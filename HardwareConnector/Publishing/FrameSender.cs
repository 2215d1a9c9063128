using FuncLibs.Timing;
using FuncLibs.Transport;
using FuncLibs.Wire;
using HardwareConnector.Recording;

namespace HardwareConnector.Publishing;

/// <summary>
/// Completes headers, records and sends frames. The one place every published frame goes through, in order: what is sent was handed to
/// the journal before. Publish thread only.
/// </summary>
internal sealed class FrameSender
{
    private readonly IFramePublisher _publisher;
    private readonly TimeProvider _time;
    private readonly PublisherIdentity _identity;
    private readonly PublishCounters _counters;
    private readonly Recorder _recorder;
    private readonly byte[] _header = new byte[FrameHeader.Size];

    public FrameSender(IFramePublisher publisher, TimeProvider time, PublisherIdentity identity, PublishCounters counters, Recorder recorder)
    {
        _publisher = publisher;
        _time = time;
        _identity = identity;
        _counters = counters;
        _recorder = recorder;
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
            Publisher = _identity.Publisher,
            Epoch = _identity.Epoch,
            PublishedNs = _time.NowNs(),
        };
        header.Over(payload).Write(_header);
        _recorder.Record(header, _header, payload);

        // A frame that the socket refuses keeps its number: consumers find the hole and declare it.
        SendStatus sent = _publisher.TryPublish(topic.Utf8, _header, payload);
        _counters.CountFrame(FrameHeader.Size + payload.Length, sent == SendStatus.Sent);
    }
}
