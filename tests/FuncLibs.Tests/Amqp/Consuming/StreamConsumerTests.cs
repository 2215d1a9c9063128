using FuncLibs.Amqp;
using FuncLibs.Amqp.Consuming;
using FuncLibs.Messaging.Delivery;
using RabbitMQ.Client;
using Testing;
using Testing.Brokers;

namespace FuncLibs.Tests.Amqp.Consuming;

/// <summary>A consumer at a real broker; the tests write what a bridge would.</summary>
public sealed class StreamConsumerTests(RabbitMqFixture broker) : IClassFixture<RabbitMqFixture>
{
    private readonly StreamQueue _queue = StreamQueue.For("lab", "rig1", name: $"cdb.{Guid.NewGuid():N}");

    private RabbitMqServer Server => broker.Server;

    [QueueFact]
    public void Read_FramesAndMarkers_ComeInTheOrderOfTheStream()
    {
        using QueueReader reader = new(Server, _queue);
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        bridge.Marker();
        bridge.Frames(2);
        bridge.Marker(revision: 2);
        bridge.Frames(1);
        bridge.Heartbeat();
        reader.ReadUntil(() => reader.Read.Contains("heartbeat"), "the heartbeat came");

        reader.Read.ShouldBe(
            ["Welcome", "Catalogue", "1.1", "1.2", "Welcome", "Catalogue", "1.3", "heartbeat"]);
        Counts(reader).ShouldBe((3L, 3L, 0L, 0L));
        reader.Consumer.IsConnected.ShouldBeTrue();
        reader.Consumer.Fault.ShouldBeNull();
        reader.Consumer.Offset.ShouldBe(7);
    }

    [QueueFact]
    public void Read_BeforeTheFirstMarker_FramesAreSkipped()
    {
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        bridge.Frames(5);
        bridge.Marker();
        bridge.Frames(5);
        bridge.Confirm();
        using QueueReader reader = new(Server, _queue);
        reader.ReadTo(10);

        reader.Read[..3].ShouldBe(["Welcome", "Catalogue", "1.6"]);
        Counts(reader).ShouldBe((5L, 5L, 0L, 0L));
    }

    [QueueFact]
    public void Read_FramesThatABridgeSentAgain_AreDropped()
    {
        using QueueReader reader = new(Server, _queue);
        using (BridgeWriter first = BridgeWriter.Open(Server, _queue))
        {
            first.Marker();
            first.Frames(10);
            first.Confirm();
        }

        using BridgeWriter second = BridgeWriter.Open(Server, _queue);
        second.Last = 6;
        second.Marker();
        second.Frames(6);
        second.Heartbeat();
        reader.ReadTo(12);

        Counts(reader).ShouldBe((12L, 12L, 0L, 0L));
        reader.Account.Duplicates.ShouldBe(4);
    }

    [QueueFact]
    public void Read_WhatAnEpochLacks_IsDeclaredWhenTheNextOneIsRead()
    {
        using QueueReader reader = new(Server, _queue);
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        bridge.Marker();
        bridge.Frames(3);
        bridge.Last = 5;
        bridge.Epoch = 2;
        bridge.Marker();
        bridge.Frames(2);
        bridge.Frame(6);
        bridge.Heartbeat();
        reader.ReadTo(6, epoch: 2);

        StreamAccount account = reader.Account;
        (account.Published, account.Delivered, account.DeclaredLost, account.Missing, account.SilentLoss)
            .ShouldBe((11L, 6L, 5L, 0L, 0L));
        (account.LostAtStop, account.LostInGaps).ShouldBe((2L, 3L));
    }

    [QueueFact]
    public void Restart_ContinuesAtTheNewestMarkerThatWasConsumed()
    {
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        using QueueReader first = new(Server, _queue);
        for (int i = 0; i < 20; i++)
        {
            bridge.Marker();
            bridge.Frames(10);
        }

        first.ReadTo(200);
        first.Dispose();
        bridge.Marker();
        bridge.Frames(7);
        using QueueReader second = new(Server, _queue, first);
        second.ReadTo(207);

        first.Kept.Count.ShouldBe(20);
        second.Read[..3].ShouldBe(["Welcome", "Catalogue", "1.191"]);
        Counts(second).ShouldBe((207L, 207L, 0L, 0L));
        second.Account.Duplicates.ShouldBe(0);
        second.Notices.ShouldBeEmpty();
    }

    [QueueFact]
    public void Restart_PositionBehindTheKeptMarkers_ReadsFromAnOlderOne()
    {
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        using QueueReader first = new(Server, _queue);
        bridge.Marker();
        bridge.Frames(9);
        first.ReadTo(9);
        DeliveryPosition saved = first.Position!.Value;
        bridge.Frames(1);
        bridge.Marker();
        bridge.Frames(10);
        first.ReadTo(20);
        first.Dispose();
        using QueueReader second = new(BridgeWriter.AddressOf(Server), _queue, saved, first.Kept);
        second.ReadTo(20);

        second.Read[..3].ShouldBe(["Welcome", "Catalogue", "1.1"]);
        Counts(second).ShouldBe((20L, 20L, 0L, 0L));
    }

    [QueueFact]
    public void Restart_WithoutMarkers_ReadsFromTheFirstMessage()
    {
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        using QueueReader first = new(Server, _queue);
        bridge.Marker();
        bridge.Frames(10);
        first.ReadTo(10);
        first.Forget();
        bridge.Frames(5);
        using QueueReader second = new(Server, _queue, first);
        second.ReadTo(15);

        second.Read[2].ShouldBe("1.1");
        Counts(second).ShouldBe((15L, 15L, 0L, 0L));
    }

    // Retention removes whole segments, so that a queue may begin anywhere.
    [QueueFact]
    public void Restart_QueueBeginsBetweenMarkers_ReadsWhatIsBeforeTheFirst()
    {
        using BridgeWriter whole = BridgeWriter.Open(Server, _queue);
        using QueueReader first = new(Server, _queue);
        whole.Marker();
        whole.Frames(2);
        first.ReadTo(2);
        first.Forget();
        StreamQueue cut = StreamQueue.For("lab", "rig1", exchange: _queue.Name, name: $"{_queue.Name}.cut");
        using BridgeWriter bridge = BridgeWriter.Open(Server, cut);
        bridge.Last = 3;
        bridge.Frames(5);
        bridge.Marker();
        bridge.Frames(2);
        bridge.Confirm();
        using QueueReader second = new(Server, cut, first);
        second.ReadTo(10);

        second.Read[..3].ShouldBe(["Welcome", "Catalogue", "1.4"]);
        Counts(second).ShouldBe((10L, 9L, 1L, 0L));
    }

    [QueueFact]
    public void Restart_QueueMadeAgainMeanwhile_SaysSoAndReadsAllOfIt()
    {
        using QueueReader first = new(Server, _queue);
        using (BridgeWriter bridge = BridgeWriter.Open(Server, _queue))
        {
            for (int i = 0; i < 5; i++)
            {
                bridge.Marker();
                bridge.Frames(10);
            }

            first.ReadTo(50);
        }

        first.Dispose();
        Server.DeleteQueue(_queue.Name);
        using BridgeWriter again = BridgeWriter.Open(Server, _queue);
        again.Last = 55;
        again.Marker();
        again.Frames(5);
        using QueueReader second = new(Server, _queue, first);
        second.ReadTo(60);

        second.Notices.Single().ShouldContain("made again");
        StreamAccount account = second.Account;
        (account.Published, account.Delivered, account.DeclaredLost, account.SilentLoss).ShouldBe((60L, 55L, 5L, 0L));
    }

    [QueueFact]
    public void Read_QueueDeletedAndMadeAgain_GoesOnByItself()
    {
        using QueueReader reader = new(Server, _queue);
        using (BridgeWriter bridge = BridgeWriter.Open(Server, _queue))
        {
            bridge.Marker();
            bridge.Frames(10);
            reader.ReadTo(10);
        }

        Server.DeleteQueue(_queue.Name);
        reader.ReadUntil(() => reader.Consumer.Fault is { Kind: BrokerFaultKind.Missing }, "the queue is missed");
        using BridgeWriter again = BridgeWriter.Open(Server, _queue);
        again.Last = 8;
        again.Marker();
        again.Frames(12);
        reader.ReadTo(20);

        Counts(reader).ShouldBe((20L, 20L, 0L, 0L));
        reader.Notices.ShouldHaveSingleItem();
        reader.Consumer.Reconnects.ShouldBeGreaterThan(0);
    }

    [QueueFact]
    public void Restart_OvertakenByRetention_SaysSoAndDeclaresTheRest()
    {
        StreamQueue small = _queue with { MaxLengthBytes = 1_000_000, SegmentBytes = 500_000 };
        using BridgeWriter bridge = BridgeWriter.Open(Server, small);
        using QueueReader first = new(Server, small);
        bridge.Marker();
        bridge.Frames(10);
        first.ReadTo(10);
        first.Dispose();
        for (int i = 0; i < 20; i++)
        {
            bridge.Marker();
            bridge.Frames(10, bytes: 50_000);
            bridge.Confirm();
        }

        using QueueReader second = new(Server, small, first);
        second.ReadTo(210);

        second.Notices.Single().ShouldContain("retention");
        StreamAccount account = second.Account;
        account.Published.ShouldBe(210);
        account.DeclaredLost.ShouldBeGreaterThan(0);
        (account.Missing, account.SilentLoss).ShouldBe((0L, 0L));
    }

    [QueueFact]
    public void Read_NoSuchQueue_WaitsAndSaysSo()
    {
        using QueueReader reader = new(Server, _queue);
        reader.ReadUntil(() => reader.Consumer.Fault is not null, "the queue is missed");
        reader.Consumer.Fault!.Kind.ShouldBe(BrokerFaultKind.Missing);
        reader.Consumer.Fault.Text.ShouldContain(_queue.Name);
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        bridge.Marker();
        bridge.Frames(3);
        reader.ReadTo(3);

        reader.Consumer.Fault.ShouldBeNull();
    }

    [QueueFact]
    public void Read_WrongPassword_SaysSo()
    {
        using QueueReader reader = new(BridgeWriter.AddressOf(Server) with { Password = "wrong" }, _queue);
        reader.ReadUntil(() => reader.Consumer.Fault is not null, "the account is refused");

        reader.Consumer.Fault!.Kind.ShouldBe(BrokerFaultKind.Credentials);
        reader.Consumer.IsConnected.ShouldBeFalse();
    }

    [QueueFact]
    public void Read_WithoutPermission_SaysSoAndGoesOnWhenItIsGiven()
    {
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        bridge.Marker();
        bridge.Frames(3);
        bridge.Confirm();
        string user = $"reader-{Guid.NewGuid():N}";
        Server.AddUser(user, "secret");
        Server.SetPermissions(user, "^$", "^$", "^$");
        using QueueReader reader = new(
            BridgeWriter.AddressOf(Server) with { User = user, Password = "secret" }, _queue);
        reader.ReadUntil(() => reader.Consumer.Fault is not null, "the permission is missed");
        reader.Consumer.Fault!.Kind.ShouldBe(BrokerFaultKind.Permission);
        Server.SetPermissions(user, "^$", "^$", "^cdb[.].*");
        reader.ReadTo(3);

        Counts(reader).ShouldBe((3L, 3L, 0L, 0L));
    }

    [QueueFact]
    public async Task Read_QueueThatIsNoStream_TakesNothingOutOfIt()
    {
        ConnectionFactory factory = new() { Uri = Server.Uri };
        await using IConnection connection = await factory.CreateConnectionAsync();
        await using IChannel channel = await connection.CreateChannelAsync(new CreateChannelOptions(true, true));
        await channel.QueueDeclareAsync(_queue.Name, durable: true, exclusive: false, autoDelete: false);
        for (int i = 0; i < 500; i++)
            await channel.BasicPublishAsync("", _queue.Name, mandatory: true, new byte[10]);
        using QueueReader reader = new(Server, _queue);
        reader.ReadUntil(() => reader.Consumer.Fault is not null, "the queue is refused");
        reader.Consumer.Fault!.Kind.ShouldBe(BrokerFaultKind.WrongQueue);
        reader.Dispose();

        Eventually.True(
            () => channel.QueueDeclarePassiveAsync(_queue.Name).GetAwaiter().GetResult().MessageCount == 500,
            "all messages are there");
    }

    [QueueFact]
    public async Task Read_MessagesOfOthers_AreCountedAndSkipped()
    {
        using QueueReader reader = new(Server, _queue);
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        bridge.Marker();
        bridge.Frames(1);
        bridge.Confirm();
        ConnectionFactory factory = new() { Uri = Server.Uri };
        await using IConnection connection = await factory.CreateConnectionAsync();
        await using IChannel channel = await connection.CreateChannelAsync(new CreateChannelOptions(true, true));
        Dictionary<string, object?> place = new()
        {
            ["publisher"] = BridgeWriter.Publisher.ToString(),
            ["stream"] = 1L,
            ["epoch"] = 1L,
            ["seq"] = 2L,
        };
        await Publish(new BasicProperties(), new byte[10]);
        await Publish(new BasicProperties { Type = "other", Headers = place }, new byte[10]);
        await Publish(new BasicProperties { Type = "cdb.frame" }, new byte[10]);
        await Publish(
            new BasicProperties { Type = "cdb.frame", Headers = new Dictionary<string, object?> { ["seq"] = "x" } }, []);
        await Publish(new BasicProperties { Type = "cdb.frame", Headers = place }, new byte[10]);
        await Publish(new BasicProperties { Type = "cdb.control", Headers = place }, new byte[10]);
        await Publish(new BasicProperties { Type = "cdb.control", Headers = place }, []);
        await Publish(new BasicProperties { Type = "cdb.frame", Headers = place }, new byte[8 << 20]);
        await Publish(new BasicProperties { Type = "cdb.frame", Headers = place }, new byte[100], "no.topic");
        bridge.Frames(1);
        reader.ReadTo(2);

        ForeignCounts foreign = reader.Consumer.Foreign;
        Enum.GetValues<ForeignCause>().Select(foreign.Of).ShouldBe([2, 2, 1, 3, 1]);
        foreign.Total.ShouldBe(9);
        Counts(reader).ShouldBe((2L, 2L, 0L, 0L));
        reader.Consumer.Reconnects.ShouldBe(0);

        async Task Publish(BasicProperties properties, byte[] body, string key = "D.lab.rig1.main") =>
            await channel.BasicPublishAsync(
                key == "no.topic" ? "" : _queue.Exchange,
                key == "no.topic" ? _queue.Name : key,
                mandatory: true,
                properties,
                body);
    }

    [QueueFact]
    public void Read_LongFramesAndASlowReader_AreBoundedAndComplete()
    {
        using QueueReader reader = new(Server, _queue);
        using BridgeWriter bridge = BridgeWriter.Open(Server, _queue);
        bridge.Marker();
        bridge.Frames(300, bytes: 300_000);
        bridge.Confirm();
        reader.Consumer.Waiting.ShouldBeLessThan(130);
        reader.ReadTo(300);

        Counts(reader).ShouldBe((300L, 300L, 0L, 0L));
    }

    private static (long Published, long Delivered, long Lost, long Missing) Counts(QueueReader reader)
    {
        StreamAccount account = reader.Account;
        account.SilentLoss.ShouldBe(0);
        return (account.Published, account.Delivered, account.DeclaredLost, account.Missing);
    }
}
