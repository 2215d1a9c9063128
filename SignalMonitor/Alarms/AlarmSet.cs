using System.Collections.Immutable;
using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>
/// The limits that are watched together, and all memory for them. Made aside on any thread, then given to one engine
/// once: from then on its alarms belong to the compute thread, its board to everybody.
/// </summary>
internal sealed class AlarmSet
{
    private readonly Alarm[] _alarms;
    private readonly ImmutableArray<ImmutableArray<int>> _places;

    /// <summary>A set of the enabled ones among some limits.</summary>
    /// <exception cref="ArgumentException">The limits have a fault;
    /// <see cref="LimitFaults.Check(IReadOnlyList{LimitDefinition})"/> finds it before.</exception>
    public AlarmSet(IReadOnlyList<LimitDefinition> limits)
    {
        if (LimitFaults.Check(limits) is [string fault, ..])
            throw new ArgumentException(fault, nameof(limits));
        _alarms =
            [.. limits.Where(limit => limit.Enabled).OrderBy(limit => limit.Id).Select(limit => new Alarm(limit))];
        Variables = [.. _alarms.Select(alarm => alarm.Limit.Variable).Distinct()];
        _places = [.. Variables.Select(PlacesOf)];
        Board = new AlarmBoard(_alarms);
    }

    /// <summary>Names of the variables that a block has to bring; their places are what
    /// <see cref="AlarmEngine.Evaluate"/> requests.</summary>
    public ImmutableArray<string> Variables { get; }

    /// <summary>The newest state of all of them.</summary>
    public AlarmBoard Board { get; }

    /// <summary>All alarms, by rising id.</summary>
    public ReadOnlySpan<Alarm> Alarms => _alarms;

    /// <summary>Places of the alarms of a variable.</summary>
    public ReadOnlySpan<int> On(int variable) => _places[variable].AsSpan();

    /// <summary>Place of a limit; below 0 when it is not in the set.</summary>
    public int PlaceOf(long limit)
    {
        (int low, int high) = (0, _alarms.Length - 1);
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_alarms[middle].Limit.Id == limit)
                return middle;
            if (_alarms[middle].Limit.Id < limit)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return -1;
    }

    /// <summary>Takes over an alarm from the set before, whose limit watches the same.</summary>
    public void Adopt(int place, Alarm alarm)
    {
        alarm.Follow(_alarms[place].Limit);
        _alarms[place] = alarm;
    }

    private ImmutableArray<int> PlacesOf(string variable) =>
        [.. Enumerable.Range(0, _alarms.Length).Where(place => _alarms[place].Limit.Variable == variable)];
}
