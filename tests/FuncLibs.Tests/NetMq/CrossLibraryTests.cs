using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.NetMq;
using FuncLibs.Tests.Messaging.Transport.Contract;
using FuncLibs.Tests.Messaging.Transport.ZeroMq;
using Testing;

namespace FuncLibs.Tests.NetMq;

/// <summary>Each process may have its own library: they speak the same protocol.</summary>
public sealed class CrossLibraryTests
{
    private static readonly SocketLimits Limits = new() { LingerMs = 0, StaleMs = 60_000 };

    [Fact]
    public void Publish_NetMqToLibzmq_IsTheSameFrames()
    {
        using var there = new NetMqTransport(Limits, TimeProvider.System);
        Stream(there);
    }

    [Fact]
    public void Publish_LibzmqToNetMq_IsTheSameFrames()
    {
        using var there = new ZeroMqTransport(Limits, TimeProvider.System);
        Stream(there);
    }

    [Fact]
    public void Serve_NetMqToLibzmq_Answers()
    {
        using var there = new NetMqTransport(Limits, TimeProvider.System);
        Ask(there);
    }

    [Fact]
    public void Serve_LibzmqToNetMq_Answers()
    {
        using var there = new ZeroMqTransport(Limits, TimeProvider.System);
        Ask(there);
    }

    private static void Stream(ITransport there)
    {
        using Rig here = Other(there);
        using IFramePublisher publisher = there.Publish(Rig.AnyPort);
        IFrameSubscriber subscriber = here.Subscriber(publisher.Endpoint);
        here.Join(publisher, subscriber);
        for (ulong sequence = 2; sequence < 200; sequence++)
        {
            Rig.Send(publisher, sequence, 100_000);
            here.Next(subscriber).ShouldBe(sequence);
        }
    }

    private static void Ask(ITransport there)
    {
        using Rig here = Other(there);
        using IControlServer server = there.Serve(Rig.AnyPort);
        IControlClient client = here.Own(here.Transport.Connect(server.Endpoint));
        client.TrySend([0x81, 1, 2]).ShouldBe(SendStatus.Sent);
        PeerId? peer = null;
        Eventually.True(
            () => server.TryReceive(here.Buffer, out peer) == ReceiveStatus.Control, "the request comes in");
        here.Buffer.Payload.ToArray().ShouldBe([0x81, 1, 2]);
        server.TrySend(peer!, [0x80]).ShouldBe(SendStatus.Sent);
        Eventually.True(() => client.TryReceive(here.Buffer) == ReceiveStatus.Control, "the answer comes in");
    }

    private static Rig Other(ITransport there) =>
        there.Library.Name == TransportLibrary.Netmq ? Rig.Of<ZeroMqUnderTest>(Limits) : Rig.Of<NetMqUnderTest>(Limits);
}
