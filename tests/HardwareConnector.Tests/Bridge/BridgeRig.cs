using FuncLibs.Amqp;
using FuncLibs.Hosting.State;
using HardwareConnector.Tests.Publishing;
using Testing;
using Testing.Brokers;

namespace HardwareConnector.Tests.Bridge;

/// <summary>A publisher with a queue of its own at a broker, and a folder for the cursor.</summary>
internal sealed class BridgeRig : IDisposable
{
    private static int _queues;
    private readonly TemporaryFolder _folder = new();
    private readonly List<IDisposable> _opened = [];
    private long _index;

    public BridgeRig(RabbitMqServer server, int earlierFrames = 0)
    {
        Server = server;
        State = StateFolder.Open(_folder.Path);
        Broker = BrokerOf("guest", "guest");
        Queue = StreamQueue.For("lab", "rig1", $"exchange{++_queues}", $"queue{_queues}");
        Publisher = new RunningPublisher(earlierFrames: earlierFrames);
        Publisher.Join().Describe();
    }

    public RabbitMqServer Server { get; }

    public StateFolder State { get; }

    public BrokerAddress Broker { get; set; }

    public StreamQueue Queue { get; set; }

    public RunningPublisher Publisher { get; }

    public string FileOf(string name) => _folder.File(name);

    public BrokerAddress BrokerOf(string user, string password)
    {
        BrokerAddress.TryParse($"amqp://127.0.0.1:{Server.Port}", out BrokerAddress? address, out _).ShouldBeTrue();
        return address with { User = user, Password = password };
    }

    /// <summary>Publishes blocks; each is sent when this returns.</summary>
    public void Publish(int blocks)
    {
        for (int i = 0; i < blocks; i++)
        {
            TestRig.Offer(Publisher.Feed, _index++);
            Publisher.Next(FuncLibs.Messaging.Wire.FrameKind.Data);
        }
    }

    public RunningBridge Start(int window = 64)
    {
        RunningBridge bridge = new(Publisher, State, Broker, Queue, window);
        _opened.Add(bridge);
        return bridge;
    }

    public QueueMessages Read()
    {
        QueueMessages messages = QueueMessages.Open(Server.Uri, Queue.Name);
        _opened.Add(messages);
        return messages;
    }

    public void Dispose()
    {
        _opened.ForEach(one => one.Dispose());
        Publisher.Dispose();
        State.Dispose();
        _folder.Dispose();
    }
}
