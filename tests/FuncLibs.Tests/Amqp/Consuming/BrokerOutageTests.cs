using FuncLibs.Amqp;
using FuncLibs.Messaging.Delivery;
using Testing.Brokers;

namespace FuncLibs.Tests.Amqp.Consuming;

/// <summary>A broker of its own, which ends and comes back.</summary>
public sealed class BrokerOutageTests
{
    private readonly StreamQueue _queue = StreamQueue.For("lab", "rig1");

    // Stopped before it is killed: a node that is killed within seconds of the declaration loses the stream.
    [QueueFact]
    public void Read_BrokerStoppedAndKilled_GoesOnWithAnExactAccount()
    {
        using RabbitMqServer server = RabbitMqServer.StartNew();
        using QueueReader reader = new(server, _queue);
        Write(server, last: 0);
        reader.ReadTo(50);
        server.Stop();
        reader.ReadUntil(() => reader.Consumer.Fault is not null, "the broker is missed");
        server.Start();
        Write(server, last: 50);
        reader.ReadTo(100);
        server.Kill();
        reader.ReadUntil(() => reader.Consumer.Fault is not null, "the broker is missed again");
        server.Start();
        Write(server, last: 100);
        reader.ReadTo(150);

        StreamAccount account = reader.Account;
        (account.Published, account.Delivered, account.DeclaredLost, account.Missing).ShouldBe((150L, 150L, 0L, 0L));
        reader.Notices.ShouldBeEmpty();
        reader.Consumer.Reconnects.ShouldBeGreaterThanOrEqualTo(2);
    }

    private void Write(RabbitMqServer server, ulong last)
    {
        using BridgeWriter bridge = BridgeWriter.Open(server, _queue);
        bridge.Last = last;
        bridge.Marker();
        bridge.Frames(50);
        bridge.Confirm();
    }
}
