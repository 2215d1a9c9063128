using FuncLibs.Messaging.Transport;
using Testing;
using Testing.Chaos;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

public abstract class ReconnectSupervisorContract<TLibrary>
    where TLibrary : ITransportUnderTest
{
    // A round trip of 0.6 s and a silence of 1 s: shorter ones are met by a thread that waits for the processor.
    [Fact]
    public void Maintain_RoundTripOfMoreThanHalfTheSilence_ConnectsAndStays()
    {
        using Rig rig = Rig.Of<TLibrary>(
            new SocketLimits
            {
                LingerMs = 0,
                StaleMs = 1000,
                HandshakeMs = 2000,
                ReconnectMs = 25,
                ReconnectMaxMs = 250,
            });
        IFramePublisher publisher = rig.Publisher();
        using ChaosProxy proxy = new(publisher.Endpoint.Port, seed: 1);
        proxy.Up.Faults = proxy.Down.Faults = new LineFaults { Latency = TimeSpan.FromMilliseconds(300) };
        IFrameSubscriber subscriber = rig.Subscriber(Endpoint.Parse(proxy.Endpoint));
        for (ulong sequence = 1; sequence <= 3; sequence++)
            Receive(rig, publisher, subscriber, sequence);

        long reconnects = subscriber.Reconnects;
        Receive(rig, publisher, subscriber, 4);
        (subscriber.Reconnects - reconnects).ShouldBeLessThanOrEqualTo(1);
    }

    private static void Receive(Rig rig, IFramePublisher publisher, IFrameSubscriber subscriber, ulong sequence) =>
        Eventually.True(
            () =>
            {
                publisher.DrainInput();
                Rig.Send(publisher, sequence);
                subscriber.Maintain();
                return subscriber.TryReceive(rig.Buffer) == ReceiveStatus.Frame;
            },
            "the subscriber hears the publisher");
}
