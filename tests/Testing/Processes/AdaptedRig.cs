using System.Globalization;
using System.Text.Json;

namespace Testing.Processes;

/// <summary>A sample adapter of samples/ as a process, with a connector that reads from it and a monitor.</summary>
public sealed class AdaptedRig : IDisposable
{
    /// <summary>What the specimen of both samples has, kN/mm.</summary>
    public const double StiffnessKNPerMm = 25;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _adapter;
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;

    /// <summary>Takes over an adapter that was just started.</summary>
    public AdaptedRig(HostProcess adapter)
    {
        _adapter = adapter;
        _connector = Hosts.StartConnector(_folder.File("connector"), "--Source:Endpoint", adapter.Endpoint("link"));
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector);
        View = new MonitorView(_monitor);
        View.WaitForStatus("ok");
        View.WaitForValues();
    }

    public MonitorView View { get; }

    /// <summary>The source in the health of the connector.</summary>
    public JsonElement Source => _connector.Json("/health").GetProperty("source");

    /// <summary>The newest values by name.</summary>
    public Dictionary<string, double> Values => View.Snapshot.GetProperty("channels").EnumerateArray()
        .ToDictionary(c => c.GetProperty("name").GetString()!, c => c.GetProperty("value").GetDouble());

    /// <summary>Names and units in the order of the catalogue.</summary>
    public IEnumerable<string> Signals => View.Snapshot.GetProperty("channels").EnumerateArray()
        .Select(c => $"{c.GetProperty("name")} {c.GetProperty("unit")}".TrimEnd());

    /// <summary>Stops the adapter, waits until the monitor has its last block, and returns how many blocks the adapter
    /// says it sent.</summary>
    public long StopAdapter()
    {
        _adapter.Signal(ProcessSignals.Terminate);
        if (_adapter.WaitForExit() != 0)
            throw new InvalidOperationException($"the adapter failed: {_adapter.Everything}");

        // A line for each connection; a busy machine may need a second one.
        long sent = _adapter.Output.Where(text => text.StartsWith("sent ", StringComparison.Ordinal))
            .Sum(text => long.Parse(text.Split(' ')[1], CultureInfo.InvariantCulture));
        Eventually.True(
            () => View.Stream.GetProperty("lastSequence").GetInt64() == sent && View.Account.Missing == 0,
            $"the monitor has all of the {sent} blocks",
            Limit);
        return sent;
    }

    public void Dispose()
    {
        _monitor.Dispose();
        _connector.Dispose();
        _adapter.Dispose();
        _folder.Dispose();
    }
}
