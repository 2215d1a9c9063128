using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Scoring;

/// <summary>
/// A run from the rig to the score: a connector with a journal, a monitor, and after them the verb `score` over what
/// they left, with the truth that the rig wrote meanwhile. All are processes, and the rig is real time.
/// </summary>
internal sealed class ScoredSystem : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();

    /// <summary>What the rig wrote.</summary>
    public string TruthFile => _folder.File("truth.jsonl");

    /// <summary>Runs a rig inside the connector.</summary>
    /// <param name="preset">Its document.</param>
    /// <param name="blocks">Blocks that the monitor must have had before all of it is stopped.</param>
    /// <param name="limit">A limit of the monitor, as `limits set` takes it; empty for none.</param>
    public void RunSelfFed(string preset, long blocks, params string[] limit)
    {
        string document = Write("preset.json", preset);
        SetLimit(limit);
        using HostProcess connector = Hosts.StartConnector(
            _folder.File("connector"),
            [
                "--Source:Type", "simulator", "--Source:Preset", document, "--Source:Truth", TruthFile,
                .. Hosts.DeepSource,
            ]);
        using HostProcess monitor = Hosts.StartMonitor(_folder.File("monitor"), connector);
        Deliver(monitor, blocks);
        Stop(monitor);
        Stop(connector);
    }

    /// <summary>Runs a simulator with a fault schedule; the connector is there before it.</summary>
    public void RunLinked(string preset, string faults, long blocks)
    {
        string link = $"tcp://127.0.0.1:{Hosts.FreePort()}";
        using HostProcess connector = Hosts.StartConnector(
            _folder.File("connector"), ["--Source:Endpoint", link, .. Hosts.DeepSource]);
        using HostProcess monitor = Hosts.StartMonitor(_folder.File("monitor"), connector);
        using HostProcess simulator = Hosts.StartSimulator(
            [
                "--Link:Listen", link, "--Preset", Write("preset.json", preset), "--BlocksPerSecond", "0",
                "--Truth:File", TruthFile, "--Faults", Write("faults.json", faults), .. Hosts.DeepLink,
            ]);
        Deliver(monitor, blocks);
        Stop(simulator);
        Stop(monitor);
        Stop(connector);
    }

    /// <summary>The result of `score` by kind and name of the line.</summary>
    public Scores Score(params string[] more)
    {
        using HostProcess score = HostProcess.Start(
            Hosts.Tools,
            [
                "score", "--truth", TruthFile, "--source", _folder.File("connector"), "--monitor",
                _folder.File("monitor"), "--json",
                "--Database:Provider", "none", .. more,
            ]);
        score.WaitForExit(Limit).ShouldBe(0, score.Everything);
        return new Scores(JsonDocument.Parse(string.Concat(score.Output)).RootElement);
    }

    public void Dispose() => _folder.Dispose();

    private string Write(string name, string text)
    {
        File.WriteAllText(_folder.File(name), text);
        return _folder.File(name);
    }

    private void SetLimit(string[] limit)
    {
        if (limit.Length == 0)
            return;
        using HostProcess set =
            HostProcess.Start(Hosts.Monitor, ["limits", "set", .. limit, "--State:Folder", _folder.File("monitor")]);
        set.WaitForExit(Limit).ShouldBe(0, set.Everything);
    }

    private static void Deliver(HostProcess monitor, long blocks)
    {
        var view = new MonitorView(monitor);
        monitor.Endpoint("http");
        Eventually.True(() => view.Delivered >= blocks, $"{blocks} blocks are delivered", Limit);
    }

    private static void Stop(HostProcess process)
    {
        process.Signal(ProcessSignals.Terminate);
        process.WaitForExit(Limit).ShouldBe(0, process.Everything);
    }
}
