using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using SignalMonitor.Alarms;
using SignalMonitor.Derived;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// Where definitions and streams meet: an edit is compiled aside for every stream of its station and offered to it, a
/// new stream gets what is in force. Any thread.
/// </summary>
/// <param name="derived">Where derived blocks go; null nowhere.</param>
/// <param name="saved">State of variables that an earlier process saved; null nothing.</param>
/// <param name="savedAlarms">States of alarms that it saved; null nothing.</param>
internal sealed class VariableCoordinator(
    DerivedFeed? derived, VariablesPart? saved = null, AlarmPart? savedAlarms = null)
{
    // Held while compiling: a new stream waits for an edit that is being compiled, and gets it.
    private readonly Lock _gate = new();
    private readonly PlanCompiler _maker = new(derived);
    private readonly List<StreamVariables> _streams = [];
    private readonly ConcurrentQueue<PlanSwitch> _switches = new();
    private readonly ConcurrentQueue<SampleGap> _gaps = new();
    private ImmutableArray<SwitchWatch> _watches = [];
    private ImmutableDictionary<string, VariableSet> _sets = ImmutableDictionary<string, VariableSet>.Empty;

    /// <summary>The definitions of a station that are in force; null while none were read.</summary>
    /// <param name="station">Site/rig; empty = those of any station.</param>
    public VariableSet? SetOf(string station)
    {
        ImmutableDictionary<string, VariableSet> sets = Volatile.Read(ref _sets);
        return station.Length == 0 ? sets.Values.FirstOrDefault() : sets.GetValueOrDefault(station);
    }

    /// <summary>Where derived blocks go; null nowhere.</summary>
    public DerivedFeed? Derived => derived;

    /// <summary>The variables of a stream that was met, continuing where an earlier process stopped.</summary>
    /// <param name="publisher">The installation that publishes it.</param>
    /// <param name="id">Its number.</param>
    /// <param name="name">Its name at its publisher.</param>
    /// <param name="station">Site/rig whose definitions it has; empty = those of whatever station is taken.</param>
    /// <param name="label">Its name at this monitor; null = that at its publisher.</param>
    public StreamVariables NewStream(Guid publisher, uint id, string name, string station = "", string? label = null)
    {
        StreamVariables stream = new(this, name, Switched)
        {
            Missed = _gaps.Enqueue,
            Publisher = publisher,
            Station = station,
            Label = label ?? name,
            PublishedAs = new DerivedStream(name, label is null || label == name ? "" : station),
        };
        if (saved?.Find(publisher, id) is { } variables)
            stream.Resume(variables.Epoch, variables.NextSample, variables.Memory, variables.Adjusted);
        if (savedAlarms?.Find(publisher, id) is { } alarms && alarms.TryMake(out AlarmSet? set) is null)
            stream.Alarms.Resume(set!, alarms.Number);
        return stream;
    }

    /// <summary>The streams whose variables are computed, those that are announced first.</summary>
    public IReadOnlyList<StreamVariables> Streams()
    {
        lock (_gate)
            return [.. _streams.OrderBy(static stream => stream.IsRetired)];
    }

    /// <summary>
    /// The limits that living streams of their station do not watch, each once. One that another stream watches is not
    /// missed where its signal is not there, nor is one that came with the program on a rig without it.
    /// </summary>
    public IReadOnlyList<UnwatchedLimit> Unwatched()
    {
        IEnumerable<StreamVariables> living = Streams().Where(stream => !stream.IsRetired);
        return [.. living.GroupBy(static stream => stream.Station).SelectMany(Unwatched)];
    }

    /// <summary>Takes the next switch of definitions that was not reported yet.</summary>
    public bool TryTakeSwitch([NotNullWhen(true)] out PlanSwitch? made) => _switches.TryDequeue(out made);

    /// <summary>Takes the next gap that was not reported yet.</summary>
    public bool TryTakeGap([NotNullWhen(true)] out SampleGap? gap) => _gaps.TryDequeue(out gap);

    /// <summary>Watch thread: the definitions changed.</summary>
    public void Take(VariableSet set)
    {
        lock (_gate)
        {
            Volatile.Write(ref _sets, _sets.SetItem(set.Station, set));
            foreach (StreamVariables stream in _streams.Where(stream => IsOf(stream, set)))
                Offer(stream, set);
        }
    }

    /// <summary>Compute thread: a stream is new, or has a new description. Allocates, once.</summary>
    public void Add(StreamVariables stream)
    {
        lock (_gate)
        {
            if (!_streams.Contains(stream))
                _streams.Add(stream);
            if (SetOf(stream.Station) is { } set)
                Offer(stream, set);
        }
    }

    /// <summary>
    /// Sees every switch from now on, until it is disposed: for those that wait for an edit to take effect.
    /// </summary>
    public SwitchWatch WatchSwitches()
    {
        SwitchWatch watch = new(gone => ImmutableInterlocked.Update(ref _watches, (all, one) => all.Remove(one), gone));
        ImmutableInterlocked.Update(ref _watches, (all, one) => all.Add(one), watch);
        return watch;
    }

    private static IEnumerable<UnwatchedLimit> Unwatched(IEnumerable<StreamVariables> streams)
    {
        VariablePlan[] plans = [.. streams.Select(stream => stream.Plan).OfType<VariablePlan>()];
        return plans.SelectMany(plan => plan.LimitFaults)
            .Where(limit => !limit.IsAbsent || !limit.IsSeed)
            .Where(limit => !limit.IsAbsent || !Array.Exists(plans, plan => plan.Watches(limit.Limit)))
            .DistinctBy(limit => limit.Limit);
    }

    private static bool IsOf(StreamVariables stream, VariableSet set) =>
        stream.Station.Length == 0 || stream.Station == set.Station;

    // Compute thread.
    private void Switched(PlanSwitch made)
    {
        _switches.Enqueue(made);
        foreach (SwitchWatch watch in _watches)
            watch.Add(made);
    }

    private void Offer(StreamVariables stream, VariableSet set) =>
        stream.Offer(_maker.Compile(set, stream.Description, stream.PublishedAs, stream.Newest));
}
