using System.Text.Json;
using Testing;
using Testing.Disks;
using Testing.Processes;

namespace Integration.Journal;

/// <summary>A disk that is really full: the live stream continues, the connector reports what is wrong,
/// and goes back to recording by itself.</summary>
public sealed class FullDiskTests : IDisposable
{
    private const long DiskBytes = 160L << 20;
    private const long BallastBytes = 100L << 20;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LoopDiskFact]
    public void Disk_FullAndThenFree_PublishesOnAndRecordsAgain()
    {
        using LoopDisk disk = LoopDisk.Make(_folder.Path, DiskBytes);
        string ballast = Path.Combine(disk.Path, "ballast");
        LoopDisk.Run("fallocate", "-l", $"{BallastBytes}", ballast);
        using HostProcess connector =
            Hosts.StartSelfFed(_folder.File("connector"), "--Journal:Folder", Path.Combine(disk.Path, "journal"));
        using HostProcess monitor = Hosts.StartMonitor(_folder.File("monitor"), connector);
        MonitorView view = new(monitor);
        connector.WaitForError("NOT RECORDING");
        view.WaitForMore(Hosts.Rate);
        JournalOf(connector).GetProperty("reason").GetString()!.ShouldContain("are free");
        connector.Json("/health").GetProperty("status").GetString().ShouldBe("degraded");

        File.Delete(ballast);
        connector.WaitForError("recording again");
        Eventually.True(() => Durable(connector) > 0, "blocks are durable");
        JournalOf(connector).GetProperty("reason").ValueKind.ShouldBe(JsonValueKind.Null);
        JournalOf(connector).GetProperty("lastFailure").GetString()!.ShouldContain("are free");
        connector.Json("/health").GetProperty("status").GetString().ShouldBe("ok");
        JournalOf(connector).GetProperty("holeFrames").GetInt64().ShouldBeGreaterThan(0);
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
        connector.Signal(ProcessSignals.Terminate);
        connector.WaitForExit().ShouldBe(0, connector.Everything);
    }

    private static JsonElement JournalOf(HostProcess connector) => connector.Json("/health").GetProperty("journal");

    private static long Durable(HostProcess connector) =>
        connector.Json("/health").GetProperty("streams")[0].GetProperty("durable").GetInt64();
}
