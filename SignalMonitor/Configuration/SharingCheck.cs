using FuncLibs.Hosting.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Variables;

namespace SignalMonitor.Configuration;

/// <summary>
/// Checks that stations which several monitors share have all of their state in the shared folder, and come from a
/// broker that gives leases.
/// </summary>
public sealed class SharingCheck : IOptionsCheck<MonitorOptions>
{
    private const string Moves = "a station takes its state along, so all of it is in Sharing:Folder";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        if (options.Sharing.Only.Length > 0
            && Array.TrueForAll(options.Connections, connection => connection.Station != options.Sharing.Only))
            yield return new OptionFault(
                "Sharing:Only", $"'{options.Sharing.Only}' is the Station of no connection", "one that Connections has");
        if (!options.Sharing.IsOn)
            yield break;
        for (int i = 0; i < options.Connections.Length; i++)
        {
            ConnectionOptions connection = options.Connections[i];
            if (connection.Station.Length == 0)
                yield return new OptionFault(
                    $"Connections:{i}:Station", "is empty, and stations are shared", "site/rig of each shared station");
            if (!connection.Amqp.IsOn)
                yield return new OptionFault(
                    $"Connections:{i}:Amqp:Address",
                    "is empty, and stations are shared",
                    "the broker of its queue: leases are there");
        }

        if (FollowedStation.From(options).Any(station => station.Database.Provider == DatabaseProvider.Sqlite))
            yield return new OptionFault(
                "Database:Provider",
                "is sqlite, and stations are shared: its file is not for several machines",
                "postgres, or none");
        foreach ((string key, string value) in Elsewhere(options))
        {
            if (value.Length > 0)
                yield return new OptionFault(key, $"is '{value}', and stations are shared: {Moves}", "empty");
        }

        foreach ((string key, string value) in Bound(options))
        {
            if (value.Length > 0 && !value.EndsWith(":0", StringComparison.Ordinal) && options.Connections.Length > 1)
                yield return new OptionFault(
                    key, $"is '{value}', and each shared station has a process that would bind it", "port 0, or empty");
        }

        if (FindPortFault(options) is { } ports)
            yield return ports;
    }

    private static OptionFault? FindPortFault(MonitorOptions options)
    {
        int first = SharedPorts.FirstOf(options);
        int last = first + options.Connections.Length - 1;
        return first == 0 || last <= ushort.MaxValue ? null : new OptionFault(
            "Sharing:FirstPort", $"{options.Connections.Length} stations would have ports {first} to {last}", "lower");
    }

    private static IEnumerable<(string Key, string Value)> Elsewhere(MonitorOptions options) =>
    [
        ("Recorder:Folder", options.Recorder.Folder),
        ("Captures:Folder", options.Captures.Folder),
    ];

    private static IEnumerable<(string Key, string Value)> Bound(MonitorOptions options) =>
    [
        ("Derived:Endpoint", options.Derived.Endpoint),
        ("Viewers:PlotJuggler:Endpoint", options.Viewers.PlotJuggler.Endpoint),
    ];
}
