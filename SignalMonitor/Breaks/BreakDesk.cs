using System.Collections.Immutable;
using FuncLibs.Catalogue;
using SignalMonitor.Configuration;

namespace SignalMonitor.Breaks;

/// <summary>
/// Where break triggers and streams meet. Memory is counted before it is taken, over all streams; that of a trigger whose stream changed is
/// free once its last samples are written. Any thread.
/// </summary>
/// <param name="breaks">What is configured.</param>
internal sealed class BreakDesk(BreakOptions[] breaks)
{
    /// <summary>Most memory for samples of all triggers, bytes.</summary>
    public const long MaxBytes = 1L << 30;

    // Under the gate: what holds memory, the retired too.
    private readonly Lock _gate = new();
    private readonly List<BreakWatch> _watches = [];
    private readonly List<BreakWatch> _retired = [];
    private readonly List<StreamBreaks> _streams = [];

    /// <summary>The triggers of a stream that was met.</summary>
    public StreamBreaks NewStream(string name)
    {
        StreamBreaks stream = new(this, name);
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

    /// <summary>Compute thread: the triggers by a new description of a stream. One that stays as it is goes on.</summary>
    public BreakWatches Watch(StreamDescription stream, BreakWatches former)
    {
        lock (_gate)
        {
            Forget();
            ImmutableArray<BreakWatch>.Builder active = ImmutableArray.CreateBuilder<BreakWatch>();
            ImmutableArray<BreakFault>.Builder faults = ImmutableArray.CreateBuilder<BreakFault>();
            foreach (BreakOptions options in breaks)
            {
                BreakPlan? plan = BreakPlan.Make(options, stream, out string? fault);
                if (plan is not null && Take(plan, former, out fault) is { } watch)
                    active.Add(watch);
                else
                    faults.Add(new BreakFault(options.Name, options.Channel, fault!));
            }

            foreach (BreakWatch gone in former.Active.Where(watch => !active.Contains(watch)))
            {
                gone.Samples.Finish();
                _retired.Add(gone);
            }

            return new BreakWatches(active.ToImmutable(), faults.ToImmutable());
        }
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

    private void Forget()
    {
        _watches.RemoveAll(watch => _retired.Contains(watch) && !watch.Samples.IsHolding);
        _retired.RemoveAll(watch => !_watches.Contains(watch));
    }
}
