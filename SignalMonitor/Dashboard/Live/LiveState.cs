using SignalMonitor.Alarms;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Connections;
using SignalMonitor.Health;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// The state that all browsers see, as messages: written once for all of them, and the same object as long as nothing
/// changes. Live thread only.
/// </summary>
/// <param name="connections">The streams.</param>
/// <param name="health">How the monitor is.</param>
/// <param name="coordinator">Alarms and calculated channels; null without a database.</param>
internal sealed class LiveState(MonitorConnections connections, HealthReport health, VariableCoordinator? coordinator)
{
    private readonly Dictionary<string, byte[]> _values = [];

    /// <summary>Health, as <c>GET /health</c> has it.</summary>
    public byte[] Health { get; private set; } = [];

    /// <summary>Alarms, as <c>GET /alarms</c> has them.</summary>
    public byte[] Alarms { get; private set; } = [];

    /// <summary>Reads health.</summary>
    public void ReadHealth() => Health = LiveText.Create(
        "health", MonitorHealth.Create(health.Read()), MonitorHealthJson.Default.MonitorHealth);

    /// <summary>Reads alarms; false when they are as they were.</summary>
    public bool ReadAlarms()
    {
        byte[] now = LiveText.Create(
            "alarms",
            SignalHttp.AlarmsOf(coordinator),
            StreamAlarmListJson.Default.IEnumerableStreamAlarmList);
        if (now.AsSpan().SequenceEqual(Alarms))
            return false;
        Alarms = now;
        return true;
    }

    /// <summary>
    /// The newest values of a stream, as <c>GET /snapshot</c> has them; null when there is no such stream.
    /// </summary>
    public byte[]? ReadValues(string name)
    {
        if (connections.Find(name) is not var (connection, stream))
            return null;
        byte[] now = LiveText.Create("values", json => SnapshotJson.Write(json, connection, stream));
        if (!_values.TryGetValue(name, out byte[]? before) || !now.AsSpan().SequenceEqual(before))
            _values[name] = now;
        return _values[name];
    }

    /// <summary>Removes the values of streams that no browser shows.</summary>
    public void Keep(IReadOnlySet<string> watched)
    {
        foreach (string name in _values.Keys.Where(name => !watched.Contains(name)).ToArray())
            _values.Remove(name);
    }
}
