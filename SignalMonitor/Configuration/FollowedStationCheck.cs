using FuncLibs.Hosting.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Variables;

namespace SignalMonitor.Configuration;

/// <summary>
/// Checks that each station is followed by one connection, and that a database of its own has what it needs. Whether
/// the connector publishes as that station is seen when it does.
/// </summary>
public sealed class FollowedStationCheck : IOptionsCheck<MonitorOptions>
{
    private const string PostgresText = "Host=...;Database=...;Username=..., as Npgsql writes it";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        ConnectionOptions[] all = options.Connections;
        for (int i = 0; i < all.Length; i++)
        {
            if (FindTwin(options, i) is { } twin)
                yield return new OptionFault(
                    $"Connections:{i}:Station",
                    $"'{all[i].Station}' is the station of Connections:{twin} too: two rigs would share limits, test "
                        + "run and recording",
                    all[twin].Station.Length > 0 ? "a station of its own for each connection"
                        : "a station of its own for each connection; one without Station has Database:Station");
            foreach (OptionFault fault in OfDatabase($"Connections:{i}:", all[i]))
                yield return fault;
        }
    }

    // Connections without a name share one station, as they always did: those are streams of one installation.
    private static int? FindTwin(MonitorOptions options, int i)
    {
        if (options.Connections[i].Station.Length == 0)
            return null;
        int twin = Array.FindIndex(
            options.Connections,
            other => !ReferenceEquals(other, options.Connections[i])
                && FollowedStation.NameOf(other, options.Database) == options.Connections[i].Station);
        return twin < 0 || (twin > i && options.Connections[twin].Station.Length > 0) ? null : twin;
    }

    private static IEnumerable<OptionFault> OfDatabase(string key, ConnectionOptions connection)
    {
        StationDatabaseOptions own = connection.Database;
        if (own.Provider is null && (own.Path.Length > 0 || own.ConnectionString.Length > 0))
            yield return new OptionFault(
                key + "Database:Provider",
                "is not given, and a place is",
                "sqlite or postgres; or no place, for Database");
        if (own.Provider is not null && connection.Station.Length == 0)
            yield return new OptionFault(
                key + "Station",
                "is empty, and the connection has a database of its own",
                "site/rig; without a station of its own the common Database is used");
        if (own.Provider == DatabaseProvider.Postgres
            && (own.ConnectionString.Length == 0
                ? "is empty" : VariableDatabase.FindFault(own.ConnectionString)) is { } fault)
            yield return new OptionFault(key + "Database:ConnectionString", fault, PostgresText);
        if (own.Path.Contains('\0', StringComparison.Ordinal))
            yield return new OptionFault(
                key + "Database:Path", "it has a character that no file name has", "a path");
    }
}
