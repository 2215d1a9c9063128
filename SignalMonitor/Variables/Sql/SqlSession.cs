using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace SignalMonitor.Variables.Sql;

/// <summary>
/// One connection of ADO.NET, used by one thread. Parameters are written $1, $2 ...; values are text, whole and
/// floating numbers, bool, times in UTC, or null. Every member but <see cref="Rollback"/> throws
/// <see cref="DatabaseException"/>.
/// </summary>
/// <param name="connection">Not opened yet; disposed with the session.</param>
/// <param name="findFault">The provider's exceptions as faults; null = not one that a database causes.</param>
internal abstract class SqlSession(DbConnection connection, Func<Exception, DatabaseException?> findFault) : IDisposable
{
    private DbTransaction? _transaction;

    /// <summary>
    /// False when what was opened is not what is under the name any more: a file that was replaced or removed.
    /// </summary>
    public virtual bool IsCurrent => true;

    /// <summary>True when the database has no tables of anybody; a server may always have some.</summary>
    public virtual bool IsEmpty => true;

    /// <summary>Opens the connection and makes its settings.</summary>
    public void Open()
    {
        try
        {
            Guard(() =>
            {
                connection.Open();
                return 0;
            });
            Prepare();
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Begins a transaction.</summary>
    public virtual void Begin(SqlTransaction kind) => _transaction = Guard(() => Start(kind));

    /// <summary>Makes it last.</summary>
    public void Commit() => Guard(() =>
    {
        _transaction!.Commit();
        End();
        return 0;
    });

    /// <summary>Takes it back, if there is one. It never throws: what went wrong before is what counts.</summary>
    public void Rollback()
    {
        try
        {
            _transaction?.Rollback();
            End();
        }
        catch (Exception e) when (e is InvalidOperationException || findFault(e) is not null)
        {
            // The database takes it back by itself when the connection is gone.
            _transaction = null;
        }
    }

    /// <summary>Runs a statement, or several without parameters; returns how many rows they changed.</summary>
    public int Execute(string sql, params IReadOnlyList<object?> values) => Guard(() =>
    {
        using DbCommand command = Command(sql, values);
        return command.ExecuteNonQuery();
    });

    /// <summary>
    /// Hands out each row of a query; a row is good until the next. A column is a long, double, bool, string, DateTime,
    /// DBNull, or an unexpected type.
    /// </summary>
    public void Query(string sql, IReadOnlyList<object?> values, Action<IDataRecord> each) => Guard(() =>
    {
        using DbCommand command = Command(sql, values);
        using DbDataReader reader = command.ExecuteReader();
        while (reader.Read())
            each(reader);
        return 0;
    });

    /// <summary>Whether a table of this name is there.</summary>
    public abstract bool HasTable(string table);

    /// <inheritdoc/>
    public void Dispose()
    {
        Rollback();
        connection.Dispose();
    }

    /// <summary>Settings of a connection that was opened.</summary>
    protected abstract void Prepare();

    /// <summary>Begins a transaction of the provider.</summary>
    protected abstract DbTransaction Start(SqlTransaction kind);

    /// <summary>Gives a parameter its value, and its name where the provider needs one.</summary>
    protected virtual void Bind(DbParameter parameter, int number, object? value) =>
        parameter.Value = value ?? DBNull.Value;

    /// <summary>Whether a query has a row.</summary>
    protected bool Finds(string sql, params object?[] values)
    {
        bool found = false;
        Query(sql, values, _ => found = true);
        return found;
    }

    [SuppressMessage(
        "Security",
        "CA2100",
        Justification = "SQL is made of constants of this program; what people write is a parameter.")]
    private DbCommand Command(string sql, IReadOnlyList<object?> values)
    {
        DbCommand command = connection.CreateCommand();
        command.CommandText = sql;
        command.Transaction = _transaction;
        for (int i = 0; i < values.Count; i++)
        {
            DbParameter parameter = command.CreateParameter();
            Bind(parameter, i + 1, values[i]);
            command.Parameters.Add(parameter);
        }

        return command;
    }

    private T Guard<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (findFault(e) is { } fault)
        {
            throw fault;
        }
    }

    private void End()
    {
        _transaction?.Dispose();
        _transaction = null;
    }
}

/// <summary>What a transaction is for.</summary>
internal enum SqlTransaction
{
    /// <summary>Reading: every query sees the same moment.</summary>
    Read,

    /// <summary>Editing: one writer at a time, and it sees what the one before wrote.</summary>
    Write,

    /// <summary>Making or changing tables: as writing, and before there is a table to lock.</summary>
    Schema,
}
