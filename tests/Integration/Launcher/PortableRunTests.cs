using System.Text.Json;
using FuncLibs.Runtime.Platform;
using Testing;
using Testing.Processes;

namespace Integration.Launcher;

/// <summary>The main job without anything that only Linux has, as on other systems.</summary>
public sealed class PortableRunTests
{
    [Fact]
    public void MainJob_WithEveryFallback_LosesNothing()
    {
        using TemporaryFolder folder = new();
        using var run = HostProcess.StartWith(
            new() { [Linux.PortableVariable] = "1" },
            "launcher",
            "--any-ports", "--run-folder", folder.Path, "--preset", "small", "--rate", $"{Hosts.Rate}", "--for", "1", "--json");

        run.WaitForExit(TimeSpan.FromSeconds(60)).ShouldBe(0, run.Everything);

        JsonElement report = JsonDocument.Parse(run.Output.Last()).RootElement;
        report.GetProperty("delivered").GetInt64().ShouldBeGreaterThan(0);
        report.GetProperty("silentLoss").GetInt64().ShouldBe(0);
    }
}
