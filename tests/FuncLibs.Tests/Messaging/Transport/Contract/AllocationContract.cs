using System.Diagnostics;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using Testing;
using Xunit.Abstractions;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>After warm-up neither the publishing nor the receiving thread allocates for a frame.</summary>
public abstract class AllocationContract<TLibrary>(ITestOutputHelper output) : TransportContract<TLibrary>
    where TLibrary : ITransportUnderTest
{
    private const int WarmUp = 3000;
    private const int Frames = 2000;
    private const int PayloadBytes = 100_000;

    // The publisher waits for the consumer in steps, so that none is dropped and every frame takes the whole path.
    private const int Ahead = 64;

    private long _received;
    private readonly ThreadAllocation _consumer = new();

    [Fact]
    public void PublishAndReceive_Warm_AllocateNothingOnEitherThread()
    {
        IFramePublisher publisher = Rig.Publisher();
        var consumer = new Thread(() => Consume(publisher.Endpoint)) { IsBackground = true };
        consumer.Start();
        byte[] header = new byte[FrameHeader.Size];
        byte[] payload = new byte[PayloadBytes];
        Eventually.True(
            () => Publish(publisher, header, payload, 0) && Volatile.Read(ref _received) > 0, "the consumer hears");

        Run(publisher, header, payload, WarmUp);
        long begin = Stopwatch.GetTimestamp();
        long published =
            Allocation.MinOf(GC.GetAllocatedBytesForCurrentThread, () => Run(publisher, header, payload, Frames));
        long consumed = Allocation.MinOf(() => _consumer.Bytes, () => Run(publisher, header, payload, Frames));
        double seconds = Stopwatch.GetElapsedTime(begin).TotalSeconds;
        Rig.Transport.Shutdown();
        consumer.Join();

        output.WriteLine($"{6 * Frames / seconds:F0} frames/s of {PayloadBytes} bytes, CRC on both sides");
        published.ShouldBe(0);
        consumed.ShouldBe(0);
    }

    private static bool Publish(IFramePublisher publisher, byte[] header, byte[] payload, ulong sequence)
    {
        publisher.DrainInput();
        new FrameHeader { Kind = FrameKind.Data, Epoch = 1, Stream = 1, Sequence = sequence }
            .WithPayload(payload)
            .Write(header);
        return publisher.TryPublish(Rig.Topic, header, payload) == SendStatus.Sent;
    }

    private void Run(IFramePublisher publisher, byte[] header, byte[] payload, int frames)
    {
        var spin = new SpinWait();
        long start = Volatile.Read(ref _received);
        for (int sent = 0; sent < frames; sent++)
        {
            while (sent - (Volatile.Read(ref _received) - start) > Ahead)
                spin.SpinOnce(-1);
            Publish(publisher, header, payload, (ulong)sent + 1);
        }

        while (Volatile.Read(ref _received) - start < frames)
            spin.SpinOnce(-1);
    }

    private void Consume(Endpoint endpoint)
    {
        using IFrameSubscriber subscriber = Rig.Transport.Subscribe(endpoint);
        subscriber.Subscribe("D/"u8);
        IWaitSet wait = Rig.Transport.WaitFor(subscriber);
        var pool = new FramePool(Rig.Limits.Frames, 2);
        while (wait.Wait(100) != WaitStatus.Closed)
        {
            while (Take(subscriber, pool))
            {
            }

            subscriber.Maintain();
        }
    }

    private bool Take(IFrameSubscriber subscriber, FramePool pool)
    {
        FrameBuffer buffer = pool.TryRent()!;
        bool taken = subscriber.TryReceive(buffer) == ReceiveStatus.Frame
            && FrameHeaderReader.Read(buffer.Header, buffer.Payload, Rig.Limits.Frames, out _).IsOk;
        pool.Return(buffer);
        _consumer.Sample();
        if (taken)
            Volatile.Write(ref _received, _received + 1);
        return taken;
    }
}
