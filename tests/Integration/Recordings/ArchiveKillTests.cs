using System.Text.Json;
using Testing;
using Testing.Databases;
using Testing.Processes;

namespace Integration.Recordings;

/// <summary>Monitors that are killed while they archive a recording.</summary>
public sealed class ArchiveKillTests : IDisposable
{
    private const int Kills = 5;
    private const int LeastFrames = 500;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();

    private string Archive => _folder.File("archive");

    public void Dispose() => _folder.Dispose();

    [ArchiveKillFact]
    public void Archive_MonitorIsKilledAgainAndAgain_HasTheTestOnceAndWhole()
    {
        using PostgresServer server = PostgresServer.Start();
        string connection = server.Connection(server.NewDatabase());
        Directory.CreateDirectory(Archive);
        using HostProcess connector = Hosts.StartSelfFed(_folder.File("connector"), "--Journal:RingMiB", "8");
        Record(connector);

        for (int i = 0; i < Kills; i++)
            KillWhileItCopies(connector, connection, i);
        using (HostProcess monitor = Start(connector, connection, megabytesPerSecond: 0))
            Eventually.True(() => Health(monitor).GetProperty("archived").GetInt64() == 1, "it is archived", Limit);

        Verb(connection, "archive", "verify").ShouldBe("1 tests checked, 0 faults");
        JsonElement[] tests =
            [.. JsonDocument.Parse(Verb(connection, "archive", "search", "--json")).RootElement.GetProperty("tests")
                .EnumerateArray()];
        tests.Single().GetProperty("blocksLost").GetInt64().ShouldBe(0);
        tests[0].GetProperty("complete").GetBoolean().ShouldBeTrue();
        JsonElement status = JsonDocument.Parse(Verb(connection, "archive", "status", "--json")).RootElement;
        (status.GetProperty("archived").GetInt32(), status.GetProperty("waiting").GetInt32()).ShouldBe((1, 0));
        Directory.EnumerateDirectories(Path.Combine(Archive, ".incoming")).ShouldBeEmpty();
        JsonDocument.Parse(Verb(
            connection, "recording", "verify", "--source", Path.Combine(Archive, "lab", "rig1", "kills"), "--json"))
            .RootElement.GetProperty("damaged").GetInt32().ShouldBe(0);
    }

    private void Record(HostProcess connector)
    {
        using HostProcess monitor = Hosts.StartMonitor(_folder.File("monitor"), connector);
        Eventually.True(() => new MonitorView(monitor).Account.Delivered > 0, "blocks are delivered", Limit);
        Verb(null, "testrun", "start", "kills");
        Eventually.True(
            () => monitor.Json("/health").TryGetProperty("recording", out JsonElement recording)
                && recording.GetProperty("frames").GetInt64() > LeastFrames,
            "it is recorded",
            Limit);
        Verb(null, "testrun", "stop");
        Eventually.True(
            () => !monitor.Json("/health").TryGetProperty("recording", out _), "the recording is closed", Limit);
        monitor.Signal(ProcessSignals.Terminate);
        monitor.WaitForExit().ShouldBe(0, monitor.Everything);
    }

    // Each a little later than the one before.
    private void KillWhileItCopies(HostProcess connector, string connection, int number)
    {
        using HostProcess monitor = Start(connector, connection, megabytesPerSecond: 1);
        Eventually.True(() => Copied() > number, $"{number} files are copied", Limit);
        monitor.Signal(ProcessSignals.Kill);
        monitor.WaitForExit();
        File.Exists(Path.Combine(Archive, "lab", "rig1", "kills", "archive.json")).ShouldBeFalse();
    }

    private int Copied() => Directory.Exists(Path.Combine(Archive, ".incoming"))
        ? Directory.EnumerateFiles(Path.Combine(Archive, ".incoming"), "*", SearchOption.AllDirectories).Count() : 0;

    private static JsonElement Health(HostProcess monitor) => monitor.Json("/health").GetProperty("archive");

    private HostProcess Start(HostProcess connector, string connection, int megabytesPerSecond) => Hosts.StartMonitor(
        _folder.File("monitor"),
        connector,
        [.. Options(connection), "--Archive:MegabytesPerSecond", $"{megabytesPerSecond}"]);

    private string[] Options(string connection) =>
        ["--Archive:Folder", Archive, "--Archive:ConnectionString", connection];

    private string Verb(string? connection, params string[] words)
    {
        string[] options = connection is null || words[0] != "archive" ? [] : Options(connection);
        using HostProcess verb = HostProcess.Start(
            Hosts.Monitor, [.. words, "--State:Folder", _folder.File("monitor"), .. options]);
        verb.WaitForExit().ShouldBe(0, verb.Everything);
        return verb.Output.Last();
    }

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class ArchiveKillFactAttribute : FactAttribute
    {
        public ArchiveKillFactAttribute() => Skip = PostgresServer.Missing;
    }
}
