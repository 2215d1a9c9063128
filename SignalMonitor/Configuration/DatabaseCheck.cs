using FuncLibs.Hosting.Configuration;
using SignalMonitor.Variables;

namespace SignalMonitor.Configuration;

/// <summary>Checks that the provider has what it needs. What is there is seen when it is opened.</summary>
public sealed class DatabaseCheck : IOptionsCheck<MonitorOptions>
{
    private const string Key = "Database:ConnectionString";
    private const string Allowed = "Host=...;Database=...;Username=..., as Npgsql writes it";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        DatabaseOptions database = options.Database;
        if (database.Provider == DatabaseProvider.Postgres && database.ConnectionString.Length == 0)
            yield return new OptionFault(Key, "is empty", Allowed);
        else if (database.Provider == DatabaseProvider.Postgres
            && VariableDatabase.FindFault(database.ConnectionString) is { } fault)
            yield return new OptionFault(Key, fault, Allowed);
        if (database.Path.Contains('\0', StringComparison.Ordinal))
            yield return new OptionFault("Database:Path", "it has a character that no file name has", "a path");
    }
}
