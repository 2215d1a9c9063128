using Testing.Brokers;
using Testing.Chaos;
using Testing.Processes;

namespace Integration.Brokers;

/// <summary>
/// Connector, broker and monitor as processes. The monitor reads the queue alone, so what it delivers is what can be
/// read of what was confirmed: each block once, and nothing is missing.
/// </summary>
public sealed class BridgedRigTests(RabbitMqFixture fixture) : IClassFixture<RabbitMqFixture>
{
    [RabbitMqFact]
    public void Kill_OfTheMonitor_ItsAccountIsThatOfAllBlocks()
    {
        using BridgedRig rig = new(fixture.Server.Port, "monitor");

        for (int i = 0; i < 3; i++)
        {
            rig.KillMonitor();
            rig.StartMonitor();
            rig.WaitForRun();
        }

        CheckAccount(rig);
    }

    [RabbitMqFact]
    public void Kill_OfTheConnector_NoBlockIsMissingAtTheEndOfAnEpoch()
    {
        using BridgedRig rig = new(fixture.Server.Port, "connector");

        for (int i = 0; i < 3; i++)
        {
            rig.KillConnector();
            rig.StartConnector();
            rig.WaitForRun();
        }

        CheckAccount(rig);
    }

    [RabbitMqFact]
    public void DeletedQueue_BetweenBlocks_NoBlockIsLostOrDeliveredTwice()
    {
        using BridgedRig rig = new(fixture.Server.Port, "deleted");

        fixture.Server.DeleteQueue("cdb.lab.deleted");
        rig.WaitForRun();

        CheckAccount(rig);
    }

    [RabbitMqFact]
    public void CutNetwork_ToTheBroker_NoBlockIsLostOrDeliveredTwice()
    {
        using ChaosProxy proxy = new(fixture.Server.Port, seed: 1);
        using BridgedRig rig = new(proxy.Port, "cut");

        for (int i = 0; i < 3; i++)
        {
            proxy.Reset();
            rig.WaitForRun();
        }

        CheckAccount(rig);
    }

    /// <summary>Ends the rig and compares what the monitor delivered with the journal of the connector.</summary>
    internal static void CheckAccount(BridgedRig rig)
    {
        rig.ComeToRest();
        MonitorAccount account = rig.Account;
        account.ShouldSatisfyAllConditions(
            a => a.Delivered.ShouldBe(rig.PublishedEver()),
            a => a.Published.ShouldBe(a.Delivered),
            a => a.DeclaredLost.ShouldBe(0),
            a => a.Missing.ShouldBe(0),
            a => a.SilentLoss.ShouldBe(0));
    }
}
