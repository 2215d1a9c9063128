using Xunit.Abstractions;

namespace Integration;

/// <summary>
/// Starts the classes that take longest before the others: one that starts last would run alone to its end. The order
/// of all others stays as it is given.
/// </summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly string[] Longest =
    [
        nameof(Kills.AllRolesKillTests), nameof(Network.MixedFaultTests), nameof(Kills.MonitorKillTests),
        nameof(Hostile.HostilePeerTests), nameof(Replays.ReplayTests), nameof(Journal.KillTests),
        nameof(Brokers.BrokerKillTests), nameof(Brokers.BridgedRigTests), nameof(Brokers.RabbitMqServerTests),
    ];

    /// <inheritdoc/>
    public IEnumerable<ITestCollection> OrderTestCollections(IEnumerable<ITestCollection> testCollections) =>
        testCollections.OrderBy(collection => Rank(collection.DisplayName));

    // The collection of a class is named after it.
    private static int Rank(string name)
    {
        int rank = Array.FindIndex(Longest, type => name.EndsWith("." + type, StringComparison.Ordinal));
        return rank < 0 ? Longest.Length : rank;
    }
}
