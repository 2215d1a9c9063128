using FuncLibs.Messaging.Transport;

namespace HardwareConnector.Publishing;

/// <summary>
/// The PUB socket of the publish thread. The queue of a slow subscriber is counted in frames, and a transport takes the count only before a
/// bind: when a rig describes much larger frames than the count was made for, the socket is closed and bound again at the same place.
/// Subscribers come back by themselves and are sent what they missed from the journal.
/// </summary>
/// <param name="bind">Binds a socket for frames of a size in bytes.</param>
/// <param name="endpoint">Where it is bound the first time; later where it was then.</param>
public sealed class PublishSocket(Func<Endpoint, int?, IFramePublisher> bind, Endpoint endpoint) : IFramePublisher
{
    // A socket of twice the memory is borne: who comes back has a short gap in what is live.
    private const int Excess = 2;

    // The library gives the address back from a thread of its own, some milliseconds after the close.
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

    /// <summary>Frames that may wait for one subscriber now; 0 before the bind. Any thread.</summary>
    public int HighWaterMark => Volatile.Read(ref _bound)?.HighWaterMark ?? 0;

    /// <summary>True while somebody is subscribed to blocks. Any thread.</summary>
    public bool HasSubscriber => Volatile.Read(ref _bound)?.Counts.DataTopics > 0;

    private IFramePublisher Bound => _bound ?? throw new InvalidOperationException("The socket is not bound yet.");

    /// <summary>Binds it, on the thread that will use it.</summary>
    /// <param name="frameBytes">Size of the largest usual frame in bytes; 0 where it is not known yet.</param>
    /// <exception cref="EndpointException">It cannot be bound.</exception>
    public PublishSocket Bind(int frameBytes)
    {
        _frameBytes = frameBytes > 0 ? frameBytes : SocketLimits.UsualFrameBytes;
        Volatile.Write(ref _bound, bind(_endpoint, _frameBytes));
        _endpoint = Bound.Endpoint;
        return this;
    }

    /// <summary>Binds it again when frames of this size would let a slow subscriber take more than twice its memory.</summary>
    /// <param name="frameBytes">Size of the largest usual frame in bytes.</param>
    /// <returns>True when it was bound again.</returns>
    /// <exception cref="EndpointException">Another program took the address meanwhile.</exception>
    public bool Follow(int frameBytes)
    {
        if (frameBytes <= (long)_frameBytes * Excess)
            return false;
        IFramePublisher before = Bound;
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
