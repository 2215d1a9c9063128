using FuncLibs.Messaging.Transport.Buffers;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport;

/// <summary>The control side of a consumer. Made, used and closed by one thread, the one that owns the subscriber.</summary>
public interface IControlClient : IPollable
{
    /// <summary>Answers refused for their shape.</summary>
    FrameFaultCounts Faults { get; }

    /// <summary>How often the link was made anew by <see cref="Maintain"/>.</summary>
    long Reconnects { get; }

    /// <summary>Sends a control map. When nothing comes back for some seconds, <see cref="Maintain"/> makes the link anew.</summary>
    SendStatus TrySend(ReadOnlySpan<byte> map);

    /// <summary>Takes one message, if one waits: a control map, or a data message of a snapshot or a replay.</summary>
    ReceiveStatus TryReceive(FrameBuffer buffer);

    /// <summary>Makes the link anew when it died. Say hello again then: the publisher knows the consumer no more.</summary>
    /// <returns>True when it did.</returns>
    bool Maintain();
}
