// Two classes beside each other: most of a test here is a process that starts, connects or waits, on a machine of two
// cores.
[assembly: CollectionBehavior(MaxParallelThreads = 2)]

namespace Integration;

/// <summary>How `test.sh` cuts these tests into lanes: see docs/testing.md.</summary>
internal static class Lanes
{
    /// <summary>The name of the trait.</summary>
    public const string Name = "Lane";

    /// <summary>A rig in real time with a fixed schedule, or a limit of time: nothing else runs beside it.</summary>
    public const string Timed = "timed";
}
