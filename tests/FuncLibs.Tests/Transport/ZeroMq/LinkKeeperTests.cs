using FuncLibs.Transport;
using FuncLibs.Transport.Buffers;
using FuncLibs.Transport.ZeroMq;
using FuncLibs.Wire;
using Testing;
using Testing.Chaos;

namespace FuncLibs.Tests.Transport.ZeroMq;

public sealed class LinkKeeperTests
{
    // Scaled down four times: a silence of 250 ms over a round trip of 150 ms is as 1 s over 0.6 s.
    [Fact]
    public void Maintain_RoundTripOfMoreThanHalfTheSilence_ConnectsAndStays()
    {
        using Rig rig = new(new SocketLimits { LingerMs = 0, StaleMs = 250, HandshakeMs = 500, ReconnectMs = 25, ReconnectMaxMs = 250 });
        IFramePublisher publisher = rig.Publisher();
        using ChaosProxy proxy = new(publisher.Endpoint.Port, seed: 1);
        proxy.Up.Faults = proxy.Down.Faults = new LineFaults { Latency = TimeSpan.FromMilliseconds(75) };
        IFrameSubscriber subscriber = rig.Subscriber(Endpoint.Parse(proxy.Endpoint));
        for (ulong sequence = 1; sequence <= 3; sequence++)
            Hear(rig, publisher, subscriber, sequence);

        long reconnects = subscriber.Reconnects;
        Hear(rig, publisher, subscriber, 4);
        (subscriber.Reconnects - reconnects).ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public void Run_FaultOnTheMonitorThread_IsReportedAndFramesGoOn()
    {
        using ZeroMqTransport transport = new(new SocketLimits { LingerMs = 0, StaleMs = 60_000 }, new ThrowingTime());
        using IFramePublisher publisher = transport.Publish(Rig.AnyPort);
        using IFrameSubscriber subscriber = transport.Subscribe(publisher.Endpoint);
        subscriber.Subscribe([]);
        FrameBuffer buffer = new(FrameLimits.Default);
        Eventually.True(
            () =>
            {
                publisher.DrainInput();
                Rig.Send(publisher, 1);
                return subscriber.TryReceive(buffer) == ReceiveStatus.Frame;
            },
            "frames come");

        Eventually.True(() => subscriber.Links.Fault is not null, "the fault is reported");
        subscriber.Links.Fault.ShouldBe("no time here");
    }

    private static void Hear(Rig rig, IFramePublisher publisher, IFrameSubscriber subscriber, ulong sequence) => Eventually.True(
        () =>
        {
            publisher.DrainInput();
            Rig.Send(publisher, sequence);
            subscriber.Maintain();
            return subscriber.TryReceive(rig.Buffer) == ReceiveStatus.Frame;
        },
        "the subscriber hears the publisher");

    private sealed class ThrowingTime : TimeProvider
    {
        public override long GetTimestamp() =>
            Thread.CurrentThread.Name == "libzmq monitor" ? throw new InvalidOperationException("no time here") : base.GetTimestamp();
    }
}
