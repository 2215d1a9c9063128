using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using FuncLibs.NetMq;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

/// <summary>The direct transport with both libraries, on either side.</summary>
public sealed class CrossLibraryTests
{
    private static readonly SocketLimits Limits = new() { LingerMs = 0, StaleMs = 60_000 };

    public static TheoryData<string, string> Pairs => new()
    {
        { TransportLibrary.Direct, TransportLibrary.Libzmq },
        { TransportLibrary.Libzmq, TransportLibrary.Direct },
        { TransportLibrary.Direct, TransportLibrary.Netmq },
        { TransportLibrary.Netmq, TransportLibrary.Direct },
    };

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Publish_ToTheOther_IsTheSameFrames(string of, string to)
    {
        using ITransport there = Create(of);
        using ITransport here = Create(to);
        using IFramePublisher publisher = there.Publish(Rig.AnyPort);
        using IFrameSubscriber subscriber = here.Subscribe(publisher.Endpoint);
        subscriber.Subscribe([]);
        FrameBuffer buffer = new(Limits.Frames);
        ulong sequence = 0;
        Eventually.True(
            () =>
            {
                publisher.DrainInput();
                Rig.Send(publisher, ++sequence, 100_000);
                return subscriber.TryReceive(buffer) == ReceiveStatus.Frame;
            },
            "the subscriber hears the publisher");
        for (int i = 0; i < 200; i++)
            Rig.Send(publisher, ++sequence, 100_000);

        ulong last = SequenceOf(buffer);
        while (last < sequence)
        {
            Eventually.True(() => subscriber.TryReceive(buffer) == ReceiveStatus.Frame, "the next frame comes in");
            SequenceOf(buffer).ShouldBe(++last);
        }
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Serve_ToTheOther_Answers(string of, string to)
    {
        using ITransport there = Create(of);
        using ITransport here = Create(to);
        using IControlServer server = there.Serve(Rig.AnyPort);
        using IControlClient client = here.Connect(server.Endpoint);
        FrameBuffer buffer = new(Limits.Frames);
        client.TrySend([0x81, 1, 2]).ShouldBe(SendStatus.Sent);
        PeerId? peer = null;
        Eventually.True(() => server.TryReceive(buffer, out peer) == ReceiveStatus.Control, "the request comes in");
        buffer.Payload.ToArray().ShouldBe([0x81, 1, 2]);
        server.TrySend(peer!, [0x80]).ShouldBe(SendStatus.Sent);
        Eventually.True(() => client.TryReceive(buffer) == ReceiveStatus.Control, "the answer comes in");
        buffer.Payload.ToArray().ShouldBe([0x80]);
    }

    private static ulong SequenceOf(FrameBuffer buffer)
    {
        FrameHeaderReader.Read(
            buffer.Header, buffer.Payload, Limits.Frames, out FrameHeader header).IsOk.ShouldBeTrue();
        return header.Sequence;
    }

    private static ITransport Create(string library) => library switch
    {
        TransportLibrary.Netmq => new NetMqTransport(Limits, TimeProvider.System),
        TransportLibrary.Libzmq => new ZeroMqTransport(Limits, TimeProvider.System),
        _ => new DirectTransport(Limits, TimeProvider.System),
    };
}
