using System.Collections.Immutable;
using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>
/// The newest state of the alarms of a set, written by the compute thread when one changed, read by anybody without a lock. A sequence
/// lock as that of
/// <see cref="Computation.LiveBoard"/>: the version is odd while the writer is inside; a reader that saw it odd, or changed, reads again.
/// </summary>
internal sealed class AlarmBoard
{
    private readonly ImmutableArray<LimitDefinition> _limits;
    private readonly AlarmStanding[] _standings;
    private long _version;

    public AlarmBoard(ReadOnlySpan<Alarm> alarms)
    {
        var limits = ImmutableArray.CreateBuilder<LimitDefinition>(alarms.Length);
        foreach (Alarm alarm in alarms)
            limits.Add(alarm.Limit);
        _limits = limits.MoveToImmutable();
        _standings = new AlarmStanding[alarms.Length];
        _standings.AsSpan().Fill(AlarmStanding.Initial);
    }

    /// <summary>Compute: shows what is news.</summary>
    public void Show(ReadOnlySpan<Alarm> alarms)
    {
        Volatile.Write(ref _version, _version + 1);

        // The odd version must be seen before any standing changes.
        Interlocked.MemoryBarrier();
        for (int place = 0; place < alarms.Length; place++)
        {
            if (!alarms[place].IsNews)
                continue;
            _standings[place] = alarms[place].Standing;
            alarms[place].IsNews = false;
        }

        Volatile.Write(ref _version, _version + 1);
    }

    /// <summary>Anybody: a consistent copy, by rising id of the limit.</summary>
    public ImmutableArray<AlarmSnapshot> Read()
    {
        AlarmStanding[] copy = new AlarmStanding[_standings.Length];
        SpinWait spin = default;
        while (true)
        {
            long before = Volatile.Read(ref _version);
            _standings.CopyTo(copy, 0);
            Interlocked.MemoryBarrier();
            if ((before & 1) == 0 && Volatile.Read(ref _version) == before)
                return [.. copy.Select((standing, place) => new AlarmSnapshot(_limits[place], standing))];
            spin.SpinOnce();
        }
    }
}
