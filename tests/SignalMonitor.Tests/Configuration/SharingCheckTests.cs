using FuncLibs.Hosting.Configuration;
using SignalMonitor.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Variables;

namespace SignalMonitor.Tests.Configuration;

public sealed class SharingCheckTests
{
    private readonly MonitorOptions _options = new()
    {
        Connections = [NewConnection("rig1"), NewConnection("rig2")],
        Database = new() { Provider = DatabaseProvider.None },
        Sharing = new() { Folder = "/shared" },
    };

    [Fact]
    public void Check_StationsOfABroker_IsFine() => Faults().ShouldBeEmpty();

    [Fact]
    public void Check_NotShared_NothingIsDemanded()
    {
        MonitorOptions options = new();

        new SharingCheck().Check(options).ShouldBeEmpty();
    }

    [Fact]
    public void Check_ConnectionWithoutStation_IsRefused()
    {
        _options.Connections[1].Station = "";

        Faults().ShouldHaveSingleItem().Key.ShouldBe("Connections:1:Station");
    }

    [Fact]
    public void Check_ConnectionToAConnector_IsRefused()
    {
        _options.Connections[0].Amqp.Address = "";

        Faults().ShouldHaveSingleItem().Key.ShouldBe("Connections:0:Amqp:Address");
    }

    [Fact]
    public void Check_Sqlite_IsRefused()
    {
        _options.Database.Provider = DatabaseProvider.Sqlite;

        Faults().ShouldHaveSingleItem().Key.ShouldBe("Database:Provider");
    }

    [Fact]
    public void Check_RecordingsElsewhere_IsRefused()
    {
        _options.Recorder.Folder = "/data";

        Faults().ShouldHaveSingleItem().Key.ShouldBe("Recorder:Folder");
    }

    [Theory]
    [InlineData("tcp://127.0.0.1:5560", true)]
    [InlineData("tcp://127.0.0.1:0", false)]
    [InlineData("ipc:///tmp/derived", true)]
    public void Check_EndpointThatEachProcessWouldBind_IsRefusedUnlessItIsFree(string endpoint, bool isRefused)
    {
        _options.Derived.Endpoint = endpoint;

        Faults().Select(fault => fault.Key).ShouldBe(isRefused ? ["Derived:Endpoint"] : []);
    }

    [Fact]
    public void Check_PortsBeyondTheLast_AreRefused()
    {
        _options.Sharing.FirstPort = 65_535;

        Faults().ShouldHaveSingleItem().What.ShouldBe("2 stations would have ports 65535 to 65536");
    }

    [Fact]
    public void Check_OnlyAStationThatIsNotThere_IsRefused()
    {
        _options.Sharing.Only = "lab/rig9";

        Faults().ShouldHaveSingleItem().Key.ShouldBe("Sharing:Only");
    }

    [Theory]
    [InlineData("http://127.0.0.1:5080", 0, "http://127.0.0.1:5082")]
    [InlineData("http://127.0.0.1:5080", 6000, "http://127.0.0.1:6001")]
    [InlineData("http://127.0.0.1:0", 0, "http://127.0.0.1:0")]
    public void UrlOf_SecondStation_HasThePortAfterThatOfTheFirst(string url, int first, string expected)
    {
        _options.Http.Url = url;
        _options.Sharing.FirstPort = first;

        SharedPorts.UrlOf(_options, 1).ShouldBe(expected);
    }

    private OptionFault[] Faults() => [.. new SharingCheck().Check(_options)];

    private static ConnectionOptions NewConnection(string rig) => new()
    {
        Station = $"lab/{rig}",
        Amqp = new() { Address = "amqp://127.0.0.1", Site = "lab", Rig = rig },
    };
}
