using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Schema;
using SignalMonitor.Variables.Sql;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables;

/// <summary>The repository, over whatever speaks SQL.</summary>
internal sealed class VariableRepository : IVariableRepository
{
    private readonly ISqlProvider _provider;
    private readonly TimeProvider _time;
    /// <summary>Author of the rows that a new database is made with.</summary>
    internal const string SeedAuthor = "seed";

    private readonly IReadOnlyList<Definition> _seed;
    private readonly SchemaUpdate _schema;
    private SqlSession? _session;
    private long _connections;

    /// <summary>Prepares it; nothing is opened yet.</summary>
    /// <param name="provider">The database; disposed with the repository where it needs that.</param>
    /// <param name="time">For the times of edits.</param>
    /// <param name="seed">Rows of a database that is made new.</param>
    public VariableRepository(ISqlProvider provider, TimeProvider time, IReadOnlyList<Definition> seed)
    {
        _provider = provider;
        _time = time;
        _seed = seed;
        _schema = new SchemaUpdate(provider, time);
    }

    /// <inheritdoc/>
    public string Name => _provider.Name;

    /// <inheritdoc/>
    public DatabaseResult<StationVariables> GetDBSignalVars(string station) =>
        Run(SqlTransaction.Read, session => TableReader.Variables(session, station));

    /// <inheritdoc/>
    public DatabaseResult<IReadOnlyList<SignalVariable>> VariablesNaming(string text) =>
        Run(SqlTransaction.Read, session => TableReader.VariablesNaming(session, text));

    /// <inheritdoc/>
    public DatabaseResult<VariableSet> Load(string station) =>
        Run(SqlTransaction.Read, session => TableReader.Load(session, station));

    /// <inheritdoc/>
    public DatabaseResult<RevisionMark> Revision() => Run(SqlTransaction.Read, session =>
    {
        _schema.VersionOf(session);
        return new RevisionMark(TableReader.Revision(session), _connections);
    });

    /// <inheritdoc/>
    public DatabaseResult<EditOutcome> Change(
        string station,
        string author,
        Func<VariableSet, IReadOnlyList<Edit>> plan,
        IVariableCheck check,
        Func<IReadOnlyList<MadeEdit>, string?>? note = null) =>
        Run(
            SqlTransaction.Write,
            session => Change(session, station, author, plan, check, note),
            outcome => outcome.Faults.Count == 0);

    /// <inheritdoc/>
    public DatabaseResult<IReadOnlyList<TestRun>> Runs(string station, int max) =>
        Run(SqlTransaction.Read, session => TableReader.Runs(session, station, max));

    /// <inheritdoc/>
    public DatabaseResult<IReadOnlyList<ChangeEntry>> Changes(int max) =>
        Run(SqlTransaction.Read, session => ChangeLog.Read(session, max));

    /// <inheritdoc/>
    public void Dispose()
    {
        Close();
        (_provider as IDisposable)?.Dispose();
    }

    private EditOutcome Change(
        SqlSession session,
        string station,
        string author,
        Func<VariableSet, IReadOnlyList<Edit>> plan,
        IVariableCheck check,
        Func<IReadOnlyList<MadeEdit>, string?>? note)
    {
        VariableSet before = TableReader.Load(session, station);
        IReadOnlyList<Edit> edits = plan(before);
        VariableFault[] faults = [.. edits.SelectMany(FaultsOf)];
        if (faults.Length > 0)
            return new EditOutcome { Faults = faults };
        var writer = new TableWriter(session, author, Now());
        foreach (Edit edit in edits)
            writer.Apply(edit);
        VariableSet after = TableReader.Load(session, station);

        // What was wrong before the edits is no reason against them: else one bad row would stop all work, also on
        // itself.
        EditOutcome outcome =
            writer.Outcome with { Faults = [.. check.Check(after).Except(check.Check(before))], Set = after };
        if (outcome.Faults.Count == 0 && writer.Made.Count > 0 && note?.Invoke(writer.Made) is { } fault)
            throw new DatabaseException(DatabaseFaultKind.NotNoted, fault);
        return outcome;
    }

    private static IEnumerable<VariableFault> FaultsOf(Edit edit) => edit.Kind == EditKind.Remove
        ? [] : edit.Row.Faults().Select(fault => VariableFault.From(edit.Row, fault));

    private DatabaseResult<T> Run<T>(SqlTransaction kind, Func<SqlSession, T> work, Func<T, bool>? keep = null)
        where T : class
    {
        try
        {
            SqlSession session = Session();
            session.Begin(kind);
            T value = work(session);
            if (keep is null || keep(value))
                session.Commit();
            else
                session.Rollback();
            return new DatabaseResult<T>(value);
        }
        catch (DatabaseException e) when (e.Fault.Kind is DatabaseFaultKind.Conflict or DatabaseFaultKind.NotNoted)
        {
            _session?.Rollback();
            return new DatabaseResult<T>(e.Fault);
        }
        catch (DatabaseException e)
        {
            // Whatever it was, the next call begins with a new connection.
            Close();
            return new DatabaseResult<T>(e.Fault);
        }
    }

    private SqlSession Session()
    {
        if (_session is { IsCurrent: false })
            Close();
        if (_session is null)
        {
            _session = _provider.Open();
            _schema.Bring(_session, Fill);
            _connections++;
        }

        return _session;
    }

    private void Fill(SqlSession session)
    {
        var writer = new TableWriter(session, SeedAuthor, Now());
        foreach (Definition row in _seed)
            writer.Apply(new Edit(row, EditKind.Put, 0));
    }

    private void Close()
    {
        _session?.Dispose();
        _session = null;
    }

    // Milliseconds: what every provider keeps.
    private DateTimeOffset Now() => DateTimeOffset.FromUnixTimeMilliseconds(_time.GetUtcNow().ToUnixTimeMilliseconds());
}
