using System.Buffers;
using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.Alarms;

/// <summary>
/// Carries the state of an engine from the compute thread, which takes it between two blocks, to the thread that saves
/// it. The two take turns, as the stages of
/// `PositionMark` do. Allocates only when there are more alarms than ever.
/// </summary>
internal sealed class AlarmCheckpoint
{
    private readonly ArrayBufferWriter<byte> _memory = new();
    private readonly StateWriter _writer;
    private Entry[] _entries = [];
    private int _count;
    private long _number;

    public AlarmCheckpoint() => _writer = new StateWriter(_memory);

    /// <summary>Compute: takes the state.</summary>
    public void Take(AlarmEngine engine)
    {
        ReadOnlySpan<Alarm> alarms = engine.Set.Alarms;
        if (_entries.Length < alarms.Length)
            _entries = new Entry[alarms.Length];
        _memory.ResetWrittenCount();
        (_count, _number) = (alarms.Length, engine.Events.Number);
        for (int i = 0; i < alarms.Length; i++)
        {
            alarms[i].Save(_writer);
            _entries[i] = new Entry(alarms[i].Limit, alarms[i].Status, _memory.WrittenCount);
        }
    }

    /// <summary>Saver: what was taken.</summary>
    public SavedAlarms ToSaved(Guid publisher, uint stream)
    {
        SavedAlarm[] alarms = new SavedAlarm[_count];
        int from = 0;
        for (int i = 0; i < _count; i++)
        {
            alarms[i] = new SavedAlarm(
                _entries[i].Limit, _entries[i].Status, _memory.WrittenSpan[from.._entries[i].End].ToArray());
            from = _entries[i].End;
        }

        return new SavedAlarms(publisher, stream, _number, alarms);
    }

    private readonly record struct Entry(LimitDefinition Limit, AlarmStatus Status, int End);
}
