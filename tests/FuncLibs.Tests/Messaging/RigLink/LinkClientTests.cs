using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Tests.Blocks.Catalogue;

namespace FuncLibs.Tests.Messaging.RigLink;

public sealed class LinkClientTests : IDisposable
{
    private const int WaitMicroseconds = 100_000;
    private readonly Socket _listener = new(SocketType.Stream, ProtocolType.Tcp);
    private Socket? _rig;

    public LinkClientTests()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
    }

    public void Dispose()
    {
        _listener.Dispose();
        _rig?.Dispose();
    }

    [Fact]
    public async Task Connect_NoListener_IsAnOutcome()
    {
        _listener.Dispose();
        var free = new IPEndPoint(IPAddress.Loopback, 1);

        LinkOutcome outcome = await Task.Run(() => LinkClient.Connect(free, "test", TimeProvider.System, out _));

        outcome.Status.ShouldBe(LinkStatus.Failed);
        outcome.ToString().ShouldContain("127.0.0.1:1");
    }

    [Fact]
    public async Task Connect_NoHello_GivesUpInTime() =>
        (await Connect(_ => { })).Outcome.ToString().ShouldBe("no valid hello: the rig sent no hello in time");

    [Fact]
    public async Task Connect_Garbage_IsRefused() =>
        (await Connect(
            rig => rig.Send("HTTP/1.1 400 Bad Request\r\n\r\n"u8))).Outcome.Status.ShouldBe(LinkStatus.BadType);

    [Fact]
    public async Task Connect_BlockBeforeHello_IsRefused() =>
        (await Connect(rig => rig.Send([1, 0, 0, 0, 2]))).Outcome.Status.ShouldBe(LinkStatus.BadHello);

    [Fact]
    public async Task Read_SilentRig_IsReported()
    {
        (LinkOutcome outcome, LinkClient? connected) = await Connect(SendHello);
        outcome.ToString().ShouldBe("Ok");
        using LinkClient client = connected!;

        LinkOutcome end = Drain(client);

        end.Status.ShouldBe(LinkStatus.Silent);
    }

    [Fact]
    public async Task Read_SecondHello_ReplacesTheStreams()
    {
        (_, LinkClient? connected) = await Connect(SendHello);
        using LinkClient client = connected!;
        var frame = new LinkFrameWriter();
        LinkHello.WriteRig(frame, [Descriptions.Stream with { Name = "other" }]);
        _rig!.Send(frame.Frame);
        _rig.Shutdown(SocketShutdown.Send);

        Drain(client).Status.ShouldBe(LinkStatus.Closed);
        client.HelloCount.ShouldBe(2);
        client.Stream(3)!.Name.ShouldBe("other");
        client.Stream(4).ShouldBeNull();
    }

    private static void SendHello(Socket rig)
    {
        var frame = new LinkFrameWriter();
        LinkHello.WriteRig(frame, [Descriptions.Stream]);
        rig.Send(frame.Frame);
    }

    private static LinkOutcome Drain(LinkClient client)
    {
        LinkOutcome outcome = LinkOutcome.Ok;
        while (!outcome.IsFatal)
            outcome = client.Read(out _, WaitMicroseconds);
        return outcome;
    }

    private async Task<(LinkOutcome Outcome, LinkClient? Client)> Connect(Action<Socket> rig)
    {
        LinkClient? client = null;
        Task<LinkOutcome> connecting = Task.Run(
            () => LinkClient.Connect(_listener.LocalEndPoint!, "test", TimeProvider.System, out client));
        _rig = await _listener.AcceptAsync();
        rig(_rig);
        return (await connecting, client);
    }
}
