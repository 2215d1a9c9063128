using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Program;

namespace SignalMonitor.Saving;

/// <summary>How saving the position goes. The saver writes, any thread reads.</summary>
public sealed class PositionStatus
{
    private readonly TimeProvider _time;
    private Saved? _last;
    private string? _fault;
    private ImmutableArray<string> _notSaved = [];
    private ImmutableArray<string> _restarted = [];
    private ImmutableArray<string> _ofUnknownRun = [];

    /// <summary>Of a monitor that has not saved yet.</summary>
    /// <param name="time">Clock.</param>
    /// <param name="resumed">Streams that continue from a saved position.</param>
    /// <param name="damage">What was wrong with the saved position; null nothing.</param>
    public PositionStatus(TimeProvider time, int resumed, string? damage) =>
        (_time, Resumed, Damage) = (time, resumed, damage);

    /// <summary>Streams that continue from a saved position.</summary>
    public int Resumed { get; }

    /// <summary>What was wrong with the saved position at the start; null nothing.</summary>
    public string? Damage { get; }

    /// <summary>Why the last save failed; null when it did not.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    /// <summary>
    /// Milliseconds since the position on disk was last known to be that of the present; -1 before the first save.
    /// </summary>
    public long AgeMs =>
        Volatile.Read(ref _last) is { } last ? (long)_time.GetElapsedTime(last.At).TotalMilliseconds : -1;

    /// <summary>Variables that started over at the start although something was saved, as `stream: variable`.</summary>
    public ImmutableArray<string> Restarted => _restarted;

    /// <summary>
    /// Variables that continue with state of 0.1.0, which may reach back before the newest test run, as `stream:
    /// variable`.
    /// </summary>
    public ImmutableArray<string> OfUnknownRun => _ofUnknownRun;

    /// <summary>What does not fit in the position, a line for each stream.</summary>
    public ImmutableArray<string> NotSaved => _notSaved;

    /// <summary>Saver: what does not fit; true when that is news and something is left out.</summary>
    internal bool NoteNotSaved(ImmutableArray<string> lines)
    {
        bool news = lines.Length > 0 && lines.Length != _notSaved.Length;
        ImmutableInterlocked.InterlockedExchange(ref _notSaved, lines);
        return news;
    }

    /// <summary>Any thread: how the variables of a stream continued from what was saved.</summary>
    internal void NoteResumed(string stream, StateRestoration taken)
    {
        ImmutableInterlocked.Update(
            ref _restarted, (all, names) => all.AddRange(names), taken.Restarted.Select(name => $"{stream}: {name}"));
        ImmutableInterlocked.Update(
            ref _ofUnknownRun,
            (all, names) => all.AddRange(names),
            taken.FromUnknownRun.Select(name => $"{stream}: {name}"));
    }

    /// <summary>A save ended.</summary>
    /// <param name="fault">Why it failed; null when it did not.</param>
    /// <returns>True when that is news.</returns>
    internal bool Note(string? fault)
    {
        bool news = (fault is null) != (_fault is null);
        Volatile.Write(ref _fault, fault);
        if (fault is null)
            Volatile.Write(ref _last, new Saved(_time.GetTimestamp()));
        return news;
    }

    private sealed record Saved(long At);
}
