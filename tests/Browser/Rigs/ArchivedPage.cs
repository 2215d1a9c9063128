using System.Text.Json;
using Testing;
using Testing.Databases;

namespace Browser.Rigs;

/// <summary>
/// An archive with the tests <c>T-1</c> of rig1 and <c>T-2</c> of rig2, archived by the monitors of two rigs, and a
/// page of the dashboard of rig1. The monitor of rig2 is gone.
/// </summary>
public sealed class ArchivedPage(ChromiumFixture browser) : SharedPage(browser)
{
    private const int LeastBlocks = 200;

    private TemporaryFolder? _folder;
    private PostgresServer? _server;

    private protected override DashboardRig StartRig()
    {
        // The tests are skipped then.
        if (PostgresServer.Missing is not null)
            return new DashboardRig();
        (_folder, _server) = (new TemporaryFolder(), PostgresServer.Start());
        string connection = _server.Connection(_server.NewDatabase());
        using (DashboardRig other = NewRig("lab/rig2", _folder.Path, connection))
            Record(other, "T-2", "lab/rig2");
        DashboardRig rig = NewRig("lab/rig1", _folder.Path, connection);
        Record(rig, "T-1", "lab/rig1");
        return rig;
    }

    private protected override void StopSource()
    {
        _server?.Dispose();
        _folder?.Dispose();
    }

    private static DashboardRig NewRig(string station, string archive, string connection) => new(
        definitions: null,
        monitor:
        [
            "--Database:Station", station, "--Archive:Folder", archive, "--Archive:ConnectionString", connection,
        ]);

    private static void Record(DashboardRig rig, string run, string station)
    {
        string[] of = ["--Database:Station", station];
        rig.Run(["signals", "add", "Fmax", "--Expression", "runmax(servo1.force)", .. of]);
        rig.Run(["testrun", "start", run, "--Specimen", $"AL-{run}", "--Operator", "kim", .. of]);
        DashboardRig.WaitFor(
            () => rig.Monitor.Json("/health").TryGetProperty("recording", out JsonElement recording)
                && recording.GetProperty("frames").GetInt64() > LeastBlocks,
            $"{run} is recorded");
        rig.Run(["testrun", "stop", .. of]);
        DashboardRig.WaitFor(
            () => rig.Monitor.Json("/health").GetProperty("archive").GetProperty("archived").GetInt64() == 1,
            $"{run} is archived");
    }
}
