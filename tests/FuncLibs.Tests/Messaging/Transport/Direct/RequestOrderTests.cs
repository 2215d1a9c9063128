using FuncLibs.Messaging.Transport;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

public sealed class RequestOrderTests : IDisposable
{
    private readonly Rig _rig = Rig.Of<DirectUnderTest>();

    [Fact]
    public void TryReceive_PeerThatFloods_AnotherIsServedInTurn()
    {
        IControlServer server = _rig.Own(_rig.Transport.Serve(Rig.AnyPort));
        using var flooder = RawPeer.Connect(server.Endpoint);
        flooder.Handshake("DEALER");
        for (int i = 0; i < 2000; i++)
            flooder.SendFrame([1], more: false);
        Eventually.True(() => server.TryReceive(_rig.Buffer, out _) == ReceiveStatus.Control, "the flood comes in");
        IControlClient client = _rig.Own(_rig.Transport.Connect(server.Endpoint));
        client.TrySend([2]);
        Eventually.True(() => server.Links.Handshakes == 2, "the other is connected");

        // What the kernel still has of the flood is read in turn, too: of 2000 only some come before.
        int before = 0;
        Eventually.True(() => Takes(server, 2, ref before), "the other's request comes in");

        before.ShouldBeLessThan(1000);
    }

    public void Dispose() => _rig.Dispose();

    private bool Takes(IControlServer server, byte wanted, ref int before)
    {
        if (server.TryReceive(_rig.Buffer, out _) != ReceiveStatus.Control)
            return false;
        before++;
        return _rig.Buffer.Payload[0] == wanted;
    }
}
