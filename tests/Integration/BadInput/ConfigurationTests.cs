using Testing.Processes;

namespace Integration.BadInput;

/// <summary>Configuration that is refused: exit code 2, one line a fault, with the key and what to do.</summary>
public sealed class ConfigurationTests
{
    public static TheoryData<string, string[], string> Faults => new()
    {
        { Hosts.Connector, ["--Publish:Endpiont", "x"], "is not a known key (did you mean Publish:Endpoint?)" },
        { Hosts.Connector, ["--Publish:Endpoint", "tcp://0.0.0.0:1"], "'tcp://0.0.0.0:1' can be reached from other machines" },
        { Hosts.Connector, ["--Control:Endpoint", "tcp://*:5557"], "Control:Endpoint (from command line): 'tcp://*:5557'" },
        { Hosts.Connector, ["--Http:Url", "http://0.0.0.0:5081"], "Http:Url (from command line): 'http://0.0.0.0:5081'" },
        { Hosts.Connector, ["--Source:Endpoint", "nonsense"], "'nonsense' does not begin with tcp://" },
        { Hosts.Connector, ["--Source:Endpoint", "tcp://127.0.0.1:99999"], "Sources:0:Endpoint (from command line): " },
        { Hosts.Connector, ["--Publish:Content", "xml"], "'xml' is no payload format; columns" },
        { Hosts.Connector, ["--Config", "/nowhere/settings.json"], "Config (from command line): /nowhere/settings.json cannot be read" },
        { Hosts.Monitor, ["--Compute:Functions", "abs,cube"], "'cube' is no element-wise function; abs, acos" },
        { Hosts.Monitor, ["--Http:Url", "http://0.0.0.0:5080"], "Http:Url (from command line): 'http://0.0.0.0:5080'" },
        { Hosts.Monitor, ["--Subscribe:Endpoint", "udp://127.0.0.1:1"], "'udp://127.0.0.1:1' does not begin with tcp://" },
        { Hosts.Simulator, ["--Link:Listen", "tcp://0.0.0.0:5555"], "'tcp://0.0.0.0:5555' is not a loopback address" },
        { Hosts.Simulator, ["--Preset", "smal"], "'smal' is not a preset" },
        { Hosts.Simulator, ["--BlocksPerSecond", "many"], "BlocksPerSecond (from command line): 'many'" },
    };

    [Theory]
    [MemberData(nameof(Faults))]
    public void Run_OneFault_ExitsWithOneLine(string program, string[] arguments, string line)
    {
        using var run = HostProcess.Start(program, ["run", .. arguments]);
        run.WaitForExit().ShouldBe(2, run.Everything);
        run.Errors.Single().ShouldContain(line);
    }

    [Fact]
    public void Check_SeveralFaults_NamesThemAllInOneGo()
    {
        using var run = HostProcess.Start(
            Hosts.Connector,
            "check", "--Publish:Endpoint", "tcp://0.0.0.0:1", "--Control:Endpoint", "nonsense", "--Site", "LAB", "--Bogus", "1");
        run.WaitForExit().ShouldBe(2);
        run.Errors.Select(line => line.Split(' ')[0])
            .ShouldBe(["Bogus", "Site", "Publish:Endpoint", "Control:Endpoint"], ignoreOrder: true);
    }

    [Fact]
    public void Run_BadEnvironmentVariable_IsNamedWithItsLayer()
    {
        using var run = HostProcess.StartWith(new() { ["TELEMETRY_Compute__Functoins"] = "abs" }, Hosts.Monitor, "run");
        run.WaitForExit().ShouldBe(2);
        run.Errors.Single().ShouldSatisfyAllConditions(
            line => line.ShouldContain("Compute:Functoins"), line => line.ShouldContain("environment"));
    }
}
