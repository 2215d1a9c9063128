using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Tests.Publishing;

/// <summary>
/// A PUB socket that goes from thread to thread. libzmq allows it with a full fence between two threads, which is what
/// these tests are about: it counts uses that overlap, uses after the end, and blocks out of order.
/// </summary>
internal sealed class LentPublisher(IFramePublisher socket) : IFramePublisher
{
    private readonly ulong[] _last = new ulong[8];
    private int _users;
    private bool _isDisposed;

    public bool AllowsHandOver => true;

    public Endpoint Endpoint => socket.Endpoint;

    public PublisherCounts Counts => socket.Counts;

    public LinkCounts Links => socket.Links;

    public int HighWaterMark => socket.HighWaterMark;

    /// <summary>Uses by two threads at once, and after it was disposed.</summary>
    public int Wrong { get; private set; }

    /// <summary>Blocks whose sequence does not follow that of the block before, in their stream.</summary>
    public int OutOfOrder { get; private set; }

    /// <summary>The next send fails with an exception.</summary>
    public bool Fails { get; set; }

    /// <summary>Thread of the last send.</summary>
    public Thread? SentBy { get; private set; }

    /// <summary>Sequence of the last block of a stream.</summary>
    public ulong Last(uint stream) => Volatile.Read(ref _last[stream]);

    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        Enter();
        if (Fails)
            throw new IOException("The socket fails.");
        FrameHeaderReader.Read(header, payload, FrameLimits.Default, out FrameHeader frame).IsOk.ShouldBeTrue();
        if (frame.Kind == FrameKind.Data)
        {
            OutOfOrder += frame.Sequence == _last[frame.Stream] + 1 ? 0 : 1;
            Volatile.Write(ref _last[frame.Stream], frame.Sequence);
            SentBy = Thread.CurrentThread;
        }

        SendStatus sent = socket.TryPublish(topic, header, payload);
        Leave();
        return sent;
    }

    public SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> payload) =>
        socket.TryPublish(topic, payload);

    public int DrainInput(int max = 256)
    {
        Enter();
        int read = socket.DrainInput(max);
        Leave();
        return read;
    }

    public void Dispose()
    {
        Enter();
        _isDisposed = true;
        socket.Dispose();
        Leave();
    }

    private void Enter() => Wrong += Interlocked.Increment(ref _users) == 1 && !_isDisposed ? 0 : 1;

    private void Leave() => Interlocked.Decrement(ref _users);
}
