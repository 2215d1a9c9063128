using System.Net;
using System.Net.Sockets;

namespace Launcher.Tests;

public sealed class JobAddressesTests
{
    private readonly List<string> _said = [];

    [Fact]
    public void FindFree_AllFree_AreKeptWithoutAWord()
    {
        JobAddresses free = JobAddresses.Any.FindFree(_said.Add);

        // What was found free a moment ago is checked again.
        free.FindFree(_said.Add).ShouldBe(free);
        _said.ShouldBeEmpty();
    }

    [Fact]
    public void FindFree_PortTaken_IsReplacedAndNamed()
    {
        using Socket taken = Listen();
        int port = ((IPEndPoint)taken.LocalEndPoint!).Port;

        JobAddresses chosen = (JobAddresses.Any with { MonitorHttpPort = port }).FindFree(_said.Add);

        chosen.MonitorHttpPort.ShouldNotBe(port);
        _said.ShouldBe(
            [$"port {port} is taken, by another run or another program: the web server of the monitor is on port "
                + $"{chosen.MonitorHttpPort}"]);
    }

    [Fact]
    public void FindFree_Chosen_CanBeListenedOn()
    {
        int port = JobAddresses.Any.FindFree(_said.Add).PublishPort;
        using Socket socket = Listen(port);
        socket.IsBound.ShouldBeTrue();
    }

    private static Socket Listen(int port = 0)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
        socket.Listen();
        return socket;
    }
}
