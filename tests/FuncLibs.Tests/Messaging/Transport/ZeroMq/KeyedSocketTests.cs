using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Tests.Messaging.Keys;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

/// <summary>Sockets that demand keys: who may connect, as whom, and until when.</summary>
public sealed class KeyedSocketTests : IDisposable
{
    private static readonly SocketLimits Limits = new() { LingerMs = 0, ReconnectMs = 20, ReconnectMaxMs = 50 };

    private readonly TemporaryFolder _folder = new();
    private readonly KeyFile _serverKey = KeyFileTests.NewKey("rig1");
    private readonly KeyFile _clientKey = KeyFileTests.NewKey("office1");
    private readonly List<IDisposable> _owned = [];
    private readonly FrameBuffer _buffer = new(Limits.Frames);
    private readonly AllowedPeers _allowed;
    private readonly TransportKeys _keys;
    private readonly ZeroMqTransport _server;

    public KeyedSocketTests()
    {
        Allow(_clientKey, AccessRights.All);
        _allowed = new AllowedPeers(_folder.Path);
        _keys = new TransportKeys { Own = _serverKey, Allowed = _allowed };
        _server = new ZeroMqTransport(Limits, TimeProvider.System, keys: _keys);
    }

    [Fact]
    public void Publish_AllowedKey_HearsEveryFrame()
    {
        IFramePublisher publisher = Own(_server.Publish(Rig.AnyPort));
        IFrameSubscriber subscriber = Subscribe(publisher, _clientKey);
        Eventually.True(() => Hears(publisher, subscriber), "the allowed peer hears the publisher");
        _keys.Counts.Accepted.ShouldBe(1);
    }

    [Fact]
    public void Publish_UnknownKey_IsRefusedAndCounted()
    {
        IFramePublisher publisher = Own(_server.Publish(Rig.AnyPort));
        IFrameSubscriber subscriber = Subscribe(publisher, KeyFileTests.NewKey("stranger"));
        Eventually.True(() => _keys.Counts.UnknownKeys > 0, "the refusal is counted");
        Hears(publisher, subscriber).ShouldBeFalse();
        _keys.Counts.Last.ShouldNotBeNull().ShouldContain("127.0.0.1: the key");
    }

    [Fact]
    public void Publish_PlainPeer_IsRefused()
    {
        IFramePublisher publisher = Own(_server.Publish(Rig.AnyPort));
        IFrameSubscriber subscriber = Subscribe(publisher, own: null);
        Eventually.True(() => publisher.Links.HandshakeFailed > 0, "the handshake fails");
        Hears(publisher, subscriber).ShouldBeFalse();
    }

    [Fact]
    public void Publish_PeerThatExpectsAnotherServerKey_DoesNotConnect()
    {
        IFramePublisher publisher = Own(_server.Publish(Rig.AnyPort));
        ZeroMqTransport client = ClientOf(_clientKey);
        IFrameSubscriber subscriber = Own(client.Subscribe(publisher.Endpoint, KeyFileTests.NewKey("other").Public));
        subscriber.Subscribe([]);
        Eventually.True(() => publisher.Links.HandshakeFailed > 0, "the handshake fails");
        Hears(publisher, subscriber).ShouldBeFalse();
    }

    [Fact]
    public void Publish_KeyWithoutTheRightToLive_IsRefused()
    {
        Allow(_clientKey, AccessRights.Replay);
        _allowed.Reload();
        IFramePublisher publisher = Own(_server.Publish(Rig.AnyPort));
        IFrameSubscriber subscriber = Subscribe(publisher, _clientKey);
        Eventually.True(() => _keys.Counts.MissingRights > 0, "the refusal is counted");
        Hears(publisher, subscriber).ShouldBeFalse();
    }

    [Fact]
    public void Serve_AllowedKey_GivesThePeerTheNameOfItsKey()
    {
        IControlServer server = Own(_server.Serve(Rig.AnyPort));
        IControlClient client = Own(ClientOf(_clientKey).Connect(server.Endpoint, _serverKey.Public));
        client.TrySend([0x80]);
        Request(server).KeyName.ShouldBe("office1");
    }

    [Fact]
    public void Serve_RequestThatWasPolledFor_HasTheNameToo()
    {
        IControlServer server = Own(_server.Serve(Rig.AnyPort));
        IWaitSet wait = _server.WaitFor(server);
        IControlClient client = Own(ClientOf(_clientKey).Connect(server.Endpoint, _serverKey.Public));
        client.TrySend([0x80]);
        Eventually.True(() => wait.Wait(10) == WaitStatus.Ready, "a request is there");
        server.TryReceive(_buffer, out PeerId? peer).ShouldBe(ReceiveStatus.Control);
        peer.ShouldNotBeNull().KeyName.ShouldBe("office1");
        server.TrySend(peer, [0x81, 1, 2]).ShouldBe(SendStatus.Sent);
        Eventually.True(() => client.TryReceive(_buffer) == ReceiveStatus.Control, "the answer arrives");
    }

    [Fact]
    public void DrainInput_RevokedKey_CutsItsConnectionAndNoOther()
    {
        KeyFile other = KeyFileTests.NewKey("office2");
        Allow(other, AccessRights.All);
        _allowed.Reload();
        IFramePublisher publisher = Own(_server.Publish(Rig.AnyPort));
        IFrameSubscriber revoked = Subscribe(publisher, _clientKey);
        IFrameSubscriber stays = Subscribe(publisher, other);
        Eventually.True(() => Hears(publisher, revoked), "the first peer hears the publisher");
        Eventually.True(() => Hears(publisher, stays), "the second peer hears the publisher");

        File.Delete(_folder.File("office1.pub"));
        _allowed.Reload().ShouldBeTrue();
        publisher.DrainInput();
        Eventually.True(() => revoked.Links.Disconnected > 0, "the revoked peer is cut");
        Eventually.True(() => Hears(publisher, stays), "the other peer still hears the publisher");
        stays.Links.Disconnected.ShouldBe(0);
        _keys.Counts.Cut.ShouldBe(1);
    }

    [Fact]
    public void DrainInput_KeyReplacedUnderItsName_CutsTheOldConnection()
    {
        IFramePublisher publisher = Own(_server.Publish(Rig.AnyPort));
        IFrameSubscriber former = Subscribe(publisher, _clientKey);
        Eventually.True(() => Hears(publisher, former), "the peer hears the publisher");

        KeyFile replaced = KeyFileTests.NewKey(_clientKey.Name);
        Allow(replaced, AccessRights.All);
        _allowed.Reload().ShouldBeTrue();
        publisher.DrainInput();
        Eventually.True(() => former.Links.Disconnected > 0, "the connection of the former key is cut");
        IFrameSubscriber present = Subscribe(publisher, replaced);
        Eventually.True(() => Hears(publisher, present), "the owner of the new key hears the publisher");
        _keys.Counts.Cut.ShouldBe(1);
    }

    [Fact]
    public void TryReceive_RequestOfAKeyReplacedUnderItsName_IsDropped()
    {
        IControlServer server = Own(_server.Serve(Rig.AnyPort));
        IControlClient client = Own(ClientOf(_clientKey).Connect(server.Endpoint, _serverKey.Public));
        client.TrySend([0x80]);
        Request(server);
        Allow(KeyFileTests.NewKey(_clientKey.Name), AccessRights.All);
        _allowed.Reload().ShouldBeTrue();
        client.TrySend([0x80]);
        IsCutUnheard(server, client, "the connection of the former key is cut");
    }

    [Fact]
    public void ZapServer_AddressThatIsTaken_SaysThatKeysAreNotChecked()
    {
        using ContextHandle context = new();
        using var first = new ZapServer(context, _allowed, new AccessCounts());
        AccessCounts counts = new();
        Should.Throw<TransportException>(() => new ZapServer(context, _allowed, counts))
            .Message.ShouldContain("cannot check keys");
        counts.Fault.ShouldNotBeNull();
        ZeroMqNative.CtxShutdown(context);
    }

    [Fact]
    public void TryReceive_RequestOfARevokedKey_IsDroppedAndItsConnectionCut()
    {
        IControlServer server = Own(_server.Serve(Rig.AnyPort));
        IControlClient client = Own(ClientOf(_clientKey).Connect(server.Endpoint, _serverKey.Public));
        client.TrySend([0x80]);
        Request(server);
        File.Delete(_folder.File("office1.pub"));
        _allowed.Reload();
        client.TrySend([0x80]);
        IsCutUnheard(server, client, "the revoked peer is cut");
    }

    [Fact]
    public void Publish_BeyondLoopbackWithKeys_IsAllowed() =>
        Own(_server.Publish(Endpoint.Parse("tcp://0.0.0.0:0"))).Endpoint.Port.ShouldBeGreaterThan(0);

    [Fact]
    public void Publish_BeyondLoopbackWithoutKeys_IsRefused()
    {
        ZeroMqTransport plain = Own(new ZeroMqTransport(Limits, TimeProvider.System));
        Should.Throw<EndpointException>(() => plain.Publish(Endpoint.Parse("tcp://0.0.0.0:0")));
    }

    public void Dispose()
    {
        for (int i = _owned.Count - 1; i >= 0; i--)
            _owned[i].Dispose();
        _server.Dispose();
        _folder.Dispose();
    }

    private T Own<T>(T part)
        where T : IDisposable
    {
        _owned.Add(part);
        return part;
    }

    private void Allow(KeyFile key, AccessRights rights) =>
        File.WriteAllText(_folder.File(key.Name + ".pub"), (key with { Secret = null, Rights = rights }).ToString());

    private ZeroMqTransport ClientOf(KeyFile? own) =>
        Own(new ZeroMqTransport(Limits, TimeProvider.System, keys: new TransportKeys { Own = own }));

    private IFrameSubscriber Subscribe(IFramePublisher publisher, KeyFile? own)
    {
        IFrameSubscriber subscriber =
            Own(ClientOf(own).Subscribe(publisher.Endpoint, own is null ? null : _serverKey.Public));
        subscriber.Subscribe([]);
        return subscriber;
    }

    private bool Hears(IFramePublisher publisher, IFrameSubscriber subscriber)
    {
        publisher.DrainInput();
        Rig.Send(publisher, 1);
        bool hears = false;
        while (subscriber.TryReceive(_buffer) == ReceiveStatus.Frame)
            hears = true;
        return hears;
    }

    // Nothing that the client sent arrives, and its connection ends.
    private void IsCutUnheard(IControlServer server, IControlClient client, string what) => Eventually.True(
        () =>
        {
            server.TryReceive(_buffer, out PeerId? peer);
            peer.ShouldBeNull();
            return client.Links.Disconnected > 0;
        },
        what);

    private PeerId Request(IControlServer server)
    {
        PeerId? peer = null;
        Eventually.True(
            () => server.TryReceive(_buffer, out peer) == ReceiveStatus.Control && peer is not null,
            "a request arrives");
        return peer!;
    }
}
