using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables;

/// <summary>
/// Sees edits of one station's definitions. <see cref="Poll()"/> is for one thread beside the path of blocks, that of
/// <see cref="DatabaseWatch"/>; the status may be read by any. When the database fails, the last good set stays, and
/// the status has the reason.
/// </summary>
public sealed class VariableWatch
{
    /// <summary>Time between two looks: an edit is seen within this and the time to read a set.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly IVariableRepository _repository;
    private readonly string _station;
    private readonly TimeProvider _time;
    private readonly Action<VariableSet> _changed;
    private volatile VariableWatchStatus _status = new(null, null, null);
    private RevisionMark? _mark;

    /// <summary>Prepares it; nothing is read yet.</summary>
    /// <param name="repository">Of the thread that polls; its owner disposes it when that has ended.</param>
    /// <param name="station">Site/rig.</param>
    /// <param name="time">For the time since when the database fails.</param>
    /// <param name="changed">
    /// Called on the thread of the watch with the first set and with every changed one. What it throws
    /// ends the thread.
    /// </param>
    public VariableWatch(IVariableRepository repository, string station, TimeProvider time, Action<VariableSet> changed)
    {
        _repository = repository;
        _station = station;
        _time = time;
        _changed = changed;
    }

    /// <summary>The last good set, and whether it may be old.</summary>
    public VariableWatchStatus Status => _status;

    /// <summary>Site/rig.</summary>
    public string Station => _station;

    /// <summary>Looks once.</summary>
    public void Poll() => Poll(_repository.Revision());

    /// <summary>Reads the definitions if the database was edited.</summary>
    /// <param name="revision">What the database says of edits: one query for all stations in it.</param>
    internal void Poll(DatabaseResult<RevisionMark> revision)
    {
        if (!revision.Has(out RevisionMark? mark, out DatabaseFault? fault))
            Fail(fault);
        else if (mark == _mark)
            Recover();
        else if (_repository.Load(_station).Has(out VariableSet? set, out fault))
            Take(set, mark);
        else
            Fail(fault);
    }

    // An edit between the two queries is in the set already, and is read once more at the next look.
    private void Take(VariableSet set, RevisionMark mark)
    {
        VariableSet? before = _status.Set;
        _mark = mark;
        _status = new VariableWatchStatus(set, null, null);
        if (before is null || !before.HasSameContent(set))
            _changed(set);
    }

    private void Recover()
    {
        if (_status.IsStale)
            _status = _status with { Reason = null, SinceUtc = null };
    }

    private void Fail(DatabaseFault fault) =>
        _status = _status with { Reason = fault.Text, SinceUtc = _status.SinceUtc ?? _time.GetUtcNow() };
}

/// <summary>The state of a watch. Immutable, swapped whole: any thread may read it.</summary>
/// <param name="Set">The last good set; null = there was none yet.</param>
/// <param name="Reason">Why the database cannot be read now, in one line; null = the set is what the database
/// says.</param>
/// <param name="SinceUtc">Since when it cannot be read; null with no reason.</param>
public sealed record VariableWatchStatus(VariableSet? Set, string? Reason, DateTimeOffset? SinceUtc)
{
    /// <summary>True: the database may have changed by now.</summary>
    public bool IsStale => Reason is not null;
}
