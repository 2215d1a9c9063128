using Npgsql;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Postgres;

/// <summary>
/// A database on a PostgreSQL server. The database must be there; its tables are made in the first schema of the search
/// path.
/// </summary>
internal sealed class PostgresProvider : ISqlProvider, IDisposable
{
    private const int ConnectSeconds = 3;
    private const int CommandSeconds = 10;

    private readonly NpgsqlDataSource _source;

    /// <summary>Prepares connections.</summary>
    /// <param name="connectionString">Npgsql's; checked by <see cref="PostgresAddress"/>.</param>
    public PostgresProvider(string connectionString)
    {
        var settings = new NpgsqlConnectionStringBuilder(connectionString)
        {
            ApplicationName = "SignalMonitor",
            IncludeErrorDetail = false,
            PersistSecurityInfo = false,
        };

        // Npgsql's own times are made for batch work; who set others keeps them.
        var ordinary = new NpgsqlConnectionStringBuilder();
        if (settings.Timeout == ordinary.Timeout)
            settings.Timeout = ConnectSeconds;
        if (settings.CommandTimeout == ordinary.CommandTimeout)
            settings.CommandTimeout = CommandSeconds;
        Name = $"PostgreSQL database {settings.Database ?? settings.Username} on {settings.Host}";
        _source = new NpgsqlSlimDataSourceBuilder(settings.ConnectionString).Build();
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public string Dialect => "postgres";

    /// <inheritdoc/>
    public SqlSession Open()
    {
        var session = new PostgresSession(_source.CreateConnection(), new PostgresFaults(Name));
        session.Open();
        return session;
    }

    /// <inheritdoc/>
    public void Dispose() => _source.Dispose();
}
