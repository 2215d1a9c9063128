using System.Text.Json;
using Testing;
using Testing.Brokers;
using Testing.Databases;
using Testing.Processes;

namespace Integration.Sharing;

/// <summary>A test run that is recorded while its station goes from one monitor to the other and back.</summary>
public sealed class SharedRecordingTests : IDisposable
{
    private const string Rig = "rig1";
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [SharedRecordingFact]
    public void Kill_OfTheHolderTwice_TheRecordingHasEveryBlock()
    {
        using PostgresServer server = PostgresServer.Start();
        string[] database =
        [
            "--Database:Provider", "postgres", "--Database:ConnectionString", server.Connection(server.NewDatabase()),
        ];
        using SharingLab lab = new([Rig], database);
        lab.StartMonitor("a");
        lab.WaitForComputing("a", Rig);
        lab.StartRigs();
        Verb(database, "start", "shared");
        Eventually.True(() => FramesOf(lab, "a") > 0, "it is recorded", Limit);
        lab.StartMonitor("b");

        KillAndWait(lab, "a", "b");
        lab.StartMonitor("c");
        KillAndWait(lab, "b", "c");

        (long published, _) = lab.ComeToRest("c", Rig);
        Verb(database, "stop");
        Eventually.True(() => FramesOf(lab, "c") is null, "the recording is closed", Limit);
        JsonElement verified = Verified(lab);
        (verified.GetProperty("damaged").GetInt32(), verified.GetProperty("gaps").GetInt64()).ShouldBe((0, 0L));
        verified.GetProperty("streams").EnumerateArray().ShouldHaveSingleItem()
            .GetProperty("last").GetInt64().ShouldBe(published);
    }

    private static void KillAndWait(SharingLab lab, string holder, string next)
    {
        lab.Monitor(holder).Signal(ProcessSignals.Kill);
        lab.WaitForComputing(next, Rig);
        lab.WaitForBlocks(next, Rig);
        long before = FramesOf(lab, next) ?? 0;
        Eventually.True(() => FramesOf(lab, next) > before, $"{next} records it", Limit);
    }

    private static long? FramesOf(SharingLab lab, string monitor) =>
        lab.HealthOf(monitor, Rig) is { } health && health.TryGetProperty("recording", out JsonElement recording)
            ? recording.GetProperty("frames").GetInt64() : null;

    private void Verb(string[] database, params string[] words)
    {
        using HostProcess verb = HostProcess.Start(
            Hosts.Monitor,
            [
                "testrun", .. words, "--State:Folder", _folder.File("verb"), "--Connections:0:Station", $"lab/{Rig}",
                .. database,
            ]);
        verb.WaitForExit().ShouldBe(0, verb.Everything);
    }

    private static JsonElement Verified(SharingLab lab)
    {
        string folder = Path.GetDirectoryName(
            Directory.EnumerateFiles(lab.Shared, "recording.json", SearchOption.AllDirectories).Single())!;
        using HostProcess verb =
            HostProcess.Start(Hosts.Monitor, "recording", "verify", "--source", folder, "--json");
        verb.WaitForExit();
        return JsonDocument.Parse(verb.Output.Last()).RootElement;
    }

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class SharedRecordingFactAttribute : FactAttribute
    {
        public SharedRecordingFactAttribute() => Skip = PostgresServer.Missing ?? RabbitMqServer.Missing;
    }
}
