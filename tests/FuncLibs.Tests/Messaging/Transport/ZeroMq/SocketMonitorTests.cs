using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

public sealed class SocketMonitorTests
{
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

    private sealed class ThrowingTime : TimeProvider
    {
        public override long GetTimestamp() =>
            Thread.CurrentThread.Name == "libzmq monitor"
                ? throw new InvalidOperationException("no time here")
                : base.GetTimestamp();
    }
}
