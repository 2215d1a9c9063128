using System.Net;
using System.Net.Sockets;
using FuncLibs.Web.Serving;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace FuncLibs.Web.Tests.Serving;

public sealed class LimitedListenerTests : IAsyncLifetime
{
    private const int Limit = 3;
    private readonly List<Socket> _peers = [];
    private RunningWeb _web = null!;

    private ConnectionCount Count => _web.Services.GetRequiredService<ConnectionCount>();

    public async Task InitializeAsync() => _web = await RunningWeb.Start(new(), maxConnections: Limit);

    public async Task DisposeAsync()
    {
        _peers.ForEach(peer => peer.Dispose());
        await _web.DisposeAsync();
    }

    [Fact]
    public void Accept_ConnectionsBeyondTheLimit_AreEndedAndTold()
    {
        Fill();
        Socket beyond = Connect();
        Eventually.True(() => IsEnded(beyond), "the connection beyond the limit is ended");
        Count.BeyondLimit.ShouldBe(1);
        WebHealth health = _web.Status.Health.ShouldNotBeNull();
        health.BeyondLimit.ShouldBe(1);
        health.Warnings.ShouldHaveSingleItem().ShouldContain("raise the limit of open files");
        _peers.Take(Limit).ShouldAllBe(peer => !IsEnded(peer));
    }

    [Fact]
    public async Task Accept_OthersHaveGone_ServesAgain()
    {
        Fill();
        _peers.ForEach(peer => peer.Dispose());
        Eventually.True(() => !Count.IsFull, "there is room again");
        (await _web.Send(HttpMethod.Get, "/page")).StatusCode.ShouldBe(HttpStatusCode.OK);
        _web.Status.Health.ShouldBeNull();
    }

    private void Fill()
    {
        for (int i = 0; i < Limit; i++)
            Connect();
        Eventually.True(() => Count.IsFull, "the limit is reached");
    }

    private Socket Connect()
    {
        Socket peer = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        _peers.Add(peer);
        peer.Connect(IPAddress.Loopback, _web.Address.Port);
        return peer;
    }

    private static bool IsEnded(Socket peer)
    {
        try
        {
            return peer.Poll(0, SelectMode.SelectRead) && peer.Receive(new byte[1]) == 0;
        }
        catch (SocketException)
        {
            return true;
        }
    }
}
