// Three classes beside each other on a machine of two cores: most of a test here waits for a process that starts,
// connects or syncs a disk.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]
[assembly: TestCollectionOrderer("Integration.LongestFirst", "Integration")]

namespace Integration;

/// <summary>How `test.sh` cuts these tests into lanes: see docs/testing.md.</summary>
internal static class Lanes
{
    /// <summary>The name of the trait.</summary>
    public const string Name = "Lane";

    /// <summary>A rig in real time with a fixed schedule, or a limit of time: nothing else runs beside it.</summary>
    public const string Timed = "timed";

    /// <summary>Three nodes of a broker, by option.</summary>
    public const string Cluster = "cluster";
}
