using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Journal;

/// <summary>
/// A connector that is killed without warning, again and again, in one state folder: 15 times in each run, 100
/// times under
/// TELEMETRY_TESTS_NIGHTLY=1.
/// </summary>
public sealed class KillTests : IDisposable
{
    private static readonly int Runs = Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? 100 : 15;
    private readonly TemporaryFolder _folder = new();
    private readonly Random _random = new(7);
    private readonly Dictionary<ulong, (ulong Last, ulong Durable)> _seen = [];

    private string State => _folder.File("connector");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Kill_ManyTimes_NoPublishedFrameIsMissingAndEveryEpochIsClosed()
    {
        for (int i = 0; i < Runs; i++)
            RunAndKill();
        using HostProcess last = Start();
        last.Json("/health");
        last.Signal(ProcessSignals.Terminate);
        last.WaitForExit();

        JsonElement verified = Verify();
        verified.GetProperty("damaged").GetInt32().ShouldBe(0);
        Dictionary<ulong, JsonElement> recorded = OfData(verified.GetProperty("epochs"));
        Dictionary<ulong, JsonElement> closed = OfData(
            JsonDocument.Parse(File.ReadAllText(Path.Combine(State, "epochs.json"))).RootElement.GetProperty("epochs"));
        foreach ((ulong epoch, (ulong seenLast, ulong durable)) in _seen)
        {
            recorded[epoch].GetProperty("first").GetUInt64().ShouldBe(1UL);
            recorded[epoch].GetProperty("last").GetUInt64().ShouldBeGreaterThanOrEqualTo(durable);
            recorded[epoch]
                .GetProperty("records")
                .GetUInt64()
                .ShouldBe(recorded[epoch].GetProperty("last").GetUInt64());
            closed[epoch].GetProperty("last").GetUInt64().ShouldBeGreaterThanOrEqualTo(seenLast);
            closed[epoch]
                .GetProperty("lastRecovered")
                .GetUInt64()
                .ShouldBe(closed[epoch].GetProperty("last").GetUInt64());
            recorded[epoch].GetProperty("last").GetUInt64().ShouldBe(closed[epoch].GetProperty("last").GetUInt64());
            closed[epoch].GetProperty("exact").GetBoolean().ShouldBeTrue();
        }
    }

    private void RunAndKill()
    {
        using HostProcess connector = Start();
        ulong enough = (ulong)_random.Next(1, 60);
        JsonElement health = default;
        Eventually.True(
            () => StreamOf(health = connector.Json("/health")) is { } stream
                && stream.GetProperty("durable").GetUInt64() >= enough,
            "blocks are durable");
        connector.Signal(ProcessSignals.Kill);
        connector.WaitForExit();
        JsonElement main = StreamOf(health)!.Value;
        _seen[health.GetProperty("epoch").GetUInt64()] =
            (main.GetProperty("last").GetUInt64(), main.GetProperty("durable").GetUInt64());
    }

    private HostProcess Start() => Hosts.StartSelfFed(State, "--Journal:RingMiB", "8");

    private JsonElement Verify()
    {
        using HostProcess verify =
            HostProcess.Start(Hosts.Connector, "journal", "verify", "--State:Folder", State, "--json");
        verify.WaitForExit();
        return JsonDocument.Parse(verify.Output.Last()).RootElement;
    }

    private static JsonElement? StreamOf(JsonElement health)
    {
        JsonElement streams = health.GetProperty("streams");
        return streams.GetArrayLength() == 0 ? null : streams[0];
    }

    private static Dictionary<ulong, JsonElement> OfData(JsonElement epochs) => epochs.EnumerateArray()
        .Where(epoch => epoch.GetProperty("stream").GetUInt32() == 1)
        .ToDictionary(epoch => epoch.GetProperty("epoch").GetUInt64());
}
