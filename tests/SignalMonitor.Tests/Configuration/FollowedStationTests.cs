using FuncLibs.Hosting.Configuration;
using SignalMonitor.Configuration;
using SignalMonitor.Variables;

namespace SignalMonitor.Tests.Configuration;

public sealed class FollowedStationTests
{
    private readonly MonitorOptions _options = new();

    [Fact]
    public void From_Defaults_IsTheStationOfTheCommonDatabase()
    {
        FollowedStation one = FollowedStation.From(_options).ShouldHaveSingleItem();

        (one.Name, one.IsNamed, one.Database.Provider).ShouldBe(("lab/rig1", false, DatabaseProvider.Sqlite));
    }

    [Fact]
    public void From_ConnectionsWithoutName_ShareOneStation()
    {
        _options.Connections = [new(), new(), new() { Station = "lab/rig2" }];

        FollowedStation.From(_options).Select(station => (station.Name, station.Connections.Count))
            .ShouldBe([("lab/rig1", 2), ("lab/rig2", 1)]);
    }

    [Fact]
    public void From_DatabaseOfItsOwn_IsThatOfItsStationAlone()
    {
        _options.Connections =
        [
            new(),
            new() { Station = "lab/rig2", Database = new() { Provider = DatabaseProvider.Sqlite, Path = "own.db" } },
        ];
        IReadOnlyList<FollowedStation> stations = FollowedStation.From(_options);

        FollowedStation.AreOne(stations[0].Database, stations[1].Database, "/state").ShouldBeFalse();
        FollowedStation.AreOne(stations[0].Database, _options.Database, "/state").ShouldBeTrue();
    }

    [Theory]
    [InlineData("lab/rig2", "lab/rig2", "Connections:1:Station")]
    [InlineData("", "lab/rig1", "Connections:1:Station")]
    [InlineData("lab/rig1", "", "Connections:0:Station")]
    public void Check_StationOfTwoConnections_IsRefused(string first, string second, string key)
    {
        _options.Connections = [new() { Station = first }, new() { Station = second }];

        Faults().ShouldHaveSingleItem().Key.ShouldBe(key);
    }

    [Theory]
    [InlineData("lab/rig1", "lab/rig2")]
    [InlineData("", "")]
    public void Check_StationsOfTheirOwnOrNone_IsFine(string first, string second)
    {
        _options.Connections = [new() { Station = first }, new() { Station = second }];

        Faults().ShouldBeEmpty();
    }

    [Fact]
    public void Check_DatabaseWithoutProviderOrStation_IsRefused()
    {
        _options.Connections =
        [
            new() { Station = "lab/rig7", Database = new() { Path = "own.db" } },
            new() { Database = new() { Provider = DatabaseProvider.Postgres } },
        ];

        Faults().Select(fault => fault.Key).ShouldBe(
        [
            "Connections:0:Database:Provider", "Connections:1:Station", "Connections:1:Database:ConnectionString",
        ]);
    }

    private OptionFault[] Faults() => [.. new FollowedStationCheck().Check(_options)];
}
