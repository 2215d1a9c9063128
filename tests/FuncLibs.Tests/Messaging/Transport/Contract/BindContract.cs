using System.Net.Sockets;
using FuncLibs.Messaging.Transport;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

public abstract class BindContract<TLibrary> : TransportContract<TLibrary>
    where TLibrary : ITransportUnderTest
{

    [Fact]
    public void Publish_PortZero_GivesTheRealPort() => Rig.Publisher().Endpoint.Port.ShouldBePositive();

    [Fact]
    public void Publish_PortInUse_IsReportedInOneLine()
    {
        Endpoint taken = Rig.Publisher().Endpoint;
        EndpointException error = Should.Throw<EndpointException>(() => Rig.Transport.Publish(taken));
        error.Message.ShouldContain($"'{taken}' cannot be bound: another program uses it");
        error.Message.ShouldNotContain("\n");
    }

    [Fact]
    public void Serve_PortInUse_IsReportedEveryTime()
    {
        // Many times: the error number of a failed bind was overwritten now and then.
        Endpoint taken = Rig.Publisher().Endpoint;
        for (int i = 0; i < 50; i++)
            Should.Throw<EndpointException>(
                () => Rig.Transport.Serve(taken)).Message.ShouldContain("another program uses it");
    }

    [Fact]
    public void Serve_NotLoopback_IsRefused() =>
        Should.Throw<EndpointException>(() => Rig.Transport.Serve(Endpoint.Parse("tcp://0.0.0.0:0")))
        .Message.ShouldContain("CURVE");

    [Fact]
    public void Publish_IPv6Loopback_Works()
    {
        Skip6();
        Rig.Own(Rig.Transport.Publish(Endpoint.Parse("tcp://[::1]:0"))).Endpoint.Host.ShouldBe("::1");
    }

    [Fact]
    public void Connect_NoPort_IsRefused() =>
        Should.Throw<EndpointException>(
            () => Rig.Transport.Connect(Rig.AnyPort)).Message.ShouldContain("names no port");

    private static void Skip6() => Socket.OSSupportsIPv6.ShouldBeTrue("this machine has no IPv6 loopback");
}
