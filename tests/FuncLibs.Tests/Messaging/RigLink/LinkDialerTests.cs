using System.Globalization;
using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Tests.Messaging.RigLink;

public sealed class LinkDialerTests : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> _opened = [];

    public LinkDialerTests() => _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));

    private IPEndPoint Address => (IPEndPoint)_listener.LocalEndPoint!;

    public void Dispose()
    {
        _listener.Dispose();
        foreach (Socket socket in _opened)
            socket.Dispose();
    }

    [Fact]
    public void Connect_Listener_CarriesBytesBothWays()
    {
        _listener.Listen();
        Socket socket = Dial(Address);
        Socket peer = Kept(_listener.Accept());

        peer.Send("to"u8);
        socket.Send("from"u8);

        socket.Poll(TimeSpan.FromSeconds(10), SelectMode.SelectRead).ShouldBeTrue();
        socket.Receive(new byte[8]).ShouldBe(2);
        peer.Receive(new byte[8]).ShouldBe(4);
    }

    [Fact]
    public void Connect_NameOfHost_TriesItsAddresses()
    {
        // "localhost" may have an address of IPv6 first, where nobody listens.
        _listener.Listen();
        Dial(new DnsEndPoint("localhost", Address.Port)).RemoteEndPoint.ShouldBe(Address);
    }

    [Fact]
    public void Connect_Socket_IsNotPolledByTheRuntime()
    {
        if (!Linux.InUse)
            return;
        _listener.Listen();
        Socket socket = Dial(Address);
        PolledDescriptors().ShouldNotContain((int)socket.Handle);
    }

    [Fact]
    public void Connect_NoListener_SaysWhereAndWhy()
    {
        LinkOutcome outcome = LinkDialer.Connect(Address, TimeProvider.System, out Socket? socket, default);
        socket.ShouldBeNull();
        outcome.Status.ShouldBe(LinkStatus.Failed);
        outcome.ToString().ShouldContain($"{Address}: Connection refused");
    }

    [Fact]
    public void Connect_UnknownHost_SaysWhich()
    {
        var nowhere = new DnsEndPoint("rig.invalid", 5555);
        LinkOutcome outcome = LinkDialer.Connect(nowhere, TimeProvider.System, out _, default);
        outcome.Status.ShouldBe(LinkStatus.Failed);
        outcome.ToString().ShouldContain("rig.invalid");
    }

    [Fact]
    public void Connect_HostThatDoesNotAnswer_EndsAfterTheTimeOfAHello()
    {
        FillBacklog();
        LinkOutcome outcome = LinkDialer.Connect(Address, new QuickTime(), out Socket? socket, default);
        socket.ShouldBeNull();
        outcome.ToString().ShouldContain($"{Address}: no connection in time");
    }

    [Fact]
    public void Connect_Stopped_EndsEarly()
    {
        FillBacklog();
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(1));
        LinkOutcome outcome = LinkDialer.Connect(Address, TimeProvider.System, out _, stop.Token);
        outcome.Status.ShouldBe(LinkStatus.Failed);
    }

    // Descriptors in a set of epoll, of which the runtime has one for each of its socket threads.
    private static HashSet<int> PolledDescriptors()
    {
        HashSet<int> polled = [];
        foreach (string file in Directory.GetFiles("/proc/self/fdinfo"))
        {
            string[] lines;
            try
            {
                lines = File.ReadAllLines(file);
            }
            catch (IOException)
            {
                // Closed meanwhile by another test.
                continue;
            }

            foreach (string line in lines.Where(line => line.StartsWith("tfd:", StringComparison.Ordinal)))
            {
                string number = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1];
                polled.Add(int.Parse(number, CultureInfo.InvariantCulture));
            }
        }

        return polled;
    }

    // The kernel does not answer further connections until one is accepted.
    private void FillBacklog()
    {
        _listener.Listen(0);
        for (int i = 0; i < 4; i++)
        {
            Socket waiting = Kept(new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
            waiting.Blocking = false;
            Should.Throw<SocketException>(() => waiting.Connect(Address));
        }
    }

    private Socket Dial(EndPoint endpoint)
    {
        LinkOutcome outcome = LinkDialer.Connect(endpoint, TimeProvider.System, out Socket? socket, default);
        outcome.IsOk.ShouldBeTrue(outcome.ToString());
        return Kept(socket!);
    }

    private Socket Kept(Socket socket)
    {
        _opened.Add(socket);
        return socket;
    }

    // Ends the wait for the time of a hello at once.
    private sealed class QuickTime : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            base.CreateTimer(callback, state, dueTime / 1000, period);
    }
}
