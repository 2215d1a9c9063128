using System.ComponentModel;
using FuncLibs.Hosting.Schema;
using SignalMonitor.Variables;

namespace SignalMonitor.Connections;

/// <summary>The database of one station, instead of the common one of the section `Database`.</summary>
public sealed class StationDatabaseOptions
{
    /// <summary>Its kind; null = the common database.</summary>
    [Description("sqlite, postgres or none: a database of its own for the station; without it the common Database")]
    public DatabaseProvider? Provider { get; set; }

    /// <summary>The file of sqlite; empty = `variables.db` in the state folder.</summary>
    [Description("sqlite: the file; empty = variables.db in the state folder")]
    public string Path { get; set; } = "";

    /// <summary>Npgsql's connection string; never shown.</summary>
    [Secret]
    [Description("postgres: Host=...;Database=...;Username=...;Passfile=...; never shown")]
    public string ConnectionString { get; set; } = "";
}
