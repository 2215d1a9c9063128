using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>A connector with its own rig, and a monitor with both viewers switched on.</summary>
public sealed class ViewerSystem : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;

    public ViewerSystem()
    {
        _connector = Hosts.StartSelfFed(_folder.File("connector"));
        Monitor = Hosts.StartMonitor(
            _folder.File("monitor"), _connector, "--Viewers:PlotJuggler:Endpoint", Hosts.AnyPort,
            "--Viewers:Foxglove:Enabled", "true", "--Viewers:Channels", "servo1.*,ad1", "--Viewers:RateHz", "50");
        new MonitorView(Monitor).WaitForValues();
    }

    public HostProcess Monitor { get; }

    public void Dispose()
    {
        Monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }
}

/// <summary>Programs of others at the viewers of a running monitor.</summary>
public sealed class ViewerTests(ViewerSystem system) : IClassFixture<ViewerSystem>
{
    private const int Messages = 20;
    private const long GridNs = 1_000_000_000 / 50;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    [PythonFact]
    public void PlotJuggler_Subscriber_GetsOneMapAMomentWithItsTime()
    {
        using HostProcess python = Python.Start(
            "plotjuggler_subscriber.py", system.Monitor.Endpoint("plotjuggler"), $"{Messages}");
        python.WaitForExit(Limit).ShouldBe(0, python.Everything);

        JsonElement[] maps = [.. python.Output.Select(line => JsonDocument.Parse(line).RootElement)];
        maps.Length.ShouldBe(Messages);
        foreach (JsonElement map in maps)
        {
            map.EnumerateObject().Select(member => member.Name).ShouldBe(
                [
                    "topic", "timestamp", "servo1.activectrl", "servo1.count", "servo1.command", "servo1.output",
                    "servo1.force", "servo1.stroke", "servo1.strain", "servo1.pressure", "ad1",
                ],
                ignoreOrder: true);
            map.GetProperty("topic").GetString().ShouldBe("telemetry/main");
        }

        double[] times = [.. maps.Select(map => map.GetProperty("timestamp").GetDouble())];
        times.ShouldBeInOrder(SortDirection.Ascending);
        (times[^1] - times[0]).ShouldBeGreaterThanOrEqualTo((Messages - 1) / 50.0 - 0.001);
        times[0].ShouldBeGreaterThan(TimeProvider.System.GetUtcNow().ToUnixTimeSeconds() - 600);
    }

    [Fact]
    public void Foxglove_ItsOwnClient_GetsChannelsAndValues()
    {
        string address = system.Monitor.Endpoint("http").Replace("http://", "ws://", StringComparison.Ordinal);
        using HostProcess node = Node.Start(
            "foxglove_client.cjs", $"{address.TrimEnd('/')}/foxglove", "main/servo1.force", $"{Messages}");
        node.WaitForExit(Limit).ShouldBe(0, node.Everything);

        JsonElement seen = JsonDocument.Parse(string.Concat(node.Output)).RootElement;
        seen.GetProperty("serverInfo").GetProperty("name").GetString().ShouldBe("SignalMonitor");
        seen.GetProperty("channel").GetProperty("schemaName").GetString().ShouldBe("Number in kN");
        long[] times = [.. seen.GetProperty("times").EnumerateArray().Select(time => long.Parse(time.GetString()!))];
        times.Length.ShouldBe(Messages);
        times.ShouldAllBe(time => time % GridNs == 0);
        times.ShouldBeInOrder(SortDirection.Ascending);
        seen.GetProperty("values").EnumerateArray().ShouldAllBe(value => double.IsFinite(value.GetDouble()));
        seen.GetProperty("statuses").EnumerateArray().Select(status => status.GetString())
            .ShouldBe(["there is no subscription 4711"]);

        JsonElement viewers = system.Monitor.Json("/health").GetProperty("viewers");
        viewers.GetProperty("foxglove").GetProperty("messages").GetInt64().ShouldBeGreaterThanOrEqualTo(Messages);
        system.Monitor.Text("/metrics").ShouldContain("telemetry_viewers_messages_total{viewer=\"foxglove\"}");
    }
}
