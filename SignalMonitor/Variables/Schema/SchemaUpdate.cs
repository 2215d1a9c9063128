using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Schema;

/// <summary>
/// Brings a database to the tables that this program supports: all scripts that are missing, in one transaction. A
/// database of a newer program is left alone.
/// </summary>
internal sealed class SchemaUpdate(ISqlProvider provider, TimeProvider time)
{
    private readonly IReadOnlyList<Migration> _migrations = MigrationScripts.Load(provider.Dialect);

    /// <summary>The version that this program supports.</summary>
    public int Known => _migrations[^1].Version;

    /// <summary>Looks, and updates where needed.</summary>
    /// <param name="session">An open session outside of a transaction.</param>
    /// <param name="fill">Called inside the transaction when the database was empty: the first rows.</param>
    public void Bring(SqlSession session, Action<SqlSession> fill)
    {
        if (VersionOf(session) == Known)
            return;
        session.Begin(SqlTransaction.Schema);
        try
        {
            // Looked at again: another process may have been faster.
            int version = VersionOf(session);
            foreach (Migration migration in _migrations.Where(migration => migration.Version > version))
                Apply(session, migration);
            if (version == 0)
                fill(session);
            session.Commit();
        }
        catch
        {
            session.Rollback();
            throw;
        }
    }

    /// <summary>The version of a database; 0 = it has none of our tables yet.</summary>
    /// <exception cref="DatabaseException">It is of a newer program, or of another one.</exception>
    public int VersionOf(SqlSession session)
    {
        if (!session.HasTable("schema_version"))
        {
            return session.IsEmpty ? 0 : throw new DatabaseException(
                DatabaseFaultKind.NotOurs, $"{provider.Name} is a database of another program; name another one");
        }

        long version = 0;
        session.Query(
            "SELECT max(version) FROM schema_version", [], row => version = row[0] is long number ? number : 0);
        return version <= Known ? (int)version : throw new DatabaseException(
            DatabaseFaultKind.NewerSchema,
            $"{provider.Name} has tables of version {version}; this program supports up to {Known}. Use the newer "
                + $"program, or a backup "
                + "from before");
    }

    private void Apply(SqlSession session, Migration migration)
    {
        session.Execute(migration.Script);
        session.Execute(
            "INSERT INTO schema_version (version, applied_utc) VALUES ($1, $2)",
            (long)migration.Version,
            time.GetUtcNow());
    }
}
