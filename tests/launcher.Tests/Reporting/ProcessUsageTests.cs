using Launcher.Reporting;
using Testing;

namespace Launcher.Tests.Reporting;

public sealed class ProcessUsageTests
{
    [Fact]
    public void Read_ThisProcess_CountsItsTimeAndSwitches()
    {
        if (!OperatingSystem.IsLinux())
            return;
        ProcessUsage before = ProcessUsage.Read(Environment.ProcessId).ShouldNotBeNull();
        ProcessUsage used = new(0, 0, 0);
        Eventually.True(
            () =>
            {
                Thread.Yield();
                used = ProcessUsage.Read(Environment.ProcessId)!.Since(before);
                return used.CpuSeconds > 0 && used.Waits + used.Preemptions > 0;
            },
            "time and switches are counted");
    }

    [Fact]
    public void Read_ProcessThatIsGone_IsNull() => ProcessUsage.Read(int.MaxValue).ShouldBeNull();

    [Fact]
    public void Since_SwitchesOfThreadsThatEnded_AreNotBelowZero() =>
        new ProcessUsage(2, 5, 5).Since(new ProcessUsage(1, 9, 1)).ShouldBe(new ProcessUsage(1, 0, 4));
}
