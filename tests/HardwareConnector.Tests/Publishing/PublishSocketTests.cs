using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using FuncLibs.NetMq;
using HardwareConnector.Publishing;
using Testing;

namespace HardwareConnector.Tests.Publishing;

public sealed class PublishSocketTests : IDisposable
{
    private const int LargeFrame = 4 << 20;
    private static readonly Endpoint AnyPort = Endpoint.Parse("tcp://127.0.0.1:0");
    private static readonly byte[] Header = new byte[FrameHeader.Size];
    private readonly TemporaryFolder _folder = new();
    private readonly SocketLimits _limits = new() { LingerMs = 0 };
    private readonly ZeroMqTransport _transport;

    public PublishSocketTests() => _transport = new ZeroMqTransport(_limits, TimeProvider.System);

    [Fact]
    public void HighWaterMark_BeforeTheBind_IsZero()
    {
        using PublishSocket socket = new(_transport.Publish, AnyPort);

        (socket.HighWaterMark, socket.HasSubscriber).ShouldBe((0, false));
    }

    [Fact]
    public void Bind_SizeUnknown_CountsUsualFrames()
    {
        using PublishSocket socket = new PublishSocket(_transport.Publish, AnyPort).Bind(0);

        socket.HighWaterMark.ShouldBe(_limits.HighWaterMark(SocketLimits.TypicalFrameBytes));
    }

    [Fact]
    public void Follow_FramesOfTwiceTheSize_KeepsTheSocket()
    {
        using PublishSocket socket = new PublishSocket(_transport.Publish, AnyPort).Bind(1000);

        socket.Follow(2000).ShouldBeFalse();
        socket.HighWaterMark.ShouldBe(_limits.HighWaterMark(1000));
    }

    [Fact]
    public void Follow_MuchLargerFramesOverTcp_BindsAtTheSamePlaceAndSubscribersComeBack() =>
        FollowsAt(AnyPort, _transport);

    [Fact]
    public void Follow_MuchLargerFramesOverIpc_BindsAtTheSamePlaceAndSubscribersComeBack() =>
        FollowsAt(Endpoint.Parse($"ipc://{_folder.File("data")}"), _transport);

    [Fact]
    public void Follow_MuchLargerFramesOverNetMq_BindsAtTheSamePlaceAndSubscribersComeBack()
    {
        using NetMqTransport transport = new(_limits, TimeProvider.System);
        FollowsAt(AnyPort, transport);
    }

    [Fact]
    public void Follow_MuchLargerFramesOverDirect_KeepsTheSocketWhoseQueuesAreInBytes()
    {
        using DirectTransport transport = new(_limits, TimeProvider.System);
        using PublishSocket socket = new PublishSocket(transport.Publish, AnyPort).Bind(1000);

        socket.Follow(LargeFrame).ShouldBeFalse();
    }

    [Fact]
    public void Dropped_SubscriberThatDoesNotRead_CountsItsFrames()
    {
        using DirectTransport transport = new(
            new SocketLimits { LingerMs = 0, QueueBytes = 1 << 20, KernelBufferBytes = 16 << 10 },
            TimeProvider.System);
        using PublishSocket socket = new PublishSocket(transport.Publish, AnyPort).Bind(1000);
        using IFrameSubscriber subscriber = transport.Subscribe(socket.Endpoint);
        subscriber.Subscribe([]);
        byte[] payload = new byte[100_000];

        Eventually.True(
            () => socket.TryPublish("D/1"u8, Header, payload) == SendStatus.Sent && socket.Dropped >= 3,
            "frames are dropped for a subscriber that does not read");

        socket.SlowSubscribers(1).ShouldHaveSingleItem().Dropped.ShouldBe(socket.Dropped);
    }

    [Fact]
    public void Dropped_WithALibrary_IsNotTold()
    {
        using PublishSocket socket = new PublishSocket(_transport.Publish, AnyPort).Bind(0);

        (socket.Dropped, socket.SlowSubscribers(16).Count).ShouldBe((0, 0));
    }

    [Fact]
    public void Follow_ASubscriberThatReadsNothing_StaysWithinItsMemoryLimit()
    {
        using PublishSocket socket = new PublishSocket(_transport.Publish, AnyPort).Bind(1000);
        socket.Follow(LargeFrame).ShouldBeTrue();

        ((long)socket.HighWaterMark * LargeFrame).ShouldBeLessThanOrEqualTo(_limits.QueueBytes);
    }

    public void Dispose()
    {
        _transport.Dispose();
        _folder.Dispose();
    }

    private void FollowsAt(Endpoint endpoint, ITransport transport)
    {
        using PublishSocket socket = new PublishSocket(transport.Publish, endpoint).Bind(1000);
        Endpoint before = socket.Endpoint;
        using IFrameSubscriber subscriber = transport.Subscribe(before);
        subscriber.Subscribe([]);
        Eventually.True(() => Receives(socket, subscriber), "the subscriber hears the publisher");

        socket.Follow(LargeFrame).ShouldBeTrue();

        (socket.Endpoint, socket.HighWaterMark).ShouldBe((before, _limits.HighWaterMark(LargeFrame)));
        while (subscriber.TryReceive(new FrameBuffer(FrameLimits.Default)) == ReceiveStatus.Frame)
        {
        }

        Eventually.True(() => Receives(socket, subscriber), "the subscriber hears it again");
    }

    private static bool Receives(PublishSocket socket, IFrameSubscriber subscriber)
    {
        socket.DrainInput();
        socket.TryPublish("D/1"u8, Header, [1, 2, 3]);
        return subscriber.TryReceive(new FrameBuffer(FrameLimits.Default)) == ReceiveStatus.Frame
            && socket.HasSubscriber;
    }
}
