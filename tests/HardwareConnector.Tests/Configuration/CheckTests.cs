using FuncLibs.Hosting.Configuration;
using FuncLibs.Web.Serving;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Links;
using HardwareConnector.Sources.Simulated;

namespace HardwareConnector.Tests.Configuration;

public sealed class CheckTests
{
    private readonly ConnectorOptions _options = new();

    [Fact]
    public void Check_Defaults_HasNoFault() => Faults().ShouldBeEmpty();

    [Theory]
    [InlineData("tcp://0.0.0.0:5556")]
    [InlineData("tcp://192.168.1.5:5556")]
    [InlineData("tcp://[::]:5556")]
    [InlineData("tcp://rig.example:5556")]
    public void Check_BindOnAnotherInterface_IsRefused(string endpoint)
    {
        _options.Publish.Endpoint = endpoint;
        _options.Control.Endpoint = endpoint.Replace("5556", "5557", StringComparison.Ordinal);

        Faults().Select(fault => fault.Key).ShouldBe(["Publish:Endpoint", "Control:Endpoint"]);
        Faults()[0].What.ShouldContain(endpoint);
    }

    [Theory]
    [InlineData("tcp://127.0.0.1:0")]
    [InlineData("tcp://[::1]:5556")]
    [InlineData("tcp://localhost:5556")]
    [InlineData("ipc:///tmp/telemetry-data")]
    public void Check_BindOnThisMachine_IsAllowed(string endpoint)
    {
        _options.Publish.Endpoint = endpoint;

        Faults().ShouldBeEmpty();
    }

    [Fact]
    public void Check_NoEndpoint_IsRefused()
    {
        _options.Publish.Endpoint = "5556";

        Faults().Single().What.ShouldContain("does not begin with tcp:// or ipc://");
    }

    [Fact]
    public void Check_SameEndpointTwice_IsRefused()
    {
        _options.Control.Endpoint = _options.Publish.Endpoint;

        OptionFault fault = Faults().Single();
        fault.Key.ShouldBe("Control:Endpoint");
        fault.What.ShouldBe("'tcp://127.0.0.1:5556' is where blocks are published");
    }

    [Fact]
    public void Check_AnyPortTwice_IsAllowed()
    {
        _options.Control.Endpoint = _options.Publish.Endpoint = "tcp://127.0.0.1:0";

        Faults().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("https://127.0.0.1:5081")]
    [InlineData("http://0.0.0.0:5081")]
    [InlineData("127.0.0.1:5081")]
    public void Check_BadUrl_IsRefused(string url)
    {
        _options.Http.Url = url;

        Faults().Single().Key.ShouldBe("Http:Url");
    }

    [Fact]
    public void Check_UnknownContent_NamesTheKnownOnes()
    {
        _options.Publish.Content = "xml";

        OptionFault fault = Faults().Single();
        fault.What.ShouldBe("'xml' is no payload format");

        // Plug-ins that other tests loaded come after them.
        fault.Allowed.ShouldStartWith(
            "columns, columns-raw, columns-packed, columns-auto, rows, rows-lz4array, rows-lz4block, "
                + "columns-lz4array, json, cbor, protobuf");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(65)]
    public void Check_TooFewOrManySources_IsRefused(int sources)
    {
        _options.Sources = [.. Enumerable.Range(0, sources).Select(Rig)];

        Faults().Single().ShouldBe(new OptionFault("Sources", $"{sources} sources are configured", "1 to 64"));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(20)]
    [InlineData(64)]
    public void Check_ManyRigs_AreNamedByPosition(int sources)
    {
        _options.Sources = [.. Enumerable.Range(0, sources).Select(Rig)];

        Faults().ShouldBeEmpty();
        SourceNames.Find(_options, 0).ShouldBe(sources == 1 ? null : "rig01");
        SourceNames.Find(_options, sources - 1).ShouldBe(sources == 1 ? null : $"rig{sources:00}");
    }

    [Theory]
    [InlineData("left", "left", "'left' is the name of Sources:0 too")]
    [InlineData("rig02", "", "'rig02' is the name of Sources:0 too")]
    [InlineData(
        "left",
        "left-main",
        "'left-main' and 'left' of Sources:0 could be given twice, when a rig has several streams")]
    public void Check_NameGivenTwice_IsRefused(string first, string second, string what)
    {
        _options.Sources = [Rig(0), Rig(1)];
        (_options.Sources[0].Stream, _options.Sources[1].Stream) = (first, second);

        OptionFault fault = Faults().Single();
        (fault.Key, fault.What).ShouldBe(("Sources:1:Stream", what));
    }

    [Fact]
    public void Check_OneRigTwice_IsRefused()
    {
        _options.Sources = [Rig(0), Rig(1), Rig(0)];

        OptionFault fault = Faults().Single();
        (fault.Key, fault.What).ShouldBe(("Sources:2:Endpoint", "'tcp://127.0.0.1:6000' is that of Sources:0"));
    }

    [Fact]
    public void Check_QueueNotAPowerOfTwo_IsRefused()
    {
        _options.Sources[0].QueueBlocks = 100;

        Faults().Single().Key.ShouldBe("Sources:0:QueueBlocks");
    }

    [Theory]
    [InlineData("tcp://127.0.0.1:0", "names no port")]
    [InlineData("ipc:///tmp/rig", "does not begin with tcp:// or tls://")]
    [InlineData("rig", "does not begin with")]
    public void Check_LinkThatCannotBe_IsRefused(string endpoint, string what)
    {
        _options.Sources[0].Endpoint = endpoint;

        Faults().Single().What.ShouldContain(what);
    }

    [Fact]
    public void Check_EndpointOfASimulator_IsIgnored()
    {
        _options.Sources[0] = new SourceOptions { Type = SourceType.Simulator, Endpoint = "nowhere" };

        Faults().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("huge", 0, "'huge' is no preset; known are reference, small")]
    [InlineData("small", 600_000, "base clock")]
    public void Check_PresetThatCannotRun_IsRefused(string preset, int blocksPerSecond, string what)
    {
        _options.Sources[0] =
            new SourceOptions { Type = SourceType.Simulator, Preset = preset, BlocksPerSecond = blocksPerSecond };

        OptionFault fault = Faults().Single();
        fault.Key.ShouldBe("Sources:0:Preset");
        fault.What.ShouldContain(what);
    }

    [Fact]
    public void Check_SeveralFaults_AreReportedInOneGo()
    {
        _options.Publish.Endpoint = "tcp://0.0.0.0:1";
        _options.Publish.Content = "xml";
        _options.Sources[0].QueueBlocks = 3;

        Faults().Count.ShouldBe(3);
    }

    [Fact]
    public void GroundTruth_OfALink_IsRefused()
    {
        _options.Sources[0].Truth = "truth.jsonl";

        Faults().ShouldBe([new OptionFault(
            "Sources:0:Truth",
            "a source of type Link has no truth",
            "with type Simulator only; a simulator beyond a link writes its own (--Truth:File)")]);
    }

    [Fact]
    public void GroundTruth_OneFileForTwoRigs_IsRefused()
    {
        _options.Sources = [Simulated(), Simulated()];

        Faults().ShouldBe(
            [new OptionFault(
                "Sources:1:Truth", "'truth.jsonl' is that of Sources:0", "a file of its own for each rig")]);

        static SourceOptions Simulated() =>
            new() { Type = SourceType.Simulator, Preset = "small", Truth = "truth.jsonl" };
    }

    private static SourceOptions Rig(int number) => new() { Endpoint = $"tcp://127.0.0.1:{6000 + number}" };

    private List<OptionFault> Faults()
    {
        IOptionsCheck<ConnectorOptions>[] checks =
        [
            new EndpointCheck(), new RigLinkCheck(RigTls.FaultOf), new SourceCheck(SimulatorSource.PresetFault),
            new GroundTruthCheck(), new ContentCheck(),
            new HttpCheck<ConnectorOptions>(options => options.Http, TimeProvider.System),
        ];
        return [.. checks.SelectMany(check => check.Check(_options))];
    }
}
