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
        HostProcess connector = Started(Hosts.StartConnector(
            _folder.File("connector"),
            Enumerable.Range(0, Rigs).SelectMany(
                rig => new[] { $"--Sources:{rig}:Endpoint", load.Endpoint($"rig{rig + 1:00}") })));
        HostProcess monitor = Started(Hosts.StartMonitor(_folder.File("monitor"), connector));

        load.WaitForExit(Limit).ShouldBe(0, load.Everything);

        Dictionary<string, long> numbered = Numbers(connector, "last");
        Eventually.True(
            () => Same(Numbers(monitor, "lastSequence"), numbered), "everything that was numbered is delivered", Limit);
        JsonElement report = Report();
        JsonElement total = report.GetProperty("total");
        numbered.Keys.Order().ShouldBe(["rig01", "rig02", "rig03", "rig04"]);
        foreach (JsonElement rig in report.GetProperty("rigs").EnumerateArray())
            numbered[rig.GetProperty("name").GetString()!].ShouldBe(Number(rig, "sent"));
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
