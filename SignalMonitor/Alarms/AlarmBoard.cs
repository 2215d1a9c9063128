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
    private readonly AlarmStatus[] _standings;
    private SequenceLock _lock;

    public AlarmBoard(ReadOnlySpan<Alarm> alarms)
    {
        var limits = ImmutableArray.CreateBuilder<LimitDefinition>(alarms.Length);
        foreach (Alarm alarm in alarms)
            limits.Add(alarm.Limit);
        _limits = limits.MoveToImmutable();
        _standings = new AlarmStatus[alarms.Length];
        _standings.AsSpan().Fill(AlarmStatus.Initial);
    }

    /// <summary>Compute: shows what is news.</summary>
    public void Show(ReadOnlySpan<Alarm> alarms)
    {
        _lock.BeginWrite();
        for (int place = 0; place < alarms.Length; place++)
        {
            if (!alarms[place].IsNews)
                continue;
            _standings[place] = alarms[place].Standing;
            alarms[place].MarkShown();
        }

        _lock.EndWrite();
    }

    /// <summary>Anybody: a consistent copy, by rising id of the limit.</summary>
    public ImmutableArray<AlarmSnapshot> Read()
    {
        AlarmStatus[] copy = new AlarmStatus[_standings.Length];
        SpinWait spin = default;
        while (true)
        {
            if (_lock.TryBeginRead(out long version))
            {
                _standings.CopyTo(copy, 0);
                if (_lock.IsValid(version))
                    return [.. copy.Select((standing, place) => new AlarmSnapshot(_limits[place], standing))];
            }

            spin.SpinOnce();
        }
    }
}

/// <summary>One alarm as a reader sees it.</summary>
/// <param name="Limit">What is watched.</param>
/// <param name="Standing">Its state.</param>
internal readonly record struct AlarmSnapshot(LimitDefinition Limit, AlarmStatus Standing);
