using System.Text.Json;

namespace Integration.Launcher;

/// <summary>One whole run of the main job, with its report.</summary>
public sealed class WholeRun : IDisposable
{
    private readonly LauncherRun _run = new("--for", "3", "--json");

    public WholeRun()
    {
        ExitCode = _run.Process.WaitForExit(TimeSpan.FromSeconds(60));
        LastLine = _run.Process.Output.LastOrDefault() ?? "";
    }

    public int ExitCode { get; }

    public string LastLine { get; }

    public string StateOf(string host) => _run.StateOf(host);

    public string Everything => _run.Process.Everything;

    public JsonElement Report => JsonDocument.Parse(LastLine).RootElement;

    public void Dispose() => _run.Dispose();
}

public sealed class ReportTests(WholeRun run) : IClassFixture<WholeRun>
{
    [Fact]
    public void ExitCode_GoodRun_IsZero() => run.ExitCode.ShouldBe(0, run.Everything);

    [Fact]
    public void LastLine_Json_HasExactlyTheNamesOfTheContract() => NamesOf(run.Report).ShouldBe(
    [
        "published", "delivered", "declaredLost", "silentLoss", "lostBeforeSequence", "blocksPerSecond", "latencyUs",
        "allocatedBytesPerBlock", "processAllocatedBytesPerBlock", "gen2", "lateTicks", "transport",
    ]);

    [Fact]
    public void LatencyUs_Names_AreThoseOfTheContract() =>
        NamesOf(run.Report.GetProperty("latencyUs")).ShouldBe(["p50", "p99", "p999", "max"]);

    [Theory]
    [InlineData("allocatedBytesPerBlock")]
    [InlineData("processAllocatedBytesPerBlock")]
    [InlineData("gen2")]
    [InlineData("transport")]
    public void PerProcess_Names_AreThoseOfTheContract(string name) =>
        NamesOf(run.Report.GetProperty(name)).ShouldBe(["connector", "monitor"]);

    [Fact]
    public void SilentLoss_GoodRun_IsZero() => run.Report.GetProperty("silentLoss").GetInt64().ShouldBe(0);

    [Fact]
    public void Published_GoodRun_IsDelivered()
    {
        long published = run.Report.GetProperty("published").GetInt64();
        published.ShouldBeGreaterThan(200);
        run.Report.GetProperty("delivered").GetInt64().ShouldBe(published);
    }

    [Fact]
    public void BlocksPerSecond_GoodRun_IsTheRate() =>
        run.Report.GetProperty("blocksPerSecond").GetDouble().ShouldBe(100, 10);

    private static IEnumerable<string> NamesOf(JsonElement json) =>
        json.EnumerateObject().Select(property => property.Name);
}
