using System.Text.Json;
using Testing;
using Testing.Processes;
using Testing.Rigs;

namespace Integration.Stations;

/// <summary>A station with a database of its own that is away, at the start and while the monitor runs.</summary>
public sealed class StationDatabaseTests
{
    [Fact]
    public void Database_AwayAtStart_IsAnErrorThatNamesTheStation()
    {
        using TemporaryFolder folder = new();
        using HostProcess monitor = HostProcess.Start(
            Hosts.Monitor,
            "run", "--State:Folder", folder.Path, "--Http:Url", Hosts.AnyHttp,
            "--Connections:0:Station", "lab/rig1",
            "--Connections:1:Station", "lab/rig2", "--Connections:1:Database:Provider", "sqlite",
            "--Connections:1:Database:Path", folder.File("gone.db"));

        monitor.WaitForExit().ShouldBe(2, monitor.Everything);
        monitor.Everything.ShouldContain("station lab/rig2: ");
        monitor.Everything.ShouldContain("gone.db");
    }

    [Fact]
    public void Database_AwayWhileRunning_IsTheStatusOfItsStationAlone()
    {
        using TemporaryFolder folder = new();
        string file = folder.File("own.db");
        using ManyRigs rigs = new(
            2,
            prepared =>
            {
                File.WriteAllText(
                    folder.File("own.json"), """{"format":"telemetry-variables/1","station":"lab/rig2"}""");
                prepared.Run("signals", "import", folder.File("own.json"));
            },
            "--Connections:1:Database:Provider", "sqlite", "--Connections:1:Database:Path", file);
        rigs.WaitForState(1, "live");
        rigs.WaitForState(2, "live");

        File.Move(file, file + ".away");
        ManyRigs.WaitFor(
            () => rigs.Rig(2)!.Value.GetProperty("fault").ValueKind == JsonValueKind.String, "the station has a fault");

        rigs.Rig(1)!.Value.GetProperty("fault").ValueKind.ShouldBe(JsonValueKind.Null);
        string[] reasons =
        [
            .. rigs.Monitor.Json("/health").GetProperty("reasons").EnumerateArray().Select(one => one.GetString()!),
        ];
        reasons.ShouldContain(reason => reason.StartsWith(
            "station lab/rig2: the database cannot be read", StringComparison.Ordinal));
        reasons.ShouldNotContain(reason => reason.Contains("lab/rig1", StringComparison.Ordinal));
        rigs.Run("limits", "set", "servo1.force", "--Kind", "upper", "--Value", "5", "--Station", "lab/rig1");
        File.Move(file + ".away", file);
        ManyRigs.WaitFor(
            () => rigs.Rig(2)!.Value.GetProperty("fault").ValueKind == JsonValueKind.Null, "the station is back");
    }

    [Theory]
    [InlineData("lab/rig1", "Connections:1:Station")]
    [InlineData("no station", "Connections:1:Station")]
    [InlineData("Lab/Rig", "Connections:1:Station")]
    public void Check_StationThatIsTakenOrNone_IsRefused(string station, string key)
    {
        using HostProcess check = HostProcess.Start(
            Hosts.Monitor, "check", "--Connections:0:Station", "lab/rig1", "--Connections:1:Station", station);

        check.WaitForExit().ShouldBe(2, check.Everything);
        check.Everything.ShouldContain(key);
    }

    [Fact]
    public void Connector_OfAnotherStation_IsReported()
    {
        using TemporaryFolder folder = new();
        using HostProcess connector =
            Hosts.StartSelfFed(folder.File("connector"), "--Site", "lab", "--Rig", "rig7");
        using HostProcess monitor =
            Hosts.StartMonitor(folder.File("monitor"), connector, "--Connections:0:Station", "lab/rig1");

        ManyRigs.WaitFor(
            () => monitor.Text("/health").Contains(
                "the connector publishes lab/rig7, and is configured as station lab/rig1", StringComparison.Ordinal),
            "health says it");
    }
}
