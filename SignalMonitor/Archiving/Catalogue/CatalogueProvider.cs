using System.Data.Common;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Postgres;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Archiving.Catalogue;

/// <summary>
/// The database of the catalogue. Its tables are in a schema of their own, so that it may be that of the variables.
/// </summary>
internal sealed class CatalogueProvider : ISqlProvider, IDisposable
{
    /// <summary>The schema of the tables.</summary>
    public const string SchemaName = "telemetry_archive";

    private const string Option = "Archive:ConnectionString";
    private readonly PostgresProvider _server;

    /// <summary>Prepares connections.</summary>
    /// <param name="connectionString">Npgsql's; checked.</param>
    public CatalogueProvider(string connectionString) => _server = new PostgresProvider(
        new DbConnectionStringBuilder { ConnectionString = connectionString, ["Search Path"] = SchemaName }
            .ConnectionString);

    /// <inheritdoc/>
    public string Name => _server.Name;

    /// <inheritdoc/>
    public string Dialect => "archive";

    /// <inheritdoc/>
    public SqlSession Open() => _server.Open();

    /// <inheritdoc/>
    public void Dispose() => _server.Dispose();

    /// <summary>A fault of a session, with the option of the archive and not of the variables.</summary>
    public static DatabaseFault FaultOf(DatabaseException e) => e.Fault with
    {
        Text = e.Fault.Text.Replace("Database:ConnectionString", Option, StringComparison.Ordinal)
            .Replace("docs/variables.md", "docs/archive.md", StringComparison.Ordinal),
    };
}
