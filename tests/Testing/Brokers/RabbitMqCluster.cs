namespace Testing.Brokers;

/// <summary>
/// Three nodes of RabbitMQ that are one broker. They start together and find each other by a list of their names. A
/// node can be killed and started again with what <see cref="RabbitMqServer"/> has; it keeps its place in the cluster.
/// </summary>
public sealed class RabbitMqCluster : IDisposable
{
    private static readonly string[] Names = ["rabbit1", "rabbit2", "rabbit3"];

    private readonly ErlangHome _home = new();

    private RabbitMqCluster()
    {
        string[] settings =
        [
            "cluster_formation.peer_discovery_backend = classic_config",
            .. Names.Select((name, i) => $"cluster_formation.classic_config.nodes.{i + 1} = {name}@localhost"),
        ];
        Nodes = [.. Names.Select(name => new RabbitMqServer(_home, name, settings))];
        try
        {
            foreach (RabbitMqServer node in Nodes)
                node.Launch();
            foreach (RabbitMqServer node in Nodes)
                node.WaitUntilUp();
            Nodes[0].Control("await_online_nodes", $"{Names.Length}");
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Its nodes, in no order of rank.</summary>
    public IReadOnlyList<RabbitMqServer> Nodes { get; }

    /// <summary>Starts a cluster. Takes about fifteen seconds of two processors.</summary>
    public static RabbitMqCluster Start() => new();

    /// <summary>The node that leads a stream queue; null = none does, or a node that does not run.</summary>
    public RabbitMqServer? LeaderOf(string queue)
    {
        string? line = Nodes.First(node => node.IsRunning)
            .Control("list_queues", "--no-table-headers", "name", "leader")
            .Split('\n')
            .FirstOrDefault(line => line.StartsWith(queue + '\t', StringComparison.Ordinal));
        return Nodes.FirstOrDefault(node => node.IsRunning && line?[(queue.Length + 1)..] == node.Node);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (RabbitMqServer node in Nodes)
            node.Dispose();
        _home.Dispose();
    }
}
