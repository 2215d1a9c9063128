using System.Text.Json;
using Testing;

namespace SignalMonitor.Tests.Variables.Verbs;

public sealed class TestRunVerbTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Start_WithSpecimen_IsShown()
    {
        (await Start()).ShouldBe((0, "test run T-17: running\n", ""));

        JsonElement run = JsonDocument.Parse((await Run("show", "--json")).Output).RootElement;
        run.GetProperty("specimen").GetString().ShouldBe("S1");
        run.GetProperty("l0_mm").GetDouble().ShouldBe(50);
        run.GetProperty("s0_mm2").GetDouble().ShouldBe(78.54);
        run.GetProperty("control_mode").GetString().ShouldBe("strain");
        run.GetProperty("stopped_utc").ValueKind.ShouldBe(JsonValueKind.Null);
    }

    [Fact]
    public async Task Start_WhileOneGoesOn_Exits2()
    {
        await Start();

        (int code, _, string errors) = await Run("start", "T-18");

        code.ShouldBe(2);
        errors.ShouldContain("test run T-17 is running in lab/rig1 since");
    }

    [Fact]
    public async Task Set_Measured_ChangesOnlyThat()
    {
        await Start();

        await Run("set", "--S0", "79");

        JsonElement run = JsonDocument.Parse((await Run("show", "--json")).Output).RootElement;
        run.GetProperty("s0_mm2").GetDouble().ShouldBe(79);
        run.GetProperty("l0_mm").GetDouble().ShouldBe(50);
        run.GetProperty("revision").GetInt64().ShouldBe(2);
    }

    [Fact]
    public async Task Stop_ThenStart_HasBoth()
    {
        await Start();
        (await Run("stop", "--Note", "broke outside of the gauge length")).Output.ShouldBe("test run T-17: stopped\n");
        await Run("start", "T-18");

        (await Run("show")).Output.ShouldMatch("(?s)T-18.*T-17");
    }

    [Fact]
    public async Task Stop_NothingGoesOn_Exits2() => (await Run("stop")).ShouldBe(
        (2, "", "testrun: no test run is running in lab/rig1; start one with: testrun start NAME --L0 50 --S0 78.54\n"));

    [Theory]
    [InlineData("--L0", "0", "l0_mm: 0 mm is not allowed; 0.001 to 100000 mm")]
    [InlineData("--S0", "-3", "s0_mm2: -3 mm2 is not allowed; 0.001 to 10000000 mm2")]
    [InlineData("--L0", "fifty", "'fifty' is not allowed")]
    [InlineData("--ControlMode", "speed", "one of stroke, force, strain, other")]
    public async Task Start_BadSpecimen_Exits2(string key, string value, string why)
    {
        (int code, _, string errors) = await Run("start", "T-1", key, value);

        code.ShouldBe(2);
        errors.ShouldContain(why);
    }

    private Task<(int Code, string Output, string Errors)> Start() =>
        Run(
            "start",
            "T-17",
            "--Specimen",
            "S1",
            "--Operator",
            "kim",
            "--L0",
            "50",
            "--S0",
            "78.54",
            "--ControlMode",
            "strain");

    private Task<(int Code, string Output, string Errors)> Run(params string[] words) =>
        MonitorCommand.RunAsync(Stream.Null, ["testrun", .. words, "--State:Folder", _folder.Path]);
}
