using Testing.Disks;

namespace SignalMonitor.Tests.Exporting;

/// <summary>A test that fills a real disk; where none can be mounted it is skipped, and says why.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class SmallDiskTheoryAttribute : TheoryAttribute
{
    public SmallDiskTheoryAttribute() => Skip = SmallDisk.Missing;
}
