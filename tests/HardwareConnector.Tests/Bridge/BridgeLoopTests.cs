using FuncLibs.Amqp;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Bridge;
using RabbitMQ.Client;
using Testing;
using Testing.Brokers;

namespace HardwareConnector.Tests.Bridge;

/// <summary>The bridge between a publisher and a real broker.</summary>
public sealed class BridgeLoopTests(RabbitMqFixture fixture) : IClassFixture<RabbitMqFixture>
{
    [BrokerFact]
    public void Run_Blocks_AreInTheQueueOnceAndInOrder()
    {
        using BridgeRig rig = new(fixture.Server);
        rig.Start();

        rig.Publish(100);

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.Blocks().Length >= 100, "100 blocks are in the queue");
        queue.Blocks().Select(block => block.Sequence).ShouldBe(Enumerable.Range(1, 100).Select(one => (ulong)one));
    }

    [BrokerFact]
    public void Run_FirstMessages_AreWelcomeAndCatalogue()
    {
        using BridgeRig rig = new(fixture.Server);
        rig.Start();

        rig.Publish(1);

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.All.Length >= 2, "two messages are in the queue");
        queue.All[0].Welcome.ShouldNotBeNull().Epoch.ShouldBe(rig.Publisher.Identity.Epoch);
        queue.All[1].Type.ShouldBe("cdb.control");
    }

    [BrokerFact]
    public void Run_Block_HasTopicAndPlaceBesideItsFrame()
    {
        using BridgeRig rig = new(fixture.Server);
        rig.Start();

        rig.Publish(1);

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.Blocks().Length == 1, "the block is in the queue");
        QueueMessage block = queue.All.Single(one => one.Frame.Kind == FrameKind.Data);
        block.RoutingKey.ShouldBe($"D.lab.rig1.{TestRig.Stream.Name}");
        block.Headers["publisher"].ShouldBe(rig.Publisher.Identity.Publisher.ToString());
        (block.Headers["stream"], block.Headers["epoch"], block.Headers["seq"])
            .ShouldBe((1L, (long)rig.Publisher.Identity.Epoch, 1L));
    }

    [BrokerFact]
    public void Run_PublisherEnded_LastMessageIsTheEndOfTheEpoch()
    {
        using BridgeRig rig = new(fixture.Server);
        RunningBridge bridge = rig.Start();
        rig.Publish(10);
        bridge.WaitForConfirmed(1);
        rig.Publisher.Stop();

        bridge.Stop();

        QueueMessages queue = rig.Read();
        queue.WaitFor(
            all => all.All.LastOrDefault()?.Frame.Flags.HasFlag(FrameFlags.EndOfStream) == true, "the end is in it");
        queue.All[^1].Heartbeat!.ProgressOf(1)!.Value.Last.ShouldBe(10UL);
    }

    [BrokerFact]
    public void Run_HeartbeatsSpeakOnlyOfWhatIsBeforeThem()
    {
        using BridgeRig rig = new(fixture.Server);
        rig.Start();
        QueueMessages queue = rig.Read();
        rig.Publish(200);
        queue.WaitFor(
            all => all.All.LastOrDefault()?.Heartbeat?.ProgressOf(1)?.Last == 200, "a heartbeat after all blocks");

        ulong last = 0;
        foreach (QueueMessage message in queue.All)
        {
            last = message.Frame.Kind == FrameKind.Data ? message.Frame.Sequence : last;
            (message.Heartbeat?.ProgressOf(1)?.Last ?? 0).ShouldBeLessThanOrEqualTo(last);
        }
    }

    [BrokerFact]
    public void Run_NextRun_ContinuesAfterTheCursor()
    {
        using BridgeRig rig = new(fixture.Server);
        RunningBridge first = rig.Start();
        rig.Publish(50);
        first.WaitForConfirmed(50);
        first.Stop();
        rig.Publish(50);

        rig.Start();

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.Blocks().Length >= 100, "100 blocks are in the queue");
        queue.Blocks().Select(block => block.Sequence).ShouldBe(Enumerable.Range(1, 100).Select(one => (ulong)one));
    }

    [BrokerFact]
    public void Run_NoBrokerAtFirst_DrainsTheJournalOnceThereIsOne()
    {
        using RabbitMqServer late = new();
        using BridgeRig rig = new(late);
        RunningBridge bridge = rig.Start();
        rig.Publish(100);
        bridge.WaitForFault(BrokerFaultKind.Unreachable);

        late.Start();

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.Blocks().Length >= 100, "100 blocks are in the queue");
        queue.Blocks().Length.ShouldBe(100);
    }

    [BrokerFact]
    public void Run_OnlyAnEarlierEpochIsLeft_IsBehindUntilTheBrokerHasIt()
    {
        using RabbitMqServer late = new();
        using BridgeRig rig = new(late, earlierFrames: 30);
        RunningBridge bridge = rig.Start();
        bridge.WaitForFault(BrokerFaultKind.Unreachable);

        Eventually.True(() => bridge.Status is { Behind: 30, LagNs: > 0 }, "it is behind");
        late.Start();

        Eventually.True(() => bridge.Status is { Behind: 0, LagNs: 0 }, "it is not behind any more");
        bridge.Status.Confirmed.ShouldBeGreaterThanOrEqualTo(30);
    }

    [BrokerFact]
    public void Run_BrokerKilled_HasEveryConfirmedBlockAfterwards()
    {
        using RabbitMqServer server = RabbitMqServer.StartNew();
        using BridgeRig rig = new(server);
        RunningBridge bridge = rig.Start();
        rig.Publish(1);
        bridge.WaitForConfirmed(1);

        // A broker that is killed seconds after its first stream queue was declared does not find the queue again.
        server.Stop();
        server.Start();
        rig.Publish(99);
        bridge.WaitForConfirmed(50);

        server.Kill();
        rig.Publish(100);
        server.Start();

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.Blocks().Distinct().Count() >= 200, "200 blocks are in the queue");
        queue.Blocks().Distinct().Select(block => block.Sequence)
            .ShouldBe(Enumerable.Range(1, 200).Select(one => (ulong)one));
    }

    [BrokerFact]
    public void Run_QueueDeleted_HasAllOfTheJournalAgain()
    {
        using BridgeRig rig = new(fixture.Server);
        RunningBridge bridge = rig.Start();
        rig.Publish(100);
        bridge.WaitForConfirmed(100);

        fixture.Server.DeleteQueue(rig.Queue.Name);
        rig.Publish(1);

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.Blocks().Distinct().Count() >= 101, "101 blocks are in the queue");
    }

    [BrokerFact]
    public void Run_SecondBridge_SaysSoAndTheFirstContinues()
    {
        using BridgeRig rig = new(fixture.Server);
        RunningBridge first = rig.Start();
        rig.Publish(1);
        first.WaitForConfirmed(1);

        RunningBridge second = rig.Start();
        second.WaitForFault(BrokerFaultKind.Locked);
        rig.Publish(10);

        first.WaitForConfirmed(11);
        second.Fault!.Text.ShouldContain("another bridge publishes to");
    }

    [BrokerFact]
    public void Run_WrongPassword_IsSaid()
    {
        using BridgeRig rig = new(fixture.Server);
        rig.Broker = rig.BrokerOf("guest", "wrong");

        RunningBridge bridge = rig.Start();

        bridge.WaitForFault(BrokerFaultKind.Credentials);
        bridge.Fault!.Text.ShouldContain("refuses user 'guest': wrong user or password");
        bridge.Fault.Text.ShouldNotContain("'wrong'");
    }

    [BrokerFact]
    public void Run_NoPermission_IsSaid()
    {
        using BridgeRig rig = new(fixture.Server);
        fixture.Server.AddUser("reader", "secret");
        fixture.Server.SetPermissions("reader", "^$", "^$", ".*");
        rig.Broker = rig.BrokerOf("reader", "secret");

        RunningBridge bridge = rig.Start();

        bridge.WaitForFault(BrokerFaultKind.Permission);
        bridge.Fault!.Text.ShouldContain($"user 'reader' lacks a permission for {rig.Queue.Name}");
    }

    [BrokerFact]
    public async Task Run_QueueOfAnotherType_IsSaidAndLeftAlone()
    {
        using BridgeRig rig = new(fixture.Server);
        ConnectionFactory factory = new() { Uri = fixture.Server.Uri };
        await using IConnection connection = await factory.CreateConnectionAsync();
        await using IChannel channel = await connection.CreateChannelAsync();
        await channel.QueueDeclareAsync(rig.Queue.Name, durable: true, exclusive: false, autoDelete: false);

        RunningBridge bridge = rig.Start();

        bridge.WaitForFault(BrokerFaultKind.WrongQueue);
        bridge.Fault!.Text.ShouldContain("is there with other properties");
        (await channel.MessageCountAsync(rig.Queue.Name)).ShouldBe(0u);
    }

    [BrokerFact]
    public void Run_Alarm_IsBlockedAndDrainsAfterIt()
    {
        using RabbitMqServer server = RabbitMqServer.StartNew();
        using BridgeRig rig = new(server);
        RunningBridge bridge = rig.Start();
        rig.Publish(10);
        bridge.WaitForConfirmed(10);

        server.SetMemoryAlarm();
        rig.Publish(100);
        Eventually.True(() => bridge.Status.Moment.State == BridgeState.Blocked, "it is blocked");
        rig.Publish(100);
        server.ClearMemoryAlarm();

        bridge.WaitForConfirmed(210);
        Eventually.True(() => bridge.Status.Moment is { State: BridgeState.Live, Fault: null }, "it is live");
    }

    [BrokerFact]
    public void Run_RewindAsked_PublishesEverythingAgain()
    {
        using BridgeRig rig = new(fixture.Server);
        RunningBridge bridge = rig.Start();
        rig.Publish(20);
        bridge.WaitForConfirmed(20);

        bridge.Requests.Write(new BridgeRequest(0)).IsOk.ShouldBeTrue();

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.Blocks().Length >= 40, "40 blocks are in the queue");
        queue.Blocks().Distinct().Count().ShouldBe(20);
    }

    [BrokerFact]
    public void Run_RewindAskedWhileBlocksCome_PublishesEverythingAgain()
    {
        using BridgeRig rig = new(fixture.Server);
        RunningBridge bridge = rig.Start();
        rig.Publish(50);
        bridge.WaitForConfirmed(50);
        QueueMessages queue = rig.Read();

        bridge.Requests.Write(new BridgeRequest(0)).IsOk.ShouldBeTrue();

        queue.WaitFor(
            all =>
            {
                rig.Publish(5);
                return all.Blocks().Count(block => block.Sequence == 1) == 2;
            },
            "the first block is in the queue a second time");
    }

    [BrokerFact]
    public void Run_CursorOfAnotherPublisher_IsSetAsideAndEverythingIsPublished()
    {
        using BridgeRig rig = new(fixture.Server);
        File.WriteAllText(
            rig.FileOf(BridgeCursor.FileName),
            $$"""
            {"format": 1, "publisher": "{{Guid.NewGuid()}}", "queue": "{{rig.Queue.Name}}",
             "streams": [{"stream": 1, "epoch": {{rig.Publisher.Identity.Epoch}}, "sequence": 15}]}
            """);
        rig.Publish(20);

        RunningBridge bridge = rig.Start();

        bridge.WaitForConfirmed(20);
        bridge.Loop.Cursor.Damage.ShouldNotBeNull().ShouldContain("it is of publisher");
        File.Exists(rig.FileOf(BridgeCursor.FileName + ".damaged")).ShouldBeTrue();
    }

    [BrokerFact]
    public void Run_WindowOfOne_StillPublishesEverythingInOrder()
    {
        using BridgeRig rig = new(fixture.Server);
        rig.Start(window: 1);

        rig.Publish(50);

        QueueMessages queue = rig.Read();
        queue.WaitFor(all => all.Blocks().Length >= 50, "50 blocks are in the queue");
        queue.Blocks().Select(block => block.Sequence).ShouldBe(Enumerable.Range(1, 50).Select(one => (ulong)one));
    }
}
