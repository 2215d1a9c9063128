using FuncLibs.Messaging.Transport;

namespace FuncLibs.Tests.Messaging.Transport;

public class EndpointTests
{
    [Theory]
    [InlineData("tcp://127.0.0.1:5556", true)]
    [InlineData("tcp://localhost:0", true)]
    [InlineData("tcp://[::1]:5556", true)]
    [InlineData("ipc:///run/telemetry/data", true)]
    [InlineData("tcp://0.0.0.0:5556", false)]
    [InlineData("tcp://192.168.1.2:5556", false)]
    [InlineData("tcp://rig-pc:5556", false)]
    public void BindFault_OnlyLoopbackAndIpc_AreAllowed(string text, bool allowed)
    {
        var endpoint = Endpoint.Parse(text);
        endpoint.ToString().ShouldBe(text);
        endpoint.IsLoopback.ShouldBe(allowed);
        (endpoint.BindFault is null).ShouldBe(allowed);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("udp://127.0.0.1:1")]
    [InlineData("tcp://127.0.0.1")]
    [InlineData("tcp://:5556")]
    [InlineData("tcp://*:5556")]
    [InlineData("tcp://127.0.0.1:65536")]
    [InlineData("tcp://127.0.0.1:-1")]
    [InlineData("tcp://::1:5556")]
    [InlineData("tcp://a b:5556")]
    [InlineData("ipc://")]
    [InlineData("ipc://*")]
    [InlineData("ipc://@abstract")]
    public void TryParse_BadText_ReportsWhatIsAllowed(string? text)
    {
        Endpoint.TryParse(text, out _, out string? fault).ShouldBeFalse();
        fault.ShouldNotBeNull().ShouldContain("an endpoint is like");
    }

    [Theory]
    [InlineData(128 << 10, 510)]
    [InlineData(10_000, 6384)]
    [InlineData(64 << 20, 16)]
    public void HighWaterMark_OfTheByteBudget_FollowsTheFramesWithALeastValue(int frameBytes, int expected) =>
        new SocketLimits().HighWaterMark(frameBytes).ShouldBe(expected);
}
