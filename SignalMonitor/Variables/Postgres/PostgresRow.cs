using Npgsql;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Postgres;

/// <summary>The row on which a reader stands.</summary>
internal sealed class PostgresRow(NpgsqlDataReader reader) : ISqlRow
{
    /// <inheritdoc/>
    public object? this[int column] => reader.IsDBNull(column) ? null : reader.GetValue(column);
}
