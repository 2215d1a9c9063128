using System.Text.Json;
using FuncLibs.Hosting.Summaries;
using Testing;
using Testing.Processes;

namespace Integration.Launcher;

public sealed class StopTests
{
    [Fact]
    public void Interrupt_OfTheLauncher_StopsAllCleanly()
    {
        using var run = new LauncherRun();
        Dictionary<int, string> children = run.WaitForChildren();
        run.Process.Signal(ProcessSignals.Interrupt);
        run.Process.WaitForExit().ShouldBe(0, run.Process.Everything);
        LauncherRun.WaitForEnd(children);
    }

    [Fact]
    public void Interrupt_OfTheWholeGroup_AsATerminalSendsIt_StopsAllCleanly()
    {
        using var run = new LauncherRun();
        Dictionary<int, string> children = run.WaitForChildren();
        foreach (int id in children.Keys.Append(run.Process.Id))
            ProcessSignals.Send(id, ProcessSignals.Interrupt);
        run.Process.WaitForExit().ShouldBe(0, run.Process.Everything);
        LauncherRun.WaitForEnd(children);
    }

    [Fact]
    public void Interrupt_WhileTheMonitorIsBehind_WaitsUntilItHasEveryBlock()
    {
        using var run = new LauncherRun("--json");
        Dictionary<int, string> children = run.WaitForChildren();
        run.WaitForDelivered(Hosts.Rate * (RunOptions.DefaultWarmupSeconds + 1));
        int monitor = ProcessOf(children, Hosts.Monitor);
        ProcessSignals.Send(monitor, ProcessSignals.Stop);
        try
        {
            run.Process.Signal(ProcessSignals.Interrupt);
            Eventually.True(
                () => !ProcessSignals.IsAlive(ProcessOf(children, Hosts.Simulator)), "the simulator is stopped");
        }
        finally
        {
            // One that stays stopped keeps the pipes of this test open.
            ProcessSignals.Send(monitor, ProcessSignals.Continue);
        }

        run.Process.WaitForExit().ShouldBe(0, run.Process.Everything);
        JsonElement report = JsonDocument.Parse(run.Process.Output.Last()).RootElement;
        report.GetProperty("declaredLost").GetInt64().ShouldBe(0);
        report.GetProperty("silentLoss").GetInt64().ShouldBe(0);
        report.GetProperty("delivered").GetInt64().ShouldBe(report.GetProperty("published").GetInt64());
    }

    [Theory]
    [InlineData(Hosts.Simulator)]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void KilledChild_EndsTheRun_AndIsNamed(string program)
    {
        using var run = new LauncherRun();
        Dictionary<int, string> children = run.WaitForChildren();
        ProcessSignals.Send(ProcessOf(children, program), ProcessSignals.Kill);
        run.Process.WaitForExit().ShouldBe(1);
        run.Process.Errors.ShouldContain(
            line => line.StartsWith($"{program} ended with exit code 137", StringComparison.Ordinal));
        LauncherRun.WaitForEnd(children);
    }

    [Fact]
    public void KilledLauncher_ChildrenEndByThemselves()
    {
        using var run = new LauncherRun();
        Dictionary<int, string> children = run.WaitForChildren();
        run.Process.Signal(ProcessSignals.Kill);
        LauncherRun.WaitForEnd(children);
    }

    [Theory]
    [InlineData("--rate", "0")]
    [InlineData("--bogus", "1")]
    public void BadOption_IsRefused(string option, string value)
    {
        using var run = HostProcess.Start("launcher", option, value);
        (run.WaitForExit(), run.Everything.Contains(
            option, StringComparison.Ordinal)).ShouldBe((2, true), run.Everything);
    }

    [Fact]
    public void BadPreset_EndsTheRun_WithTheReasonOfTheHost()
    {
        using var run = LauncherRun.OfPreset("smal");
        run.Process.WaitForExit().ShouldBe(1);
        run.Process.Errors.ShouldContain(
            line => line.Contains("'smal' is not a preset", StringComparison.Ordinal), run.Process.Everything);
    }

    private static int ProcessOf(Dictionary<int, string> children, string program) =>
        children.Single(child => child.Value.Contains(program + ".dll", StringComparison.Ordinal)).Key;
}
