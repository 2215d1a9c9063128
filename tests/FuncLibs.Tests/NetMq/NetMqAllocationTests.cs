using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.NetMq;

/// <summary>What this side of NetMQ takes of memory; what its I/O threads take is in docs/performance.md.</summary>
public sealed class NetMqAllocationTests : IDisposable
{
    private const int PayloadBytes = 100_000;

    private const int Passes = 1000;

    // The runtime allocates once on a thread now and then; the least of several windows is what every frame costs.
    private const int Windows = 3;

    // Two reference counters of 24 bytes, of header and payload, which NetMQ lets nobody use again; the rest is queue
    // memory now and then.
    private const long MaxBytesOfAFrame = 96;

    private readonly Rig _rig = Rig.Of<NetMqUnderTest>();

    [Fact]
    public void PublishAndReceive_Warm_TakeCountersAndNoPayload()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = _rig.Pair();
        byte[] header = new byte[FrameHeader.Size];
        byte[] payload = new byte[PayloadBytes];
        var pool = new FramePool(_rig.Limits.Frames, 2);
        ulong sequence = 10;

        long published = 0;
        long received = 0;
        (long Published, long Received) min = (long.MaxValue, long.MaxValue);
        for (int i = 0; i < Passes; i++)
            Pass();
        for (int window = 0; window < Windows; window++)
        {
            published = received = 0;
            for (int i = 0; i < Passes; i++)
                Pass();
            min = (Math.Min(min.Published, published), Math.Min(min.Received, received));
        }

        min.Published.ShouldBeLessThan(Passes * MaxBytesOfAFrame);
        min.Received.ShouldBeLessThan(Passes * MaxBytesOfAFrame);

        void Pass()
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            new FrameHeader { Kind = FrameKind.Data, Epoch = 1, Stream = 1, Sequence = ++sequence }
                .WithPayload(payload)
                .Write(header);
            publisher.TryPublish(Rig.Topic, header, payload);
            long sent = GC.GetAllocatedBytesForCurrentThread();
            FrameBuffer buffer = pool.TryRent()!;
            while (subscriber.TryReceive(buffer) != ReceiveStatus.Frame)
                Thread.Yield();
            pool.Return(buffer);
            published += sent - before;
            received += GC.GetAllocatedBytesForCurrentThread() - sent;
        }
    }

    public void Dispose() => _rig.Dispose();
}
