using System.Collections.Immutable;
using FuncLibs.Runtime.Rings;
using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>
/// The newest state of the alarms of a set, written by the compute thread when one changed, read by anybody without
/// waiting (<see cref="SequenceLock"/>).
/// </summary>
internal sealed class AlarmBoard
{
    private readonly ImmutableArray<LimitDefinition> _limits;
    private readonly AlarmStatus[] _statuses;
    private SequenceLock _lock;

    public AlarmBoard(ReadOnlySpan<Alarm> alarms)
    {
        var limits = ImmutableArray.CreateBuilder<LimitDefinition>(alarms.Length);
        foreach (Alarm alarm in alarms)
            limits.Add(alarm.Limit);
        _limits = limits.MoveToImmutable();
        _statuses = new AlarmStatus[alarms.Length];
        _statuses.AsSpan().Fill(AlarmStatus.Initial);
    }

    /// <summary>Compute: shows what is news.</summary>
    public void Show(ReadOnlySpan<Alarm> alarms)
    {
        _lock.BeginWrite();
        for (int place = 0; place < alarms.Length; place++)
        {
            if (!alarms[place].IsNews)
                continue;
            _statuses[place] = alarms[place].Status;
            alarms[place].MarkShown();
        }

        _lock.EndWrite();
    }

    /// <summary>Anybody: a consistent copy, by rising id of the limit.</summary>
    public ImmutableArray<AlarmSnapshot> Read()
    {
        AlarmStatus[] copy = new AlarmStatus[_statuses.Length];
        SpinWait spin = default;
        while (true)
        {
            if (_lock.TryBeginRead(out long version))
            {
                _statuses.CopyTo(copy, 0);
                if (_lock.IsValid(version))
                    return [.. copy.Select((status, place) => new AlarmSnapshot(_limits[place], status))];
            }

            spin.SpinOnce();
        }
    }
}

/// <summary>One alarm as a reader sees it.</summary>
/// <param name="Limit">What is watched.</param>
/// <param name="Status">Its state.</param>
internal readonly record struct AlarmSnapshot(LimitDefinition Limit, AlarmStatus Status);
