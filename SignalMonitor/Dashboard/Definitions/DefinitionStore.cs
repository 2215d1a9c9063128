using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.Logging;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Configuration;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Logging;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// The definitions of a station as the dashboard uses them: with a connection beside that of the watch, with the checks
/// of the verbs. An edit reaches the compute threads as one of a verb does: the watch sees it. One thread at a time.
/// </summary>
internal sealed class DefinitionStore : IDisposable
{
    private readonly SharedDatabase? _own;
    private readonly IVariableRepository? _repository;
    private readonly string _folder;
    private readonly bool _isOneOfMany;

    private readonly VariableCoordinator? _coordinator;
    private readonly AuditLog? _audit;
    private readonly ILogger? _logger;

    /// <summary>For a monitor of one station; opens nothing yet.</summary>
    /// <param name="options">Which database, and for which station.</param>
    /// <param name="time">For the times of edits.</param>
    /// <param name="coordinator">The streams that formulas are for; null without a database.</param>
    /// <param name="audit">Notes edits; null = none is noted.</param>
    /// <param name="logger">Told when the stop of a run is not noted.</param>
    public DefinitionStore(
        MonitorOptions options,
        TimeProvider time,
        VariableCoordinator? coordinator = null,
        AuditLog? audit = null,
        ILogger<DefinitionStore>? logger = null)
        : this(
            options.Database.Station,
            options.State.Folder,
            new SharedDatabase(VariableDatabase.Open(options.Database, options.State.Folder, time)),
            coordinator,
            audit,
            logger) => _own = new SharedDatabase(_repository, Gate);

    /// <summary>Opens nothing yet.</summary>
    /// <param name="station">Site/rig.</param>
    /// <param name="folder">The state folder.</param>
    /// <param name="database">The database; stays the caller's.</param>
    /// <param name="coordinator">The streams that formulas are for; null without a database.</param>
    /// <param name="audit">Notes edits; null = none is noted.</param>
    /// <param name="logger">Told when the stop of a run is not noted.</param>
    /// <param name="isOneOfMany">True where the monitor follows several stations.</param>
    public DefinitionStore(
        string station,
        string folder,
        SharedDatabase database,
        VariableCoordinator? coordinator = null,
        AuditLog? audit = null,
        ILogger<DefinitionStore>? logger = null,
        bool isOneOfMany = false)
    {
        (_coordinator, _audit, _logger, _isOneOfMany) = (coordinator, audit, logger, isOneOfMany);
        (Station, _folder, _repository, Gate) = (station, folder, database.Repository, database.Gate);
    }

    /// <summary>Site/rig.</summary>
    public string Station { get; }

    /// <summary>False without a database.</summary>
    [MemberNotNullWhen(true, nameof(_repository))]
    public bool IsThere => _repository is not null;

    /// <summary>Lets one request at a time in: there is one connection to the database.</summary>
    public RequestGate Gate { get; }

    /// <summary>Works with the database, or reports the reason.</summary>
    /// <param name="origin">Who edits, and from where.</param>
    /// <param name="work">The work.</param>
    public DatabaseResult<T> Use<T>(AuditOrigin origin, Func<EditSession, DatabaseResult<T>> work)
        where T : class
    {
        if (!IsThere)
            return Refused<T>(
                DatabaseFaultKind.Missing,
                "there is no database: Database:Provider is none; set it to sqlite or postgres");
        return work(new EditSession(_repository, Station, origin.Who, Check())
        {
            Audit = _audit is null ? null : new EditAudit(_audit, origin.From, Warn),
        });
    }

    /// <summary>All definitions.</summary>
    public DatabaseResult<VariableSet> Load() =>
        Use(AuditOrigin.Monitor, session => session.Repository.Load(Station));

    private void Warn(string text)
    {
        if (_logger is not null)
            MonitorLog.ActionNotNoted(_logger, text);
    }

    // The file of streams is written some time after a stream was met.
    private StationCheck Check() =>
        StationCheck.In(
            _folder,
            (_coordinator?.Streams() ?? [])
                .Where(stream => stream.Station.Length == 0 || stream.Station == Station)
                .Select(stream => stream.Description),
            _isOneOfMany ? Station : null);

    private static DatabaseResult<T> Refused<T>(DatabaseFaultKind kind, string text)
        where T : class => new(new DatabaseFault(kind, text));

    /// <inheritdoc/>
    public void Dispose() => _own?.Dispose();
}
