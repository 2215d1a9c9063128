using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Outages;

/// <summary>The connector returns with an older copy of its whole state folder, or with none.</summary>
public sealed class RestoredFolderTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _simulator = Hosts.StartSimulator();
    private HostProcess? _connector;
    private HostProcess? _monitor;
    private string[] _ports = [];

    private string State => _folder.File("connector");

    public void Dispose()
    {
        _monitor?.Dispose();
        _connector?.Dispose();
        _simulator.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Restart_OlderCopyOfTheWholeFolder_TheUnknownEpochIsDeclaredAndNeverCertified()
    {
        MonitorView first = Begin();
        Stop(_connector!);
        Copy(State, _folder.File("backup"));
        StartConnector();
        first.WaitForMore(100);
        Stop(_monitor!);
        Eventually.True(() => Last() >= 200, "the connector publishes what no monitor takes", Limit);
        Kill();
        Copy(_folder.File("backup"), State);
        StartConnector();
        MonitorView second = StartMonitor();
        second.WaitForMore(50);

        Eventually.True(() => second.Account.Missing == 0, "nothing is waited for", Limit);

        // Known to the last block where the journal's ring outlived the process, in unknown number where it did not.
        JsonElement account = second.Health.GetProperty("account");
        long unknown = account.TryGetProperty("unknownEnds", out JsonElement ends) ? ends.GetInt64() : 0;
        (unknown + account.GetProperty("declaredLost").GetInt64()).ShouldBePositive();
        new MonitorAccount(account).Closes.ShouldBeTrue();
        _monitor!.Json("/certificate").GetProperty("verdict").GetString().ShouldBe("incomplete");
    }

    [Fact]
    public void Restart_FolderWiped_TheOldStreamIsPastAndItsNameTheLivingOnes()
    {
        MonitorView view = Begin();
        Kill();
        Directory.Delete(State, recursive: true);
        StartConnector();
        Eventually.True(
            () => Freshness(view).Order().SequenceEqual(["fresh", "past"]),
            "the old stream is past, the new one lives",
            Limit);
        Eventually.True(
            () => view.Snapshot.GetProperty("sequence").GetInt64() > 20, "the snapshot is of the living one", Limit);

        view.Health.GetProperty("streams")[0].GetProperty("state").GetString().ShouldBe("past");
        view.Health.GetProperty("account").GetProperty("unknownEnds").GetInt64().ShouldBe(1);
        view.Snapshot.GetProperty("channels")[0].GetProperty("quality").GetString().ShouldBe("good");
        view.WaitForStatus("ok");
    }

    private static IEnumerable<string?> Freshness(MonitorView view) =>
        view.Health
            .GetProperty("streams")
            .EnumerateArray()
            .Select(stream => stream.GetProperty("freshness").GetString());

    private static void Stop(HostProcess process)
    {
        process.Signal(ProcessSignals.Terminate);
        process.WaitForExit();
        process.Dispose();
    }

    private static void Copy(string from, string to)
    {
        if (Directory.Exists(to))
            Directory.Delete(to, recursive: true);
        foreach (string file in Directory.GetFiles(from, "*", SearchOption.AllDirectories))
        {
            string copy = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    private MonitorView Begin()
    {
        StartConnector();
        MonitorView view = StartMonitor();
        view.WaitForMore(50);
        return view;
    }

    private void StartConnector()
    {
        _connector = Hosts.StartConnector(State, ["--Source:Endpoint", _simulator.Endpoint("link"), .. _ports]);
        _ports =
        [
            "--Publish:Endpoint", _connector.Endpoint("publish"), "--Control:Endpoint", _connector.Endpoint("control"),
        ];
    }

    private MonitorView StartMonitor()
    {
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector!);
        return new MonitorView(_monitor);
    }

    private void Kill()
    {
        _connector!.Signal(ProcessSignals.Kill);
        _connector.WaitForExit();
        _connector.Dispose();
    }

    private long Last()
    {
        JsonElement streams = _connector!.Json("/health").GetProperty("streams");
        return streams.GetArrayLength() == 0 ? 0 : streams[0].GetProperty("last").GetInt64();
    }
}
