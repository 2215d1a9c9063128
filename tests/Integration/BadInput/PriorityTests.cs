using FuncLibs.Runtime.Platform;
using Testing.Processes;

namespace Integration.BadInput;

/// <summary>A real-time priority without the right to it: said before anything starts.</summary>
public sealed class PriorityTests
{
    [Fact]
    public void Priority_WithoutTheRight_Exits2AndReportsWhatToDo()
    {
        // A user may have the right by the machine's settings; the superuser's is taken away here.
        if (!Environment.IsPrivilegedProcess && RealTimePriority.Check(10) is null)
            return;
        using HostProcess simulator = Environment.IsPrivilegedProcess
            ? HostProcess.StartUnder(
                "setpriv",
                ["--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice"],
                "simulator",
                "check",
                "--Priority",
                "10")
            : HostProcess.Start("simulator", "check", "--Priority", "10");

        simulator.WaitForExit().ShouldBe(2);
        simulator.Everything.ShouldContain("Priority (from command line): 10: ");
        simulator.Everything.ShouldContain("give the process the right: docs/simulator.md");
    }

    [Fact]
    public void Priority_OutOfRange_Exits2AndReportsTheRange()
    {
        using HostProcess simulator = HostProcess.Start("simulator", "check", "--Priority", "100");

        simulator.WaitForExit().ShouldBe(2);
        simulator.Everything.ShouldContain("Priority (from command line): '100' is not allowed; 0 to 99");
    }
}
