using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.NetMq;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport;

/// <summary>Each process may have its own library: every two of them speak the same protocol, both ways.</summary>
public sealed class CrossLibraryTests
{
    private const int LargeBytes = 3_000_000;

    private static readonly SocketLimits Limits = new() { LingerMs = 0, StaleMs = 60_000 };

    private static readonly Dictionary<string, Func<ITransport>> Libraries = new()
    {
        [TransportLibrary.Libzmq] = () => new ZeroMqTransport(Limits, TimeProvider.System),
        [TransportLibrary.Netmq] = () => new NetMqTransport(Limits, TimeProvider.System),
        [TransportLibrary.Direct] = () => new DirectTransport(Limits, TimeProvider.System),
    };

    public static TheoryData<string, string> Pairs
    {
        get
        {
            var pairs = new TheoryData<string, string>();
            foreach (string there in Libraries.Keys)
            {
                foreach (string here in Libraries.Keys.Where(here => here != there))
                    pairs.Add(there, here);
            }

            return pairs;
        }
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Publish_ToAnotherLibrary_IsTheSameFrames(string from, string to)
    {
        using ITransport there = Libraries[from]();
        using var here = Rig.Over(Libraries[to](), Limits);
        using IFramePublisher publisher = there.Publish(Rig.AnyPort);
        IFrameSubscriber subscriber = here.Subscriber(publisher.Endpoint);
        here.Join(publisher, subscriber);
        for (ulong sequence = 2; sequence < 200; sequence++)
        {
            Rig.Send(publisher, sequence, sequence % 50 == 0 ? LargeBytes : 100 + ((int)sequence * 500));
            here.Next(subscriber).ShouldBe(sequence);
        }
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Subscribe_AtAnotherLibrary_SelectsByPrefixAndIsTakenBack(string from, string to)
    {
        using ITransport there = Libraries[from]();
        using var here = Rig.Over(Libraries[to](), Limits);
        using IFramePublisher publisher = there.Publish(Rig.AnyPort);
        IFrameSubscriber subscriber = here.Own(here.Transport.Subscribe(publisher.Endpoint));
        subscriber.Subscribe("D/lab/"u8);
        subscriber.Subscribe("X/"u8);
        here.Join(publisher, subscriber);
        publisher.Counts.DataTopics.ShouldBe(1);

        subscriber.Unsubscribe("D/lab/"u8);
        Eventually.True(
            () =>
            {
                publisher.DrainInput();
                subscriber.Maintain();
                return publisher.Counts.DataTopics == 0;
            },
            "the subscription is taken back");
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Serve_AnotherLibrary_Answers(string from, string to)
    {
        using ITransport there = Libraries[from]();
        using var here = Rig.Over(Libraries[to](), Limits);
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
}
