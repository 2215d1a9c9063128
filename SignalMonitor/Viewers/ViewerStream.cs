using System.Collections.Immutable;
using System.IO.Enumeration;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Streams;
using SignalMonitor.Taps;

namespace SignalMonitor.Viewers;

/// <summary>
/// The channels of one stream that viewers get: keeps a tap at the stream while anybody wants it, and makes rows of
/// what comes through, at a bounded rate. Viewer thread only, but for <see cref="Dropped"/>.
/// </summary>
/// <param name="name">Name of the stream.</param>
/// <param name="patterns">Patterns of channel names.</param>
/// <param name="rateHz">Rows a second at most.</param>
internal sealed class ViewerStream(string name, IReadOnlyList<string> patterns, int rateHz) : IDisposable
{
    /// <summary>Channels of a stream at most.</summary>
    public const int MaxChannels = 1024;

    private const long NsPerSecond = 1_000_000_000;

    private readonly long _periodNs = NsPerSecond / rateHz;
    private MonitoredStream? _stream;
    private StreamDescription? _description;
    private VariablePlan? _plan;
    private LiveTap? _tap;
    private double[] _row = [];
    private int[] _taken = [];
    private long _retiredDropped;

    /// <summary>Name of the stream.</summary>
    public string Name => name;

    /// <summary>What viewers get, in the order of a row.</summary>
    public ImmutableArray<LiveColumn> Columns { get; private set; } = [];

    /// <summary>Blocks that the viewer thread was not fast enough for. Any thread.</summary>
    public long Dropped => Volatile.Read(ref _retiredDropped) + (Volatile.Read(ref _tap)?.Dropped ?? 0);

    /// <summary>
    /// Follows the stream that has the name now, its description and its calculated channels; copies blocks only while
    /// they are wanted.
    /// </summary>
    /// <returns>True when the channels are others than before.</returns>
    public bool Follow(MonitoredStream? stream, bool isWanted)
    {
        StreamDescription? description = stream?.Board?.Plan.Stream;
        VariablePlan? plan = stream?.Variables?.Plan;
        bool isChanged = false;
        if (!ReferenceEquals(description, _description) || !ReferenceEquals(plan, _plan))
        {
            (_description, _plan) = (description, plan);
            ImmutableArray<LiveColumn> columns = Select();
            isChanged = !columns.SequenceEqual(Columns);
            if (isChanged)
                Columns = columns;
        }

        bool isTapped = isWanted && stream is not null && description is not null && !Columns.IsEmpty;
        if (isTapped && ReferenceEquals(stream, _stream) && ReferenceEquals(_tap?.Description, description)
            && _tap!.Columns.SequenceEqual(Columns))
            return isChanged;
        LeaveTap();
        _stream = stream;
        if (isTapped)
            Tap(stream!, description!);
        return isChanged;
    }

    /// <summary>Gives the rows of all blocks that wait.</summary>
    public void Drain(IReadOnlyList<IViewerSink> sinks)
    {
        if (_tap is not { } tap)
            return;

        // What waits now and no more: blocks that come faster than they are shown are dropped, not followed for ever.
        for (int left = tap.Held; left > 0 && tap.TryTake(out LiveSlot block); left--)
        {
            Show(tap, block, sinks);
            tap.Return(block);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => LeaveTap();

    private ImmutableArray<LiveColumn> Select()
    {
        if (_description is not { } description)
            return [];
        IEnumerable<LiveColumn> channels = new StreamSignals(description).All.Where(signal => IsSelected(signal.Name))
            .Select(signal => LiveColumn.From(description, signal));
        IEnumerable<LiveColumn> calculated = (_plan?.Variables ?? [])
            .Where(variable => IsSelected(variable.Name))
            .Select(variable => LiveColumn.From(description, variable))
            .OfType<LiveColumn>();

        // Calculated channels first: they are few, and the ones that somebody wrote on purpose.
        return [.. calculated.Concat(channels).DistinctBy(column => column.Name).Take(MaxChannels)];
    }

    private bool IsSelected(string channel) =>
        patterns.Any(pattern => FileSystemName.MatchesSimpleExpression(pattern, channel, ignoreCase: false));

    private void Tap(MonitoredStream stream, StreamDescription description)
    {
        LiveTap tap = new(description, Columns);
        _row = new double[Columns.Length];
        _taken = new int[Columns.Length];
        stream.ViewerTap = tap;
        Volatile.Write(ref _tap, tap);
    }

    // The compute thread may still be inside: that is harmless, nothing waits at its rings.
    private void LeaveTap()
    {
        if (_tap is not { } tap)
            return;
        _stream!.ViewerTap = null;
        Volatile.Write(ref _retiredDropped, _retiredDropped + tap.Dropped + tap.Held);
        Volatile.Write(ref _tap, null);
        tap.Dispose();
    }

    private void Show(LiveTap tap, LiveSlot block, IReadOnlyList<IViewerSink> sinks)
    {
        _taken.AsSpan().Clear();
        int most = 1;
        foreach (int count in block.Counts)
            most = Math.Max(most, count);

        // A block has no more rows than samples, however long it is.
        long duration = Math.Max(1, block.DueNs - block.AcquiredNs);
        long period = _periodNs * Math.Max(1, (duration / _periodNs + most - 1) / most);
        long first = (long)Math.Ceiling((decimal)block.AcquiredNs / period) * period;
        for (long ns = first; ns < block.DueNs; ns += period)
        {
            if (!TryFill(tap, block, ns - block.AcquiredNs + 1))
                continue;
            foreach (IViewerSink sink in sinks)
                sink.Take(this, ns, _row);
        }
    }

    // The newest sample of each channel before an offset that no row before had; false when there is none at all.
    private bool TryFill(LiveTap tap, LiveSlot block, long offsetNs)
    {
        bool any = false;
        (SampleTimes Times, int Points, int Before) known = default;
        for (int i = 0; i < _row.Length; i++)
        {
            ReadOnlySpan<double> values = tap.Values(block, i);
            SampleTimes times = Columns[i].Times;
            if (known.Points != values.Length || known.Times != times)
                known = (times, values.Length, times.CountBefore(block.FirstIndex, offsetNs, values.Length));
            bool isNew = known.Before > _taken[i];
            _row[i] = isNew ? values[known.Before - 1] : double.NaN;
            _taken[i] = known.Before;
            any |= isNew;
        }

        return any;
    }
}
