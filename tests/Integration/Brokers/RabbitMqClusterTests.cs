using Testing;
using Testing.Brokers;

namespace Integration.Brokers;

/// <summary>The cluster of the tests; run by option, because its start takes long and half a gigabyte.</summary>
[Trait(Lanes.Name, Lanes.Cluster)]
public sealed class RabbitMqClusterTests
{
    [RabbitMqFact]
    public async Task Kill_OfTheLeader_AnotherLeadsAndHasWhatWasConfirmed()
    {
        const string Queue = "led";
        byte[] body = [1, 2, 3];
        using var cluster = RabbitMqCluster.Start();
        await using (StreamClient client = await StreamClient.Connect(cluster.Nodes[0].Uri))
        {
            await client.Declare(Queue);
            await client.Publish(Queue, body);
        }

        RabbitMqServer first = cluster.LeaderOf(Queue).ShouldNotBeNull();
        first.Kill();
        RabbitMqServer? next = null;
        Eventually.True(() => (next = cluster.LeaderOf(Queue)) is not null, "another node leads");

        StreamClient.First(next!.Uri, Queue).ShouldBe(body);
        first.Start();
        StreamClient.First(first.Uri, Queue).ShouldBe(body);
    }
}
