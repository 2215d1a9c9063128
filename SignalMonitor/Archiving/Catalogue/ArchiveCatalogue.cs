using System.Data;
using System.Text;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Schema;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Archiving.Catalogue;

/// <summary>
/// The catalogue of the archive in PostgreSQL. Each call has a connection of its own; any thread. Tables are made and
/// updated by the first call.
/// </summary>
internal sealed class ArchiveCatalogue : IDisposable
{
    private const string TestColumns =
        "id, site, rig, run, folder, attempt, specimen, operator, l0_mm, s0_mm2, control_mode, started_utc, "
        + "stopped_utc, closed_utc, blocks_expected, blocks_received, blocks_lost, complete, bytes, monitor, "
        + "archived_utc, note";

    private static readonly string Insert =
        $"INSERT INTO test ({TestColumns}) VALUES ({Numbers(1, TestColumns.Split(',').Length)}) "
        + "ON CONFLICT (id) DO UPDATE SET "
        + string.Join(", ", TestColumns.Split(", ").Select(name => $"{name} = excluded.{name}"))
        + " RETURNING number";

    private readonly CatalogueProvider _provider;
    private readonly SchemaUpdate _schema;

    /// <summary>Opens nothing yet.</summary>
    /// <param name="connectionString">Npgsql's; checked.</param>
    /// <param name="time">Clock, for the time of an update of the tables.</param>
    public ArchiveCatalogue(string connectionString, TimeProvider time)
    {
        _provider = new CatalogueProvider(connectionString);
        _schema = new SchemaUpdate(_provider, time);
    }

    /// <summary>How the database is called in messages; no password.</summary>
    public string Name => _provider.Name;

    /// <summary>Id of the archive that the rows are of; empty when it has none yet.</summary>
    public DatabaseResult<string> IdOrEmpty() => Use(ReadId);

    /// <summary>Gives the catalogue the id of its archive, unless it has one.</summary>
    /// <param name="id">The id.</param>
    /// <returns>The id that it has.</returns>
    public DatabaseResult<string> Pair(string id) => Use(session =>
    {
        session.Execute("INSERT INTO archive (id) VALUES ($1) ON CONFLICT DO NOTHING", id);
        return ReadId(session);
    });

    /// <summary>Number of tests.</summary>
    public DatabaseResult<IReadOnlyList<long>> Count() => Use<IReadOnlyList<long>>(session =>
    {
        long tests = 0;
        session.Query("SELECT count(*) FROM test", [], row => tests = row.GetInt64(0));
        return [tests];
    });

    /// <summary>Writes the row of a test and its results; rows that are there are replaced.</summary>
    /// <param name="test">The test.</param>
    public DatabaseResult<ArchivedTest> Put(ArchivedTest test) => Write(session =>
    {
        Put(session, test);
        return test;
    });

    /// <summary>
    /// Makes the rows those of some tests and of no other, in one transaction: a search meanwhile finds the old ones.
    /// </summary>
    /// <param name="archive">Id of the archive.</param>
    /// <param name="tests">The tests.</param>
    public DatabaseResult<string> Replace(string archive, IEnumerable<ArchivedTest> tests) => Write(session =>
    {
        session.Execute("DELETE FROM test");
        session.Execute("DELETE FROM archive");
        session.Execute("INSERT INTO archive (id) VALUES ($1)", archive);
        foreach (ArchivedTest test in tests)
            Put(session, test);
        session.Execute("ANALYZE test, test_result");
        return archive;
    });

    /// <summary>One page of the tests that a query finds, the newest first.</summary>
    /// <param name="query">What is searched.</param>
    public DatabaseResult<ArchivePage> Search(ArchiveQuery query) => Use(session => Search(session, query));

    /// <inheritdoc/>
    public void Dispose() => _provider.Dispose();

    private static string ReadId(SqlSession session)
    {
        string id = "";
        session.Query("SELECT id FROM archive", [], row => id = row.GetString(0));
        return id;
    }

    private static ArchivePage Search(SqlSession session, ArchiveQuery query)
    {
        (string where, List<object?> values) = ArchiveConditions.WhereOf(query);
        List<(long Number, ArchivedTest Test)> found = [];
        session.Query(
            $"SELECT number, {TestColumns} FROM test {where} ORDER BY started_utc DESC, id DESC LIMIT "
                + $"${values.Count + 1}",
            [.. values, query.Limit + 1L],
            row => found.Add((row.GetInt64(0), ReadTest(row))));
        bool hasMore = found.Count > query.Limit;
        if (hasMore)
            found.RemoveAt(found.Count - 1);
        ILookup<long, ArchivedResult> results = ResultsOf(session, [.. found.Select(one => one.Number)]);
        return new ArchivePage(
            [.. found.Select(one => one.Test with { Results = [.. results[one.Number]] })],
            hasMore ? PageKey.Of(found[^1].Test).ToString() : null);
    }

    private static ILookup<long, ArchivedResult> ResultsOf(SqlSession session, long[] numbers)
    {
        List<(long Test, ArchivedResult Result)> all = [];
        if (numbers.Length > 0)
            session.Query(
                $"SELECT test, name, value, unit, state FROM test_result WHERE test IN ({Numbers(1, numbers.Length)}) "
                    + "ORDER BY test, name",
                [.. numbers.Select(number => (object?)number)],
                row => all.Add((
                    row.GetInt64(0),
                    new ArchivedResult(row.GetString(1), row.GetDouble(2), row.GetString(3), row.GetString(4)))));
        return all.ToLookup(one => one.Test, one => one.Result);
    }

    private static void Put(SqlSession session, ArchivedTest test)
    {
        // A folder that was replaced by hand: the row of what was there before goes.
        session.Execute(
            "DELETE FROM test WHERE site = $1 AND rig = $2 AND folder = $3 AND id <> $4",
            Clean(test.Site),
            Clean(test.Rig),
            Clean(test.Folder),
            Clean(test.Id));
        long number = 0;
        session.Query(Insert, ValuesOf(test), row => number = row.GetInt64(0));
        session.Execute("DELETE FROM test_result WHERE test = $1", number);
        ArchivedResult[] results =
            [.. test.Results.Where(one => double.IsFinite(one.Value)).DistinctBy(one => one.Name)];
        if (results.Length == 0)
            return;
        const int Columns = 5;
        IEnumerable<string> rows = results.Select((_, i) => $"({Numbers((i * Columns) + 1, Columns)})");
        session.Execute(
            $"INSERT INTO test_result (test, name, value, unit, state) VALUES {string.Join(", ", rows)}",
            [.. results.SelectMany(one => (object?[])
                [number, Clean(one.Name), one.Value, Clean(one.Unit), Clean(one.State)])]);
    }

    private static object?[] ValuesOf(ArchivedTest test) =>
    [
        Clean(test.Id), Clean(test.Site), Clean(test.Rig), Clean(test.Run), Clean(test.Folder), (long)test.Attempt,
        Clean(test.Specimen), Clean(test.Operator), test.L0Mm, test.S0Mm2, Clean(test.ControlMode),
        test.StartedUtc.ToUniversalTime(), test.StoppedUtc?.ToUniversalTime(), test.ClosedUtc.ToUniversalTime(),
        test.BlocksExpected, test.BlocksReceived, test.BlocksLost, test.Complete, test.Bytes, Clean(test.Monitor),
        test.ArchivedUtc.ToUniversalTime(), Clean(test.Note),
    ];

    // Columns by place: the first is the number of the row.
    private static ArchivedTest ReadTest(IDataRecord row) => new()
    {
        Id = row.GetString(1),
        Site = row.GetString(2),
        Rig = row.GetString(3),
        Run = row.GetString(4),
        Folder = row.GetString(5),
        Attempt = (int)row.GetInt64(6),
        Specimen = row.IsDBNull(7) ? null : row.GetString(7),
        Operator = row.IsDBNull(8) ? null : row.GetString(8),
        L0Mm = row.IsDBNull(9) ? null : row.GetDouble(9),
        S0Mm2 = row.IsDBNull(10) ? null : row.GetDouble(10),
        ControlMode = row.GetString(11),
        StartedUtc = TimeAt(row, 12),
        StoppedUtc = row.IsDBNull(13) ? null : TimeAt(row, 13),
        ClosedUtc = TimeAt(row, 14),
        BlocksExpected = row.GetInt64(15),
        BlocksReceived = row.GetInt64(16),
        BlocksLost = row.GetInt64(17),
        Complete = row.GetBoolean(18),
        Bytes = row.GetInt64(19),
        Monitor = row.GetString(20),
        ArchivedUtc = TimeAt(row, 21),
        Note = row.IsDBNull(22) ? null : row.GetString(22),
    };

    private static DateTimeOffset TimeAt(IDataRecord row, int column) =>
        new(DateTime.SpecifyKind(row.GetDateTime(column), DateTimeKind.Utc));

    private static string Numbers(int first, int count) =>
        string.Join(", ", Enumerable.Range(first, count).Select(number => $"${number}"));

    // PostgreSQL has no text with NUL, and none that is not well formed.
    private static string? Clean(string? text)
    {
        if (text is null)
            return null;
        StringBuilder clean = new(text.Length);
        foreach (Rune rune in text.EnumerateRunes())
            clean.Append((rune.Value == 0 ? Rune.ReplacementChar : rune).ToString());
        return clean.ToString();
    }

    private DatabaseResult<T> Write<T>(Func<SqlSession, T> work)
        where T : class => Use(session =>
        {
            // One writer at a time, also of several monitors.
            session.Begin(SqlTransaction.Schema);
            try
            {
                T written = work(session);
                session.Commit();
                return written;
            }
            catch
            {
                session.Rollback();
                throw;
            }
        });

    private DatabaseResult<T> Use<T>(Func<SqlSession, T> work)
        where T : class
    {
        try
        {
            using SqlSession session = _provider.Open();
            if (_schema.VersionOf(session) != _schema.Known)
                MakeTables(session);
            return new DatabaseResult<T>(work(session));
        }
        catch (DatabaseException e)
        {
            return new DatabaseResult<T>(CatalogueProvider.FaultOf(e));
        }
    }

    // The right to make a schema is asked for even where there is one.
    private void MakeTables(SqlSession session)
    {
        bool hasSchema = false;
        session.Query(
            "SELECT to_regnamespace($1) IS NOT NULL", [CatalogueProvider.SchemaName], row => hasSchema = row.GetBoolean(0));
        if (!hasSchema)
            session.Execute($"CREATE SCHEMA IF NOT EXISTS {CatalogueProvider.SchemaName}");
        _schema.Bring(session, _ => { });
    }
}

/// <summary>One page of tests.</summary>
/// <param name="Tests">The tests, the newest first.</param>
/// <param name="After">Asks for the next page; null = there is none.</param>
internal sealed record ArchivePage(IReadOnlyList<ArchivedTest> Tests, string? After);
