using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Sources;

/// <summary>A load of several rigs in one process: into one connector with a source each, and by itself.</summary>
[Trait(Lanes.Name, Lanes.Timed)]
public sealed class LoadTests : IDisposable
{
    private const int Rigs = 4;
    private const int Seconds = 4;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private readonly List<HostProcess> _processes = [];

    [Fact]
    public void Load_IntoOneConnectorAndAMonitor_EveryBlockSentIsNumberedAndDelivered()
    {
        HostProcess load = Load("--for", $"{Seconds}", "--wait", "30");

        // The monitor is there before the load, which begins with the connector and is over after seconds.
        string[] ports = [.. Hosts.FreePorts(2).Select(port => $"tcp://127.0.0.1:{port}")];
        HostProcess monitor = Started(Hosts.StartMonitor(_folder.File("monitor"), ports[0], ports[1]));
        monitor.Endpoint("http");
        HostProcess connector = Started(Hosts.StartConnector(
            _folder.File("connector"),
            [
                "--Publish:Endpoint", ports[0], "--Control:Endpoint", ports[1],
                .. Enumerable.Range(0, Rigs).SelectMany(
                    rig => new[]
                    {
                        $"--Sources:{rig}:Endpoint", load.Endpoint($"rig{rig + 1:00}"), $"--Sources:{rig}:QueueBlocks",
                        "4096",
                    }),
            ]));

        load.WaitForExit(Limit).ShouldBe(0, load.Everything);

        JsonElement report = Report();
        JsonElement total = report.GetProperty("total");
        Dictionary<string, long> sent = report.GetProperty("rigs").EnumerateArray()
            .ToDictionary(rig => rig.GetProperty("name").GetString()!, rig => Number(rig, "sent"));
        sent.Keys.Order().ShouldBe(["rig01", "rig02", "rig03", "rig04"]);
        Eventually.True(() => Same(Numbers(connector, "last"), sent), "everything that was sent is numbered", Limit);
        Eventually.True(
            () => Same(Numbers(monitor, "lastSequence"), sent), "everything that was numbered is delivered", Limit);
        Number(total, "due").ShouldBe(Rigs * Seconds * Hosts.Rate);
        (Number(total, "sent") + Number(total, "dropped") + Number(total, "unserved")
            + Number(total, "never")).ShouldBe(Number(total, "due"));
        monitor
            .Json("/health")
            .GetProperty("streams")
            .EnumerateArray()
            .ShouldAllBe(s => Number(s, "declaredLost") == 0 && Number(s, "missing") == 0);
    }

    [Fact]
    public void Load_Interrupted_EndsEarlyWithTheReportSoFar()
    {
        HostProcess load = Load("--for", "3600");
        load.WaitForError("begins");

        load.Signal(ProcessSignals.Interrupt);

        load.WaitForExit(Limit).ShouldBe(0, load.Everything);
        JsonElement report = Report();
        report.GetProperty("endedEarly").GetBoolean().ShouldBeTrue();
        report
            .GetProperty("rigs")
            .EnumerateArray()
            .ShouldAllBe(rig => Number(rig, "due") == Number(rig, "unserved") + Number(rig, "never"));
        load.Output.ShouldContain(line => line.StartsWith("total ", StringComparison.Ordinal));
    }

    public void Dispose()
    {
        _processes.ForEach(process => process.Dispose());
        _folder.Dispose();
    }

    private static bool Same(Dictionary<string, long> some, Dictionary<string, long> others) =>
        some.Count == others.Count && some.All(stream => others[stream.Key] == stream.Value);

    private static Dictionary<string, long> Numbers(HostProcess process, string name) =>
        process.Json("/health").GetProperty("streams").EnumerateArray()
            .ToDictionary(stream => stream.GetProperty("name").GetString()!, stream => Number(stream, name));

    private static long Number(JsonElement element, string name) => element.GetProperty(name).GetInt64();

    private HostProcess Load(params IEnumerable<string> more) => Started(HostProcess.Start(
        Hosts.Tools,
        [
            "load", "--rigs", $"{Rigs}", "--preset", "small", "--rate", $"{Hosts.Rate}", "--out",
            _folder.File("report.json"), .. more,
        ]));

    private HostProcess Started(HostProcess process)
    {
        _processes.Add(process);
        return process;
    }

    private JsonElement Report() => JsonDocument.Parse(File.ReadAllBytes(_folder.File("report.json"))).RootElement;
}
