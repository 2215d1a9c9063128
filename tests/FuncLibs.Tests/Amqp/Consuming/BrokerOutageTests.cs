using FuncLibs.Amqp;
using FuncLibs.Messaging.Delivery;
using Testing.Brokers;

namespace FuncLibs.Tests.Amqp.Consuming;

/// <summary>A broker of its own, which ends and comes back.</summary>
public sealed class BrokerOutageTests
{
    private readonly StreamQueue _queue = StreamQueue.For("lab", "rig1");

    [QueueFact]
    public void Read_BrokerKilledAndStartedAgain_GoesOnWithAnExactAccount()
    {
        using RabbitMqServer server = RabbitMqServer.StartNew();
        using QueueReader reader = new(server, _queue);
        using (BridgeWriter bridge = BridgeWriter.Open(server, _queue))
        {
            bridge.Marker();
            bridge.Frames(100);
            bridge.Confirm();
            reader.ReadTo(100);
            server.Kill();
            reader.ReadUntil(() => reader.Consumer.Fault is not null, "the broker is missed");
        }

        server.Start();
        using BridgeWriter again = BridgeWriter.Open(server, _queue);
        again.Last = 100;
        again.Marker();
        again.Frames(50);
        reader.ReadTo(150);

        StreamAccount account = reader.Account;
        (account.Published, account.Delivered, account.DeclaredLost, account.Missing).ShouldBe((150L, 150L, 0L, 0L));
        reader.Notices.ShouldBeEmpty();
    }
}
