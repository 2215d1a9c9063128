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

    [Theory]
    [InlineData(Hosts.Simulator)]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void KilledChild_EndsTheRun_AndIsNamed(string program)
    {
        using var run = new LauncherRun();
        Dictionary<int, string> children = run.WaitForChildren();
        ProcessSignals.Send(
            children.Single(c => c.Value.Contains(program + ".dll", StringComparison.Ordinal)).Key,
            ProcessSignals.Kill);
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
}
