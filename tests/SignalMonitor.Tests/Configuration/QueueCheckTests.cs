using FuncLibs.Hosting.Configuration;
using SignalMonitor.Configuration;
using SignalMonitor.Connections;

namespace SignalMonitor.Tests.Configuration;

/// <summary>A connection that reads a queue of a broker.</summary>
public sealed class QueueCheckTests
{
    private readonly MonitorOptions _options = new();

    public QueueCheckTests() => _options.Connections = [new() { Amqp = Queue() }];

    private AmqpOptions Amqp => _options.Connections[0].Amqp;

    [Fact]
    public void Check_QueueOnLoopback_HasNoFault() => Faults().ShouldBeEmpty();

    [Fact]
    public void Check_Queue_SocketsOfTheConnectorAreNotUsed()
    {
        (_options.Connections[0].Subscribe, _options.Connections[0].Control) = ("nowhere", "nowhere");
        Faults().ShouldBeEmpty();
        Amqp.AskControl = true;

        Faults().Single().Key.ShouldBe("Connections:0:Control");
    }

    [Theory]
    [InlineData("http://broker")]
    [InlineData("amqp://user@broker")]
    [InlineData("amqp://broker:0")]
    public void Check_AddressThatCannotBe_IsRefused(string address)
    {
        Amqp.Address = address;

        Faults().Single().Key.ShouldBe("Connections:0:Amqp:Address");
    }

    [Fact]
    public void Check_PlainBrokerElsewhere_NeedsTls()
    {
        Amqp.Address = "amqp://broker.lab";
        (Amqp.User, Amqp.PasswordFile) = ("monitor", "/no/such/file");
        Faults().Select(fault => fault.Key)
            .ShouldBe(["Connections:0:Amqp:Address", "Connections:0:Amqp:PasswordFile"]);
        Amqp.AllowPlain = true;

        Faults().Single().Key.ShouldBe("Connections:0:Amqp:PasswordFile");
    }

    [Fact]
    public void Check_GuestElsewhere_IsRefused()
    {
        Amqp.Address = "amqps://broker.lab";

        Faults().Single().Key.ShouldBe("Connections:0:Amqp:User");
    }

    [Theory]
    [InlineData("", "", "")]
    [InlineData("lab", "", "")]
    [InlineData("Lab", "rig1", "")]
    [InlineData("lab", "rig1", "queue")]
    [InlineData("", "", "amq.queue")]
    public void Check_NoNameOfAQueue_IsRefused(string site, string rig, string queue)
    {
        (Amqp.Site, Amqp.Rig, Amqp.Queue) = (site, rig, queue);

        Faults().Single().Key.ShouldBe("Connections:0:Amqp:Queue");
    }

    [Fact]
    public void Check_OneQueueTwice_IsRefused()
    {
        _options.Connections = [new() { Amqp = Queue() }, new() { Amqp = Queue() }];

        Faults().Single().Key.ShouldBe("Connections:1:Amqp:Queue");
    }

    [Fact]
    public void NameAt_HasNoUserAndOneNode()
    {
        Amqp.Address = "amqps://a.lab,b.lab:5673/tests";
        Amqp.User = "monitor";

        QueueSource.NameOf(Amqp).ShouldBe("amqps://a.lab:5671/tests/cdb.lab.rig1");
    }

    private static AmqpOptions Queue() => new() { Address = "amqp://127.0.0.1", Site = "lab", Rig = "rig1" };

    private List<OptionFault> Faults() => [.. new ConnectionCheck().Check(_options)];
}
