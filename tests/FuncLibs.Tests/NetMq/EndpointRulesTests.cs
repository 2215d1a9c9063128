using FuncLibs.Messaging.Transport;
using FuncLibs.NetMq;
using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.NetMq;

public sealed class EndpointRulesTests : IDisposable
{
    private readonly Rig _rig = Rig.Of<NetMqUnderTest>();

    public static TheoryData<string> Elsewhere =>
        ["tcp://0.0.0.0:5556", "tcp://192.168.1.7:5556", "tcp://rig.lab:5556", "tcp://[::]:5556"];

    [Theory]
    [MemberData(nameof(Elsewhere))]
    public void Publish_NotLoopback_ReportsWhyAndWhatToInstall(string endpoint) =>
        Refused(() => _rig.Transport.Publish(Endpoint.Parse(endpoint)), endpoint, "binds on loopback only");

    [Theory]
    [MemberData(nameof(Elsewhere))]
    public void Serve_NotLoopback_ReportsWhyAndWhatToInstall(string endpoint) =>
        Refused(() => _rig.Transport.Serve(Endpoint.Parse(endpoint)), endpoint, "binds on loopback only");

    [Theory]
    [MemberData(nameof(Elsewhere))]
    public void Subscribe_NotLoopback_ReportsWhyAndWhatToInstall(string endpoint) =>
        Refused(() => _rig.Transport.Subscribe(Endpoint.Parse(endpoint)), endpoint, "connects on loopback only");

    [Theory]
    [MemberData(nameof(Elsewhere))]
    public void Connect_NotLoopback_ReportsWhyAndWhatToInstall(string endpoint) =>
        Refused(() => _rig.Transport.Connect(Endpoint.Parse(endpoint)), endpoint, "connects on loopback only");

    [Fact]
    public void Publish_Ipc_ReportsThatItIsNotShared() =>
        Refused(
            () => _rig.Transport.Publish(Endpoint.Parse("ipc:///tmp/x")),
            "ipc:///tmp/x",
            "does not share with other libraries");

    [Fact]
    public void Subscribe_Ipc_ReportsThatItIsNotShared() =>
        Refused(
            () => _rig.Transport.Subscribe(Endpoint.Parse("ipc:///tmp/x")),
            "ipc:///tmp/x",
            "does not share with other libraries");

    [Theory]
    [InlineData("tcp://127.0.0.1:5556")]
    [InlineData("tcp://localhost:5556")]
    [InlineData("tcp://[::1]:5556")]
    public void BindFault_Loopback_IsNone(string endpoint) =>
        NetMqTransport.BindFault(Endpoint.Parse(endpoint)).ShouldBeNull();

    // A peer that wants keys is turned away: it is never spoken to in plain text.
    [Fact]
    public void Publish_PeerThatSpeaksCurve_IsClosed()
    {
        IFramePublisher publisher = _rig.Publisher();
        using var peer = RawPeer.Connect(publisher.Endpoint);
        peer.Send([.. RawPeer.Greeting[..12], .. "CURVE"u8, .. new byte[47]]);
        Testing.Eventually.True(peer.IsClosed, "the peer is turned away");
    }

    public void Dispose() => _rig.Dispose();

    private static void Refused(Func<IDisposable> make, string endpoint, string why)
    {
        string message = Should.Throw<EndpointException>(() => make().Dispose()).Message;
        message.ShouldStartWith($"'{endpoint}'");
        message.ShouldContain(why);
        message.ShouldContain("apt-get install libzmq5");
        message.ShouldNotContain("\n");
    }
}
