using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>A transport with what its tests need: made, used and closed on the thread of the test.</summary>
internal sealed class Rig : IDisposable
{
    public static readonly Endpoint AnyPort = Endpoint.Parse("tcp://127.0.0.1:0");
    public static readonly byte[] Topic =
    [
        .. FuncLibs.Messaging.Wire.Topic.Create(FrameKind.Data, "lab", "rig1", "main").Utf8,
    ];

    private readonly List<IDisposable> _sockets = [];

    private Rig(ITransport transport, SocketLimits limits)
    {
        Limits = limits;
        Transport = transport;
        Buffer = new FrameBuffer(limits.Frames);
    }

    public SocketLimits Limits { get; }

    public ITransport Transport { get; }

    public FrameBuffer Buffer { get; }

    public static Rig Of<TLibrary>(SocketLimits? limits = null)
        where TLibrary : ITransportUnderTest
    {
        limits ??= new SocketLimits { LingerMs = 0 };
        return new Rig(TLibrary.Make(limits, TimeProvider.System), limits);
    }

    /// <summary>Over a transport that is taken over.</summary>
    public static Rig Over(ITransport transport, SocketLimits limits) => new(transport, limits);

    public T Own<T>(T socket)
        where T : IDisposable
    {
        _sockets.Add(socket);
        return socket;
    }

    public IFramePublisher Publisher() => Own(Transport.Publish(AnyPort));

    public IFrameSubscriber Subscriber(Endpoint endpoint)
    {
        IFrameSubscriber subscriber = Own(Transport.Subscribe(endpoint));
        subscriber.Subscribe([]);
        return subscriber;
    }

    /// <summary>A publisher and a subscriber of it that hears it.</summary>
    public (IFramePublisher Publisher, IFrameSubscriber Subscriber) Pair()
    {
        IFramePublisher publisher = Publisher();
        IFrameSubscriber subscriber = Subscriber(publisher.Endpoint);
        Join(publisher, subscriber);
        return (publisher, subscriber);
    }

    /// <summary>Publishes until the subscriber hears it, and takes all of that.</summary>
    public void Join(IFramePublisher publisher, IFrameSubscriber subscriber)
    {
        Eventually.True(
            () =>
            {
                publisher.DrainInput();
                Send(publisher, 0);
                subscriber.Maintain();
                return subscriber.TryReceive(Buffer) == ReceiveStatus.Frame;
            },
            "the subscriber hears the publisher");
        while (Sequence(publisher, 1, subscriber) != 1)
        {
        }
    }

    public static void Send(IFramePublisher publisher, ulong sequence, int payloadBytes = 100)
    {
        byte[] payload = new byte[payloadBytes];
        byte[] header = new byte[FrameHeader.Size];
        new FrameHeader { Kind = FrameKind.Data, Epoch = 1, Stream = 1, Sequence = sequence }
            .WithPayload(payload)
            .Write(header);
        publisher.TryPublish(Topic, header, payload).ShouldBe(SendStatus.Sent);
    }

    /// <summary>Waits for the next frame and gives its sequence.</summary>
    public ulong Next(IFrameSubscriber subscriber)
    {
        Eventually.True(() => subscriber.TryReceive(Buffer) == ReceiveStatus.Frame, "a frame comes in");
        FrameHeaderReader.Read(
            Buffer.Header, Buffer.Payload, Limits.Frames, out FrameHeader header).IsOk.ShouldBeTrue();
        return header.Sequence;
    }

    public void Dispose()
    {
        Transport.Shutdown();
        foreach (IDisposable socket in _sockets)
            socket.Dispose();
        Transport.Dispose();
    }

    private ulong Sequence(IFramePublisher publisher, ulong mark, IFrameSubscriber subscriber)
    {
        Send(publisher, mark);
        ulong last;
        do
            last = Next(subscriber);
        while (last != mark);
        return last;
    }
}
