using System.Buffers;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.Breaks;

/// <summary>
/// Carries the state of the break triggers of a stream from the compute thread, which takes it between two blocks, to
/// the saver. The two take turns, as the stages of `PositionMark` do. Allocates only
/// when there is more than ever.
/// </summary>
internal sealed class BreakCheckpoint
{
    private readonly ArrayBufferWriter<byte> _memory = new();
    private readonly StateWriter _writer;
    private (BreakPlan Plan, int End)[] _entries = [];
    private int _count;
    private long _run;

    public BreakCheckpoint() => _writer = new StateWriter(_memory);

    /// <summary>True when something was taken.</summary>
    public bool IsTaken => _count > 0;

    /// <summary>Compute thread: takes it; nothing before the first block.</summary>
    public void Take(StreamBreaks? breaks)
    {
        _count = 0;
        if (breaks is null)
            return;
        _memory.ResetWrittenCount();
        BreakWatches watches = breaks.Watches;
        if (_entries.Length < watches.Active.Length)
            _entries = new (BreakPlan, int)[watches.Active.Length];
        foreach (BreakWatch watch in watches.Active)
        {
            watch.Save(_writer);
            _entries[_count++] = (watch.Plan, _memory.WrittenCount);
        }

        _run = breaks.Run;
    }

    /// <summary>Saver: what was taken.</summary>
    public SavedBreaks ToSaved(Guid publisher, uint stream)
    {
        SavedBreak[] breaks = new SavedBreak[_count];
        int from = 0;
        for (int i = 0; i < _count; i++)
        {
            (BreakPlan plan, int end) = _entries[i];
            breaks[i] = new SavedBreak(plan.Options.Name, plan.Identity, _memory.WrittenSpan[from..end].ToArray());
            from = end;
        }

        return new SavedBreaks(publisher, stream, _run, breaks);
    }
}
