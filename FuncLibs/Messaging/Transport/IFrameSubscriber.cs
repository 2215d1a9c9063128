using FuncLibs.Messaging.Transport.Buffers;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport;

/// <summary>The data side of a consumer. Made, used and closed by one thread.</summary>
public interface IFrameSubscriber : IPollable
{
    /// <summary>Messages refused for their shape: <see cref="FrameFault.Length"/> (not three frames, a topic or header too long) and
    /// <see cref="FrameFault.Oversize"/>.</summary>
    FrameFaultCounts Faults { get; }

    /// <summary>How often the link was made anew by <see cref="Maintain"/>.</summary>
    long Reconnects { get; }

    /// <summary>Links that the library gave up because the publisher broke the protocol, as an oversize message does; 0 with a library
    /// that connects again by itself (NetMQ).</summary>
    long ProtocolEnds { get; }

    /// <summary>Asks for all topics with a prefix.</summary>
    void Subscribe(ReadOnlySpan<byte> prefix);

    /// <summary>No longer asks for them.</summary>
    void Unsubscribe(ReadOnlySpan<byte> prefix);

    /// <summary>Takes one message, if one waits, into <paramref name="buffer"/>. The header is not checked yet.</summary>
    ReceiveStatus TryReceive(FrameBuffer buffer);

    /// <summary>
    /// Makes the link anew when it died or is stale (no frame of any kind for a second), with backoff. Call it in each turn of the
    /// loop, when nothing waits any more.
    /// </summary>
    /// <returns>True when it did.</returns>
    bool Maintain();
}
