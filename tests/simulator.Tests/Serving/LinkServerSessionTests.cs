using System.Net.Sockets;
using FuncLibs.Messaging.RigLink;
using Simulator.Serving;

namespace Simulator.Tests.Serving;

public sealed class LinkServerSessionTests
{
    private const int FrameBytes = 1 << 16;
    private const int TrickleMilliseconds = 50;

    [Fact]
    public void Close_ForAPeerThatDoesNotGo_LetsTheBlockThreadThrough()
    {
        using var sockets = new SocketPair();
        using var gone = new CancellationTokenSource();
        var session = new LinkServerSession(
            LinkConnection.Over(sockets.Rig), new SendQueue(4, FrameBytes), new LinkCounters(), TimeProvider.System);
        var closing = new Thread(() => session.Close("the rig stops"));
        var trickling = new Thread(() => Trickle(sockets.Peer, gone.Token));
        closing.Start();
        ReadToEnd(sockets.Peer);
        trickling.Start();

        session.Send();
        bool wasOpen = !sockets.Rig.SafeHandle.IsClosed;
        gone.Cancel();
        trickling.Join();
        closing.Join();

        wasOpen.ShouldBeTrue("the session still listened to the peer when the block thread was through");
        sockets.Rig.SafeHandle.IsClosed.ShouldBeTrue();
    }

    // A byte now and then keeps the rig draining.
    private static void Trickle(Socket peer, CancellationToken gone)
    {
        while (!gone.WaitHandle.WaitOne(TrickleMilliseconds))
            peer.Send([0], SocketFlags.None, out _);
        peer.Shutdown(SocketShutdown.Both);
    }

    private static void ReadToEnd(Socket peer)
    {
        byte[] bytes = new byte[FrameBytes];
        while (peer.Receive(bytes) > 0)
        {
        }
    }
}
