using FuncLibs.Hosting.Configuration;
using FuncLibs.Web.Serving;
using SignalMonitor.Configuration;

namespace SignalMonitor.Tests.Configuration;

public sealed class CheckTests
{
    private readonly MonitorOptions _options = new();

    [Fact]
    public void Check_Defaults_HasNoFault() => Faults().ShouldBeEmpty();

    [Fact]
    public void Check_NoConnection_IsRefused()
    {
        _options.Connections = [];

        Faults().Single().Key.ShouldBe("Connections");
    }

    [Theory]
    [InlineData("tcp://127.0.0.1:0")]
    [InlineData("127.0.0.1:5556")]
    [InlineData("udp://127.0.0.1:5556")]
    public void Check_AddressThatCannotBe_NamesItsKey(string endpoint)
    {
        _options.Connections = [new(), new() { Subscribe = endpoint, Control = endpoint }];

        Faults().Select(fault => fault.Key).ShouldBe(["Connections:1:Subscribe", "Connections:1:Control"]);
    }

    [Theory]
    [InlineData("tcp://rig.example:5556")]
    [InlineData("ipc:///tmp/telemetry-data")]
    public void Check_AddressElsewhere_IsAllowed(string endpoint)
    {
        _options.Connections[0].Subscribe = endpoint;

        Faults().ShouldBeEmpty();
    }

    [Fact]
    public void Check_UrlOnAnotherInterface_IsRefused()
    {
        _options.Http.Url = "http://0.0.0.0:5080";

        Faults().Single().Key.ShouldBe("Http:Url");
    }

    [Fact]
    public void Check_QueueNotAPowerOfTwo_IsRefused()
    {
        _options.Compute.QueueBlocks = 3;

        Faults().Single().Key.ShouldBe("Compute:QueueBlocks");
    }

    [Fact]
    public void Check_UnknownFunction_NamesTheKnownOnes()
    {
        _options.Compute.Functions = ["abs", "sine"];

        OptionFault fault = Faults().Single();
        fault.What.ShouldBe("'sine' is no element-wise function");
        fault.Allowed.ShouldStartWith("abs, acos, asin, atan, ceiling, cos,");
    }

    [Fact]
    public void Check_FunctionTwice_IsRefused()
    {
        _options.Compute.Functions = ["abs", "ABS"];

        Faults().Single().What.ShouldBe("'abs' is given more than once");
    }

    private List<OptionFault> Faults()
    {
        IOptionsCheck<MonitorOptions>[] checks =
        [
            new ConnectionCheck(), new ComputeCheck(),
            new HttpCheck<MonitorOptions>(options => options.Http, TimeProvider.System),
        ];
        return [.. checks.SelectMany(check => check.Check(_options))];
    }
}
