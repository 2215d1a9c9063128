using System.Diagnostics;
using Testing;
using Testing.Brokers;
using Testing.Processes;

namespace Integration.Brokers;

/// <summary>The leader of the stream queue of a rig is killed (SIGKILL), three times; run by option.</summary>
[Trait(Lanes.Name, Lanes.Cluster)]
public sealed class LeaderKillTests
{
    private const int Kills = 3;
    private const string Rig = "led";
    private const string Queue = $"cdb.lab.{Rig}";
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    [RabbitMqFact]
    public void Kill_OfTheLeader_NoBlockIsLostOrDeliveredTwiceAndAcquisitionGoesOn()
    {
        using RabbitMqCluster cluster = RabbitMqCluster.Start();
        string nodes = string.Join(',', cluster.Nodes.Select(node => $"127.0.0.1:{node.Port}"));
        using BridgedRig rig = new(new BrokerAccess($"amqp://{nodes}"), Rig);
        long begun = Stopwatch.GetTimestamp();
        ulong first = rig.Published!.Value;

        for (int i = 0; i < Kills; i++)
        {
            RabbitMqServer? leader = null;
            Eventually.True(() => (leader = cluster.LeaderOf(Queue)) is not null, "a node leads", Limit);
            leader!.Kill();
            rig.WaitForRun();
            cluster.LeaderOf(Queue).ShouldNotBe(leader);
            leader.Start();
            Eventually.True(() => OnlineMembers(cluster) == cluster.Nodes.Count, "all nodes keep the queue again", Limit);
        }

        double due = Stopwatch.GetElapsedTime(begun).TotalSeconds * Hosts.Rate;
        (rig.Published!.Value - first).ShouldBeGreaterThan((ulong)(due * 0.9), "the rig is read without a pause");
        rig.Dropped.ShouldBe(0);
        rig.Bridge.GetProperty("missing").GetInt64().ShouldBe(0);
        BridgedRigTests.CheckAccount(rig);
    }

    private static int OnlineMembers(RabbitMqCluster cluster) => cluster.Nodes[0]
        .Control("list_queues", "--no-table-headers", "name", "online")
        .Split('\n')
        .Single(line => line.StartsWith(Queue + '\t', StringComparison.Ordinal))
        .Count(c => c == '@');
}
