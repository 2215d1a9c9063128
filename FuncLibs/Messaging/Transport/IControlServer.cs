using FuncLibs.Messaging.Transport.Buffers;

namespace FuncLibs.Messaging.Transport;

/// <summary>
/// The control side of a publisher. Made, used and closed by one thread. One frame is a control map, three frames are a data message:
/// the last block of a stream for a snapshot, blocks of the journal for a replay.
/// </summary>
public interface IControlServer : IPollable
{
    /// <summary>Where it really is bound.</summary>
    Endpoint Endpoint { get; }

    /// <summary>Requests of a wrong shape: more than one frame, or too long. Any thread may read.</summary>
    long Malformed { get; }

    /// <summary>
    /// Takes one request, if one waits, into the payload of <paramref name="buffer"/>; <paramref name="peer"/> is set with
    /// <see cref="ReceiveStatus.Control"/>, and with <see cref="ReceiveStatus.Malformed"/> so that the peer can be told.
    /// </summary>
    ReceiveStatus TryReceive(FrameBuffer buffer, out PeerId? peer);

    /// <summary>Sends a control map.</summary>
    SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> map);

    /// <summary>Sends a data message.</summary>
    SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload);
}
