using FuncLibs.Messaging.Transport;

namespace HardwareConnector.Publishing;

/// <summary>
/// The PUB socket of the publish stage. With a library the queue limit of a slow subscriber is a frame count, which
/// applies only before a bind: when a rig describes much larger frames, the socket is closed and bound again at the
/// same address. Subscribers reconnect automatically and receive what they missed from the journal.
/// </summary>
/// <param name="bind">Binds a socket for frames of a size in bytes.</param>
/// <param name="endpoint">Address of the first bind; a later one uses the bound address.</param>
public sealed class PublishSocket(Func<Endpoint, int?, IFramePublisher> bind, Endpoint endpoint) : IFramePublisher
{
    // Up to twice the memory is tolerated: a rebind causes a short gap in live data.
    private const int Excess = 2;

    // The library releases the address from its own thread, some milliseconds after the close.
    private const int ReleaseMilliseconds = 5000;

    private Endpoint _endpoint = endpoint;
    private IFramePublisher? _bound;
    private int _frameBytes;

    /// <inheritdoc/>
    public Endpoint Endpoint => _endpoint;

    /// <inheritdoc/>
    public PublisherCounts Counts => Bound.Counts;

    /// <inheritdoc/>
    public LinkCounts Links => Bound.Links;

    /// <inheritdoc/>
    public bool AllowsHandOver => Bound.AllowsHandOver;

    /// <inheritdoc/>
    public bool IsQueueInBytes => Bound.IsQueueInBytes;

    /// <summary>Current queue limit for one subscriber, in frames; 0 before the bind. Any thread.</summary>
    public int HighWaterMark => Volatile.Read(ref _bound)?.HighWaterMark ?? 0;

    /// <summary>
    /// Frames that were dropped for slow subscribers; 0 with a library, which does not tell. Any thread.
    /// </summary>
    public long Dropped => Volatile.Read(ref _bound)?.Counts.Dropped ?? 0;

    /// <summary>True while there is a subscriber to blocks. Any thread.</summary>
    public bool HasSubscriber => Volatile.Read(ref _bound)?.Counts.DataTopics > 0;

    private IFramePublisher Bound => _bound ?? throw new InvalidOperationException("The socket is not bound yet.");

    /// <summary>Binds the socket, on the publish thread.</summary>
    /// <param name="frameBytes">Size of the largest usual frame in bytes; 0 if unknown.</param>
    /// <exception cref="EndpointException">It cannot be bound.</exception>
    public PublishSocket Bind(int frameBytes)
    {
        _frameBytes = frameBytes > 0 ? frameBytes : SocketLimits.TypicalFrameBytes;
        Volatile.Write(ref _bound, bind(_endpoint, _frameBytes));
        _endpoint = Bound.Endpoint;
        return this;
    }

    /// <summary>
    /// Binds the socket again if frames of this size would let a slow subscriber take more than twice its memory.
    /// </summary>
    /// <param name="frameBytes">Size of the largest usual frame in bytes.</param>
    /// <returns>True after a new bind.</returns>
    /// <exception cref="EndpointException">Another program took the address meanwhile.</exception>
    public bool Follow(int frameBytes)
    {
        IFramePublisher before = Bound;
        if (before.IsQueueInBytes || frameBytes <= (long)_frameBytes * Excess)
            return false;
        Volatile.Write(ref _bound, null);
        before.Dispose();
        using ManualResetEventSlim never = new();
        for (int waited = 0; !TryBindAgain(frameBytes, mayWait: waited < ReleaseMilliseconds); waited++)
            never.Wait(1);
        return true;
    }

    /// <inheritdoc/>
    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload) =>
        Bound.TryPublish(topic, header, payload);

    /// <inheritdoc/>
    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> payload) =>
        Bound.TryPublish(topic, payload);

    /// <inheritdoc/>
    public IReadOnlyList<SubscriberQueue> SlowSubscribers(int max) =>
        Volatile.Read(ref _bound)?.SlowSubscribers(max) ?? [];

    /// <inheritdoc/>
    public int DrainInput(int max = 256) => Bound.DrainInput(max);

    /// <inheritdoc/>
    public void Dispose() => _bound?.Dispose();

    private bool TryBindAgain(int frameBytes, bool mayWait)
    {
        try
        {
            Bind(frameBytes);
            return true;
        }
        catch (EndpointException) when (mayWait)
        {
            return false;
        }
    }
}
