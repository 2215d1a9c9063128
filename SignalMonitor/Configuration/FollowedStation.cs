using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Connections;
using SignalMonitor.Variables;

namespace SignalMonitor.Configuration;

/// <summary>A station that this monitor follows: where its definitions are, and which connections it has.</summary>
/// <param name="Name">Site/rig.</param>
/// <param name="Database">Where its definitions are.</param>
/// <param name="Connections">Indexes of its connections, from 0; one, except where several have no name.</param>
/// <param name="IsNamed">True when a connection names it, so that its connector must publish as such.</param>
internal sealed record FollowedStation(
    string Name, DatabaseOptions Database, IReadOnlyList<int> Connections, bool IsNamed)
{
    /// <summary>
    /// The stations in the order of their connections. Connections without a name share that of `Database:Station`.
    /// </summary>
    public static IReadOnlyList<FollowedStation> From(MonitorOptions options)
    {
        List<FollowedStation> stations = [];
        for (int i = 0; i < options.Connections.Length; i++)
        {
            ConnectionOptions connection = options.Connections[i];
            string name = NameOf(connection, options.Database);
            int known = stations.FindIndex(station => station.Name == name);
            if (known >= 0)
                stations[known] = stations[known] with { Connections = [.. stations[known].Connections, i] };
            else
                stations.Add(new FollowedStation(
                    name, DatabaseOf(connection.Database, options.Database, name), [i], connection.Station.Length > 0));
        }

        return stations.Count > 0 ? stations
            : [new FollowedStation(options.Database.Station, options.Database, [], IsNamed: false)];
    }

    /// <summary>
    /// The station that a verb is for. A monitor of one station may be given another one: definitions in the same
    /// database may be for a station that another monitor follows.
    /// </summary>
    /// <param name="options">The configuration.</param>
    /// <param name="wanted">Site/rig; null = the first of the configuration.</param>
    /// <param name="station">The station; the first one with a fault.</param>
    /// <returns>Why it cannot be used, in one line; null when it can.</returns>
    public static string? Select(MonitorOptions options, string? wanted, out FollowedStation station)
    {
        IReadOnlyList<FollowedStation> all = From(options);
        station = all[0];
        if (wanted is null)
            return null;
        if (all.FirstOrDefault(one => one.Name == wanted) is { } followed)
            station = followed;
        else if (all.Count > 1)
            return $"--Station: this monitor does not follow '{OneLine.Format(wanted)}'"
                + $"{Suggestion.For(wanted, all.Select(one => one.Name))}; it follows "
                + string.Join(", ", all.Select(one => one.Name));
        else
            station = station with { Name = wanted };
        return null;
    }

    /// <summary>The station of a connection.</summary>
    public static string NameOf(ConnectionOptions connection, DatabaseOptions common) =>
        connection.Station.Length > 0 ? connection.Station : common.Station;

    /// <summary>True when both read the same database.</summary>
    public static bool AreOne(DatabaseOptions one, DatabaseOptions other, string stateFolder) =>
        one.Provider == other.Provider && one.Provider switch
        {
            DatabaseProvider.Sqlite =>
                VariableDatabase.FileOf(one, stateFolder) == VariableDatabase.FileOf(other, stateFolder),
            DatabaseProvider.Postgres => one.ConnectionString == other.ConnectionString,
            _ => true,
        };

    private static DatabaseOptions DatabaseOf(StationDatabaseOptions own, DatabaseOptions common, string station) =>
        own.Provider is { } provider
            ? new DatabaseOptions
            {
                Provider = provider,
                Station = station,
                Path = own.Path,
                ConnectionString = own.ConnectionString,
            }
            : new DatabaseOptions
            {
                Provider = common.Provider,
                Station = station,
                Path = common.Path,
                ConnectionString = common.ConnectionString,
            };
}
