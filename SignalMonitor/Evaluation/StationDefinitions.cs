using SignalMonitor.Configuration;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Evaluation;

/// <summary>
/// The definitions of a station of the configuration, if there is a database: evaluating never makes one.
/// </summary>
internal static class StationDefinitions
{
    /// <summary>Reads them.</summary>
    /// <param name="options">State folder and database.</param>
    /// <param name="wanted">Site/rig; null = the first of the configuration.</param>
    /// <param name="time">Clock.</param>
    /// <param name="set">The definitions; an empty set without a database.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Read(MonitorOptions options, string? wanted, TimeProvider time, out VariableSet set)
    {
        string? unknown = FollowedStation.Select(options, wanted, out FollowedStation station);
        set = new VariableSet { Station = station.Name, Revision = 0 };
        if ((unknown ?? FieldRules.Station(station.Name)?.ToString()) is { } wrong)
            return wrong;
        if (!IsThere(station.Database, options.State.Folder))
            return null;
        using IVariableRepository? repository =
            VariableDatabase.Open(station.Database, options.State.Folder, time, seed: false);
        if (repository is null)
            return null;
        if (!repository.Load(station.Name).Has(out VariableSet? loaded, out DatabaseFault? fault))
            return $"{fault.Text}; --Database:Provider none evaluates without variables";
        set = loaded;
        return null;
    }

    // The file of sqlite that was not named is made when it is opened.
    private static bool IsThere(DatabaseOptions database, string stateFolder) =>
        database.Provider != DatabaseProvider.Sqlite
        || database.Path.Length > 0
        || File.Exists(VariableDatabase.FileOf(database, stateFolder));
}
