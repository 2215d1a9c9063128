using System.Collections.Immutable;
using FuncLibs.Catalogue;
using SignalMonitor.Configuration;
using SignalMonitor.Saving;

namespace SignalMonitor.Breaks;

/// <summary>
/// Where break triggers and streams meet. Memory is counted before it is taken, over all streams; that of a trigger whose stream changed or
/// is of the past is free once its last samples are written. Any thread.
/// </summary>
/// <param name="breaks">What is configured.</param>
/// <param name="saved">What an earlier process saved; null nothing.</param>
internal sealed class BreakDesk(BreakOptions[] breaks, SavedParts? saved = null)
{
    /// <summary>Most memory for samples of all triggers, bytes.</summary>
    public const long MaxBytes = 1L << 30;

    // Under the gate: what holds memory, the retired too.
    private readonly Lock _gate = new();
    private readonly List<BreakWatch> _watches = [];
    private readonly List<BreakWatch> _retired = [];
    private readonly List<StreamBreaks> _streams = [];
    private long _freed;

    /// <summary>Any thread: how often memory became free; a trigger that found none is tried again when this has changed.</summary>
    public long Freed => Volatile.Read(ref _freed);

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
        foreach (BreakOptions options in breaks)
        {
            if (BreakPlan.Make(options, stream, out BreakFault? fault) is { } plan)
                plans.Add(plan);
            else
                faults.Add(fault!);
        }

        lock (_gate)
        {
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

            return new BreakWatches(active.ToImmutable(), faults.ToImmutable(), _freed);
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
