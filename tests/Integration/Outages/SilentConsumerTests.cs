using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Outages;

/// <summary>What a connector says of its consumers, and keeps for them.</summary>
public sealed class SilentConsumerTests : IDisposable
{
    private const string Name = "plotter[b]";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _monitor;
    private HostProcess _connector;

    public SilentConsumerTests()
    {
        _connector = Hosts.StartSelfFed(_folder.File("connector"));
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector, "--Client:Name", Name);
        WaitForState("keeping");
    }

    public void Dispose()
    {
        _monitor.Signal(ProcessSignals.Continue);
        _monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Stop_IsNamedInHealthMetricsAndLog_AndFollowsAgain()
    {
        _monitor.Signal(ProcessSignals.Stop);
        WaitForState("gone");
        _connector.WaitForError($"consumer {Name} has been silent");
        _connector.Text("/metrics").ShouldContain("telemetry_consumers{state=\"gone\"} 1");
        _monitor.Signal(ProcessSignals.Continue);

        WaitForState("keeping");
    }

    [Fact]
    public void Restart_OfTheConnector_KeepsTheLeaseAndRecognisesTheConsumer()
    {
        string[] ports =
        [
            "--Publish:Endpoint", _connector.Endpoint("publish"), "--Control:Endpoint", _connector.Endpoint("control"),
        ];
        ulong epoch = Claim().GetProperty("epoch").GetUInt64();
        _monitor.Signal(ProcessSignals.Stop);
        _connector.Signal(ProcessSignals.Terminate);
        _connector.WaitForExit().ShouldBe(0);
        _connector.Dispose();
        File.ReadAllText(Path.Combine(_folder.File("connector"), "claims.json")).ShouldContain(Name);
        _connector = Hosts.StartSelfFed(_folder.File("connector"), ports);

        Claim().GetProperty("epoch").GetUInt64().ShouldBe(epoch);
        _monitor.Signal(ProcessSignals.Continue);
        WaitForState("keeping");
        Eventually.True(() => Claim().GetProperty("epoch").GetUInt64() > epoch, "the claim is of the new epoch", Limit);
    }

    [Fact]
    public void Monitor_ShowsTheConnectorsClockAndTheErrorOfItsLatencies()
    {
        MonitorView view = new(_monitor);
        Eventually.True(
            () => view.Stream.GetProperty("clock").GetProperty("probes").GetInt64() >= 3,
            "it asked three times",
            Limit);

        JsonElement clock = view.Stream.GetProperty("clock");
        double offset = clock.GetProperty("offsetUs").GetDouble();
        double bound = clock.GetProperty("boundUs").GetDouble();

        // One machine, one clock: the truth is 0.
        bound.ShouldBeInRange(0.1, 1e6);
        Math.Abs(offset).ShouldBeLessThanOrEqualTo(bound);
        view.Stream.GetProperty("latency").GetProperty("errorUs").GetDouble().ShouldBeGreaterThanOrEqualTo(bound);
        view.Stream.GetProperty("latency").GetProperty("correctedP50Us").ValueKind.ShouldBe(JsonValueKind.Null);
        clock.GetProperty("refused").GetInt64().ShouldBe(0);
        _monitor.Text("/metrics").ShouldContain("telemetry_clock_bound");
    }

    private void WaitForState(string state) =>
        Eventually.True(() => StateOf(_connector) == state, $"the consumer is {state}", Limit);

    private static string? StateOf(HostProcess connector) =>
        connector.Json("/health").GetProperty("consumers").EnumerateArray()
            .Where(consumer => consumer.GetProperty("name").GetString() == Name)
            .Select(consumer => consumer.GetProperty("state").GetString())
            .SingleOrDefault();

    private JsonElement Claim() => _connector.Json("/health").GetProperty("claims").EnumerateArray().Single();
}
