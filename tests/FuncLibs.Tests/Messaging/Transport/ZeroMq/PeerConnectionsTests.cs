using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Runtime.Platform;
using FuncLibs.Tests.Messaging.Keys;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

/// <summary>Whose connection a descriptor is, with real TCP connections.</summary>
public sealed class PeerConnectionsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly AccessCounts _counts = new();
    private readonly AllowedPeers _allowed;
    private readonly PeerConnections _connections;
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TcpClient _client = new();
    private readonly Socket _accepted;
    private readonly AllowedPeer _one;
    private readonly AllowedPeer _two;

    public PeerConnectionsTests()
    {
        (_one, _two) = (Allow("one"), Allow("two"));
        _allowed = new AllowedPeers(_folder.Path);
        _connections = new PeerConnections(_allowed, AccessRights.None, _counts);
        _listener.Start();
        _client.Connect((IPEndPoint)_listener.LocalEndpoint);
        _accepted = _listener.AcceptSocket();
    }

    private int Descriptor => (int)_accepted.Handle;

    public void Dispose()
    {
        _accepted.Dispose();
        _client.Dispose();
        _listener.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Note_AllowedPeer_IsNamed() => Note(_one, 1).ShouldBe("one");

    [Fact]
    public void CutRevoked_KnownPeer_IsCut()
    {
        Note(_one, 1);
        Revoke(_one);

        _connections.CutRevoked();

        _counts.Cut.ShouldBe(Linux.InUse ? 1 : 0);
    }

    // The connection of the message has ended, and another peer has its descriptor.
    [Fact]
    public void Note_LateMessageOfARevokedPeer_LeavesTheLaterConnection()
    {
        Note(_two, 2).ShouldBe("two");
        Revoke(_one);

        Note(_one, 1).ShouldBeNull();

        _counts.Cut.ShouldBe(0);
        IsOpen().ShouldBeTrue();
    }

    [Fact]
    public void CutRevoked_AfterALateMessage_CutsTheOwnerOfTheConnectionOnly()
    {
        Note(_two, 2);
        Note(_one, 1).ShouldBe("one");
        Revoke(_one);
        _connections.CutRevoked();
        _counts.Cut.ShouldBe(0);

        Revoke(_two);
        _connections.CutRevoked();

        _counts.Cut.ShouldBe(Linux.InUse ? 1 : 0);
    }

    [Fact]
    public void Note_LateMessageBeforeTheFirstOfTheLaterPeer_GivesWayToIt()
    {
        Note(_one, 1).ShouldBe("one");
        Note(_two, 2).ShouldBe("two");
        Revoke(_one);

        _connections.CutRevoked();

        _counts.Cut.ShouldBe(0);
        IsOpen().ShouldBeTrue();
    }

    [Theory]
    [InlineData("")]
    [InlineData("one")]
    [InlineData("one\nkey")]
    [InlineData("one\nkey\n1")]
    [InlineData("one\n\n\n")]
    public void Note_UserIdThatIsNone_HasNoName(string user) =>
        _connections.Note(Descriptor, System.Text.Encoding.UTF8.GetBytes(user)).ShouldBeNull();

    private string? Note(AllowedPeer peer, ulong number) =>
        _connections.Note(Descriptor, PeerUser.Write(peer, number));

    private bool IsOpen()
    {
        _accepted.Send([1]);
        return _client.GetStream().ReadByte() == 1;
    }

    private AllowedPeer Allow(string name)
    {
        KeyFile key = KeyFileTests.NewKey(name);
        string file = _folder.File(name + ".pub");
        File.WriteAllText(file, (key with { Secret = null, Rights = AccessRights.All }).ToString());
        return new AllowedPeer(name, key.Public, AccessRights.All, file);
    }

    private void Revoke(AllowedPeer peer)
    {
        File.Delete(peer.File);
        _allowed.Reload().ShouldBeTrue();
    }
}
