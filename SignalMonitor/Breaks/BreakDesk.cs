using System.Collections.Immutable;
using FuncLibs.Catalogue;
using SignalMonitor.Configuration;
using SignalMonitor.Saving;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Breaks;

/// <summary>
/// Where break triggers and streams meet. Memory is counted before it is taken, over all streams; that of a trigger whose stream changed or
/// is of the past is free once its last samples are written. Any thread.
/// </summary>
/// <param name="breaks">What is configured; the database may add to it.</param>
/// <param name="saved">What an earlier process saved; null nothing.</param>
internal sealed class BreakDesk(BreakOptions[] breaks, SavedParts? saved = null)
{
    /// <summary>Most memory for samples of all triggers, bytes.</summary>
    public const long MaxBytes = 1L << 30;

    private const string TakenName = "the configuration has a break trigger of this name; rename that of the database";

    // Under the gate: what holds memory, the retired too.
    private readonly Lock _gate = new();
    private readonly List<BreakWatch> _watches = [];
    private readonly List<BreakWatch> _retired = [];
    private readonly List<StreamBreaks> _streams = [];
    private long _freed;
    private ImmutableArray<(BreakTrigger? Row, BreakOptions Options)> _triggers =
        [.. breaks.Select(options => ((BreakTrigger?)null, options))];
    private long _version;

    /// <summary>Any thread: how often the triggers changed.</summary>
    public long Version => Volatile.Read(ref _version);

    /// <summary>True when there is a trigger, on whatever stream. Any thread.</summary>
    public bool HasTriggers
    {
        get
        {
            lock (_gate)
                return !_triggers.IsEmpty;
        }
    }

    /// <summary>Any thread: how often memory became free; a trigger that found none is tried again when this has changed.</summary>
    public long Freed => Volatile.Read(ref _freed);

    /// <summary>
    /// Any thread: the triggers of the database, in the place of those that it had before. One that is as it was goes on; compute threads
    /// take the others over with their next block. The triggers of the configuration stay, and keep their names.
    /// </summary>
    public void Take(IEnumerable<BreakTrigger> rows)
    {
        lock (_gate)
        {
            // A plan is known by its options: those of a row that did not change are the same object.
            ImmutableArray<(BreakTrigger? Row, BreakOptions Options)> next =
            [
                .. _triggers.Where(one => one.Row is null),
                .. rows.Select(row => (row, _triggers.FirstOrDefault(one => one.Row is { } before && IsSame(before, row)).Options ?? row.ToOptions())),
            ];
            if (next.AsSpan().SequenceEqual(_triggers.AsSpan()))
                return;
            _triggers = next;
            Volatile.Write(ref _version, _version + 1);
        }
    }

    /// <summary>The triggers of a stream that was met, going on where an earlier process stopped.</summary>
    public StreamBreaks NewStream(Guid publisher, uint id, string name)
    {
        StreamBreaks stream = new(this, name, saved?.Breaks.Find(publisher, id));
        lock (_gate)
            _streams.Add(stream);
        return stream;
    }

    /// <summary>The streams that were met.</summary>
    public ImmutableArray<StreamBreaks> Streams()
    {
        lock (_gate)
            return [.. _streams];
    }

    /// <summary>Everything that may hold samples for the recorder.</summary>
    public ImmutableArray<BreakWatch> Watches()
    {
        lock (_gate)
            return [.. _watches];
    }

    /// <summary>Compute thread: the triggers by a description of a stream. One that stays as it is goes on.</summary>
    public BreakWatches Watch(StreamDescription stream, BreakWatches former)
    {
        List<BreakPlan> plans = [];
        ImmutableArray<BreakFault>.Builder faults = ImmutableArray.CreateBuilder<BreakFault>();
        lock (_gate)
        {
            foreach ((BreakTrigger? row, BreakOptions options) in _triggers)
            {
                if (row is not null && IsConfigured(options.Name))
                    faults.Add(new BreakFault(options.Name, options.Channel, TakenName, BreakFaultKind.Unfit));
                else if (BreakPlan.Make(options, stream, out BreakFault? fault) is { } plan)
                    plans.Add(plan);
                else
                    faults.Add(fault!);
            }

            // First what is over gives its memory back: a trigger whose signals changed needs no room for two.
            Retire(former.Active.Where(watch => !plans.Exists(watch.Plan.IsLike)));
            ImmutableArray<BreakWatch>.Builder active = ImmutableArray.CreateBuilder<BreakWatch>();
            foreach (BreakPlan plan in plans)
            {
                if (Take(plan, former, out string? fault) is { } watch)
                    active.Add(watch);
                else
                    faults.Add(new BreakFault(plan.Options.Name, plan.Options.Channel, fault!, BreakFaultKind.Memory));
            }

            return new BreakWatches(active.ToImmutable(), faults.ToImmutable(), _freed) { Version = _version };
        }
    }

    /// <summary>Compute thread: the triggers of a stream of the past end, and give their memory back.</summary>
    public void End(BreakWatches former)
    {
        lock (_gate)
            Retire(former.Active);
    }

    /// <summary>Recorder, now and then: frees what is retired and holds nothing any more.</summary>
    public void Tidy()
    {
        lock (_gate)
            Forget();
    }

    // Who wrote it, when, and a note are nothing that a trigger goes by.
    private static bool IsSame(BreakTrigger before, BreakTrigger row) => row == before with
    {
        Revision = row.Revision,
        ChangedUtc = row.ChangedUtc,
        ChangedBy = row.ChangedBy,
        Note = row.Note,
    };

    private bool IsConfigured(string name) =>
        Array.Exists(breaks, configured => configured.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private BreakWatch? Take(BreakPlan plan, BreakWatches former, out string? fault)
    {
        fault = null;
        if (former.Active.FirstOrDefault(watch => watch.Plan.IsLike(plan)) is { } same)
            return same;
        Int128 taken = plan.Size.Bytes;
        foreach (BreakWatch watch in _watches)
            taken += watch.Plan.Size.Bytes;
        if (taken > MaxBytes)
        {
            fault = $"the captures of all break triggers would need {taken} bytes, more than {MaxBytes}; keep fewer columns or less time";
            return null;
        }

        BreakWatch made = new(plan);
        _watches.Add(made);
        return made;
    }

    private void Retire(IEnumerable<BreakWatch> over)
    {
        foreach (BreakWatch watch in over)
        {
            watch.Samples.Finish();
            _retired.Add(watch);
        }

        Forget();
    }

    private void Forget()
    {
        int freed = _watches.RemoveAll(watch => _retired.Contains(watch) && !watch.Samples.IsHolding);
        _retired.RemoveAll(watch => !_watches.Contains(watch));
        Volatile.Write(ref _freed, _freed + freed);
    }
}
