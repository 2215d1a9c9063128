using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Breaks;

/// <summary>
/// Where break triggers and streams meet. Memory is counted before it is taken, over all streams; that of a trigger
/// whose stream changed or is of the past is free once its last samples are written. What an edit needs is made on the
/// thread of the edit and offered to the streams; a compute thread makes what a new description needs, and changes over
/// to what is offered. Any thread.
/// </summary>
/// <param name="breaks">What is configured; the database may add to it.</param>
/// <param name="saved">What an earlier process saved; null nothing.</param>
internal sealed class BreakService(BreakOptions[] breaks, BreakPart? saved = null)
{
    /// <summary>Most memory for samples of all triggers, bytes.</summary>
    public const long MaxBytes = 1L << 30;

    private const string TakenName = "the configuration has a break trigger of this name; rename that of the database";

    // One offer at a time; before the gate. No compute thread holds it.
    private readonly Lock _offers = new();

    // Under the gate, which is held for a few references and never while memory for samples is taken: what holds
    // memory, the retired too.
    private readonly Lock _gate = new();
    private readonly List<BreakWatch> _watches = [];
    private readonly List<BreakWatch> _retired = [];
    private readonly List<StreamBreaks> _streams = [];
    private Int128 _reserved;
    private long _freed;
    private ImmutableArray<(StoredBreakTrigger? Row, BreakOptions Options)> _triggers =
        [.. breaks.Select(options => ((StoredBreakTrigger?)null, options))];
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

    /// <summary>
    /// Any thread: how often memory became free; a trigger that found none is tried again when this has changed.
    /// </summary>
    public long Freed => Volatile.Read(ref _freed);

    /// <summary>
    /// Thread of the edit: the triggers of a station, instead of its former ones. One that is as it was continues; for
    /// the others memory is taken here, and compute threads change over to them with their next block. The triggers of
    /// the configuration stay, and keep their names.
    /// </summary>
    /// <param name="rows">The rows of the database, each of the station.</param>
    /// <param name="station">Site/rig; null = the rows are those of all stations.</param>
    public void Take(IEnumerable<StoredBreakTrigger> rows, string? station = null)
    {
        lock (_gate)
        {
            // A plan is known by its options: those of a row that did not change are the same object.
            ImmutableArray<(StoredBreakTrigger? Row, BreakOptions Options)> next =
            [
                .. _triggers.Where(
                    one => one.Row is null || (station is not null && one.Row.Station != station)),
                .. rows.Select(
                    row => (
                        row,
                        _triggers.FirstOrDefault(one => one.Row is { } before && IsSame(before, row)).Options
                            ?? row.ToOptions())),
            ];
            if (next.AsSpan().SequenceEqual(_triggers.AsSpan()))
                return;
            _triggers = next;
            Volatile.Write(ref _version, _version + 1);
        }

        Offer();
    }

    /// <summary>The triggers of a stream that was met, continuing where an earlier process stopped.</summary>
    /// <param name="publisher">The installation that publishes it.</param>
    /// <param name="id">Its number.</param>
    /// <param name="name">Its name at this monitor.</param>
    /// <param name="station">Site/rig whose triggers it has; empty = those of every station.</param>
    public StreamBreaks NewStream(Guid publisher, uint id, string name, string station = "")
    {
        StreamBreaks stream = new(this, name, saved?.Find(publisher, id), station);
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

    /// <summary>
    /// Compute thread: the triggers by a new description of its stream. One that stays as it is continues, the others
    /// take memory.
    /// </summary>
    /// <param name="stream">The description.</param>
    /// <param name="former">What was watched until now.</param>
    /// <param name="of">The stream.</param>
    public BreakWatches Watch(StreamDescription stream, BreakWatches former, StreamBreaks of)
    {
        (BreakWatches none, List<BreakPlan> plans) = Plan(stream, of);

        // First what is over releases its memory: a trigger whose signals changed needs no room for two.
        lock (_gate)
            Retire(former.Active.Where(watch => !plans.Exists(watch.Plan.IsLike)));
        return CreateWatches(none, plans, former.Active);
    }

    /// <summary>
    /// Compute thread: what was watched and is not any more releases its memory. Takes none for samples.
    /// </summary>
    public void ChangeOver(BreakWatchesSwitch offer)
    {
        lock (_gate)
            Retire(offer.Former.Active.Except(offer.Next.Active));
    }

    /// <summary>Any thread: an offer that no compute thread took, or will take.</summary>
    public void ReturnBuffers(BreakWatchesSwitch offer) => ReturnBuffers(offer.Fresh);

    /// <summary>Compute thread: the triggers of a stream of the past end, and release their memory.</summary>
    public void End(BreakWatches former)
    {
        lock (_gate)
            Retire(former.Active);
    }

    /// <summary>
    /// Recorder, now and then: frees what is retired and holds nothing any more. Offers again what found no memory, and
    /// what was offered for a description that has changed since.
    /// </summary>
    public void Tidy()
    {
        lock (_gate)
            Clear();
        Offer();
    }

    // Who wrote it, when, and a note are nothing that a trigger goes by.
    private static bool IsSame(StoredBreakTrigger before, StoredBreakTrigger row) => row == before with
    {
        Revision = row.Revision,
        ChangedUtc = row.ChangedUtc,
        ChangedBy = row.ChangedBy,
        Note = row.Note,
    };

    /// <summary>True for a trigger of the configuration, which every station has. Any thread.</summary>
    public bool IsConfigured(string name) => Array.Exists(breaks, configured => configured.IsNamed(name));

    private void Offer()
    {
        lock (_offers)
        {
            foreach (StreamBreaks stream in Streams())
                Offer(stream);
        }
    }

    private void Offer(StreamBreaks stream)
    {
        if (stream.Offered is { } waiting
            ? IsOf(stream, waiting) && IsCurrent(waiting.Next)
            : IsCurrent(stream.Watches))
            return;

        // What was made for an offer that was not taken serves the next one.
        BreakWatchesSwitch? withdrawn = stream.Withdraw();
        BreakWatches former = stream.Watches;
        BreakWatchesSwitch? offer = null;
        if (former.Description is { } description && !(withdrawn is null && IsCurrent(former)))
        {
            (BreakWatches none, List<BreakPlan> plans) = Plan(description, stream);
            offer = new BreakWatchesSwitch(
                former, CreateWatches(none, plans, [.. former.Active, .. withdrawn?.Fresh ?? []]));
        }

        if (withdrawn is not null)
            ReturnBuffers(withdrawn.Fresh.Except(offer?.Next.Active ?? []));
        if (offer is not null)
            stream.Offer(offer);
    }

    private static bool IsOf(StreamBreaks stream, BreakWatchesSwitch offer) =>
        ReferenceEquals(stream.Watches, offer.Former);

    // Before its first block a stream watches nothing, and is offered nothing.
    private bool IsCurrent(BreakWatches watches) =>
        watches.Description is null || (watches.Version == Version && !(watches.LacksMemory && watches.Freed != Freed));

    // What is to be watched, and what cannot be and why.
    private (BreakWatches None, List<BreakPlan> Plans) Plan(StreamDescription stream, StreamBreaks of)
    {
        ImmutableArray<(StoredBreakTrigger? Row, BreakOptions Options)> triggers;
        (long version, long freed) = (0, 0);
        lock (_gate)
            (triggers, version, freed) = (_triggers, _version, _freed);
        List<BreakPlan> plans = [];
        ImmutableArray<BreakFault>.Builder faults = ImmutableArray.CreateBuilder<BreakFault>();
        foreach ((StoredBreakTrigger? row, BreakOptions options) in triggers)
        {
            if (row is not null && of.Station.Length > 0 && row.Station != of.Station)
                continue;
            if (row is not null && IsConfigured(options.Name))
                faults.Add(new BreakFault(options.Name, options.Channel, TakenName, BreakFaultKind.Unfit));
            else if (BreakPlan.Create(options, stream, out BreakFault? fault, of.Name) is { } plan)
                plans.Add(plan);
            else
                faults.Add(fault!);
        }

        return (new BreakWatches([], faults.ToImmutable(), freed) { Version = version, Description = stream }, plans);
    }

    private BreakWatches CreateWatches(BreakWatches none, List<BreakPlan> plans, ImmutableArray<BreakWatch> there)
    {
        ImmutableArray<BreakWatch>.Builder active = ImmutableArray.CreateBuilder<BreakWatch>();
        ImmutableArray<BreakFault>.Builder faults = none.Faults.ToBuilder();
        foreach (BreakPlan plan in plans)
        {
            string? fault = null;
            if ((there.FirstOrDefault(watch => watch.Plan.IsLike(plan)) ?? Take(plan, out fault)) is { } watch)
                active.Add(watch);
            else
                faults.Add(new BreakFault(plan.Options.Name, plan.Options.Channel, fault!, BreakFaultKind.Memory));
        }

        return none with { Active = active.ToImmutable(), Faults = faults.ToImmutable() };
    }

    private BreakWatch? Take(BreakPlan plan, out string? fault)
    {
        fault = null;
        Int128 bytes = plan.Size.Bytes;
        lock (_gate)
        {
            Int128 taken = _reserved + bytes;
            foreach (BreakWatch watch in _watches)
                taken += watch.Plan.Size.Bytes;
            if (taken > MaxBytes)
            {
                fault = $"the captures of all break triggers would need {taken} bytes, more than {MaxBytes}; keep "
                    + $"fewer columns or less time";
                return null;
            }

            _reserved += bytes;
        }

        BreakWatch? made = null;
        try
        {
            made = new BreakWatch(plan);
        }
        finally
        {
            lock (_gate)
            {
                _reserved -= bytes;
                if (made is not null)
                    _watches.Add(made);
            }
        }

        return made;
    }

    private void ReturnBuffers(IEnumerable<BreakWatch> unused)
    {
        lock (_gate)
        {
            foreach (BreakWatch watch in unused)
            {
                _watches.Remove(watch);
                Volatile.Write(ref _freed, _freed + 1);
            }
        }
    }

    private void Retire(IEnumerable<BreakWatch> over)
    {
        foreach (BreakWatch watch in over)
        {
            watch.Samples.Finish();
            _retired.Add(watch);
        }

        Clear();
    }

    private void Clear()
    {
        int freed = _watches.RemoveAll(watch => _retired.Contains(watch) && !watch.Samples.IsHolding);
        _retired.RemoveAll(watch => !_watches.Contains(watch));
        Volatile.Write(ref _freed, _freed + freed);
    }
}
