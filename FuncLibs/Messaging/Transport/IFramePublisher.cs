namespace FuncLibs.Messaging.Transport;

/// <summary>
/// The data side of a publisher. Made, used and closed by one thread. A send never waits: a subscriber that is too slow loses frames,
/// which sequence numbers and the journal heal.
/// </summary>
public interface IFramePublisher : IPollable
{
    /// <summary>Where it really is bound.</summary>
    Endpoint Endpoint { get; }

    /// <summary>What it sent and what came in; any thread may read.</summary>
    PublisherCounts Counts { get; }

    /// <summary>Messages that may wait for one subscriber. Any thread.</summary>
    int HighWaterMark { get; }

    /// <summary>Sends one message to all who subscribed to it. The spans may be used again at once.</summary>
    SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload);

    /// <summary>
    /// Reads what subscribers sent, up to <paramref name="max"/> messages, and returns how many there were. Call it often: unread they
    /// pile up.
    /// </summary>
    int DrainInput(int max = 256);
}
