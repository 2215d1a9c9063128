using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Brokers;

/// <summary>
/// A connector that bridges into a broker, and a monitor that reads the queue there and nothing else. The monitor is
/// there before the first block, so that its account begins with the first one of all.
/// </summary>
internal sealed class BridgedRig : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);
    private readonly TemporaryFolder _folder = new();
    private readonly BrokerAccess _broker;
    private readonly string _rig;
    private HostProcess? _connector;
    private HostProcess? _monitor;

    /// <param name="port">Port of the broker, or of a proxy before it.</param>
    /// <param name="rig">Name of the rig, and so of its queue.</param>
    public BridgedRig(int port, string rig)
        : this(new BrokerAccess($"amqp://127.0.0.1:{port}"), rig)
    {
    }

    /// <param name="broker">The broker.</param>
    /// <param name="rig">Name of the rig, and so of its queue.</param>
    public BridgedRig(BrokerAccess broker, string rig)
    {
        (_broker, _rig) = (broker, rig);
        StartMonitor();
        StartConnector();
        WaitForRun();
    }

    public HostProcess Connector => _connector!;

    public HostProcess Monitor => _monitor!;

    public JsonElement Bridge => Connector.Json("/health").GetProperty("bridge");

    /// <summary>Why the bridge cannot do more; null when it can.</summary>
    public string? BridgeFault =>
        Bridge.TryGetProperty("fault", out JsonElement fault) ? fault.GetString() : null;

    public MonitorAccount Account => new MonitorView(Monitor).Account;

    /// <summary>What the monitor says of its queue.</summary>
    public JsonElement Queue => new MonitorView(Monitor).Health.GetProperty("connections")[0].GetProperty("amqp");

    /// <summary>Blocks that came and were dropped, because acquisition could not go on.</summary>
    public long Dropped => Connector.Json("/health").GetProperty("source").GetProperty("dropped").GetInt64();

    public void StartConnector() => StartConnector(_broker);

    /// <summary>Starts the connector with another broker than that of the monitor.</summary>
    public void StartConnector(BrokerAccess broker)
    {
        _connector = Hosts.StartSelfFed(
            _folder.File("connector"),
            ["--Rig", _rig, "--Publish:Content", "columns-packed", .. broker.OfBridge, .. Hosts.DeepSource]);
        _connector.Endpoint("http");
    }

    public void StartMonitor()
    {
        _monitor = _broker.StartMonitor(_folder.File("monitor"), _rig);
        _monitor.Endpoint("http");
    }

    public void KillConnector() => End(ref _connector, ProcessSignals.Kill);

    public void KillMonitor() => End(ref _monitor, ProcessSignals.Kill);

    /// <summary>Waits until blocks that are published from now on are delivered.</summary>
    public void WaitForRun()
    {
        ulong before = Published ?? 0;
        Eventually.True(
            () => Published is { } now && now > before && Delivered is { } delivered && delivered.Epoch == Epoch
                && delivered.Last > before,
            "new blocks are delivered",
            Limit);
    }

    /// <summary>Ends the connector, and waits until the monitor has all that it published.</summary>
    /// <returns>Blocks that it published in its last epoch.</returns>
    public ulong ComeToRest()
    {
        ulong epoch = Epoch;
        End(ref _connector, ProcessSignals.Terminate);
        ulong last = LastOf(epoch);
        Eventually.True(
            () => Delivered is { } all && all.Epoch == epoch && all.Last == last, $"{last} is delivered", Limit);
        return last;
    }

    /// <summary>Blocks published in all epochs, once the connector has ended.</summary>
    public long PublishedEver() => Verified().Sum(one => one.GetProperty("records").GetInt64());

    public void Dispose()
    {
        _connector?.Dispose();
        _monitor?.Dispose();
        _folder.Dispose();
    }

    /// <summary>Blocks published in the epoch that runs; null before the first.</summary>
    public ulong? Published => First(Connector.Json("/health"))?.GetProperty("last").GetUInt64();

    private ulong Epoch => Connector.Json("/health").GetProperty("epoch").GetUInt64();

    private (ulong Epoch, ulong Last)? Delivered => First(new MonitorView(Monitor).Health) is { } stream
        ? (stream.GetProperty("epoch").GetUInt64(), stream.GetProperty("lastSequence").GetUInt64()) : null;

    private static JsonElement? First(JsonElement health) =>
        health.GetProperty("streams") is { } streams && streams.GetArrayLength() > 0 ? streams[0] : null;

    private static void End(ref HostProcess? process, int signal)
    {
        using HostProcess ending = process!;
        ending.Signal(signal);
        ending.WaitForExit();
        process = null;
    }

    private ulong LastOf(ulong epoch) =>
        Verified().Single(one => one.GetProperty("epoch").GetUInt64() == epoch).GetProperty("last").GetUInt64();

    private JsonElement[] Verified()
    {
        using HostProcess verb = HostProcess.Start(
            Hosts.Connector, "journal", "verify", "--State:Folder", _folder.File("connector"), "--json");
        verb.WaitForExit();
        return
        [
            .. JsonDocument.Parse(verb.Output.Last()).RootElement.GetProperty("epochs").EnumerateArray()
                .Where(one => one.GetProperty("stream").GetUInt32() == 1),
        ];
    }
}
