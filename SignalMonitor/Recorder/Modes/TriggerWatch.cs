using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Recorder.Modes;

/// <summary>
/// One trigger on one stream: finds the samples that trigger, and has the windows around them. NaN never triggers and
/// is no sample of an edge: the one before it counts. An edge that lies in a gap triggers at the first sample after it.
/// One thread; a block does not allocate.
/// </summary>
/// <param name="options">The trigger.</param>
internal sealed class TriggerWatch(RecorderTriggerOptions options)
{
    private readonly long _holdOffNs = NsOf(options.HoldOffMs);
    private readonly TriggerWhen _when =
        options.When ?? (options.Kind == TriggerKind.Level ? TriggerWhen.Above : TriggerWhen.Rising);

    private SignalAddress? _address;
    private SampleTimes _times;
    private double _previous = double.NaN;
    private long? _lastNs;

    /// <summary>The trigger.</summary>
    public RecorderTriggerOptions Options => options;

    /// <summary>ns before a trigger.</summary>
    public long PreNs { get; } = NsOf(options.PreMs);

    /// <summary>ns after it.</summary>
    public long PostNs { get; } = NsOf(options.PostMs);

    /// <summary>The time around its triggers.</summary>
    public TimeWindows Windows { get; } = new();

    /// <summary>Times it triggered since the start of the process.</summary>
    public long Count { get; private set; }

    /// <summary>Time of its newest trigger; null none.</summary>
    public long? LastNs => _lastNs;

    /// <summary>The time around the triggers of the block that was scanned last; null without any.</summary>
    public TimeWindow? Newest { get; private set; }

    /// <summary>True when it looks at a signal, and false when at events.</summary>
    public bool IsOfSignal => options.Kind is not (TriggerKind.Event or TriggerKind.Break);

    /// <summary>True when the stream has its signal.</summary>
    public bool IsFound => _address is not null;

    /// <summary>Looks for its signal in a stream; once for each description.</summary>
    public void Find(StreamDescription stream, StreamSignals signals)
    {
        _address = IsOfSignal && signals.Find(options.Signal) is { } found
            && found.Address.IsBit == (options.Kind == TriggerKind.Bit) ? found.Address : null;
        if (_address is not { IsBit: false } address)
            return;
        ChannelDescription channel = stream.Channels((BlockGroup)address.Group)[address.Channel];
        _times = new SampleTimes(stream.BaseRateHz, channel.RateNum, channel.RateDen);
    }

    /// <summary>Looks at the samples of a block.</summary>
    /// <param name="block">The block.</param>
    /// <param name="beginNs">Time of its first sample.</param>
    public void Scan(CDataBlock block, long beginNs)
    {
        Newest = null;
        if (_address is not { } address)
            return;
        if (address.IsBit)
        {
            BitGroup lines = address.Group == SignalGroup.BitIn ? BitGroup.In : BitGroup.Out;
            if (address.Channel < block.BitCount(lines) && IsTrigger(block.Bit(lines, address.Channel) ? 1 : 0, 0.5))
                Trigger(beginNs);
            return;
        }

        BlockGroup group = (BlockGroup)address.Group;
        if (address.Channel >= block.ChannelCount(group))
            return;
        BlockChannel channel = block.Channel(group, address.Channel);
        if (address.IsInteger)
        {
            Span<long> counts = address.Column == ColumnIndex.Count ? channel.Count : channel.ActiveCtrl;
            for (int i = 0; i < counts.Length; i++)
            {
                if (IsTrigger(counts[i], options.Level))
                    Trigger(beginNs + _times.OffsetNs(block.FirstSampleIndex, i));
            }

            return;
        }

        Span<double> values = ValuesOf(channel, group, address.Column);
        for (int i = 0; i < values.Length; i++)
        {
            if (IsTrigger(values[i], options.Level))
                Trigger(beginNs + _times.OffsetNs(block.FirstSampleIndex, i));
        }
    }

    /// <summary>It triggers, unless the hold-off of the trigger before is not over.</summary>
    public void Trigger(long ns)
    {
        if (_lastNs is { } last && ns >= last && ns < last + _holdOffNs)
            return;
        _lastNs = Math.Max(ns, _lastNs ?? ns);
        Count++;
        Windows.Add(ns - PreNs, ns + PostNs);
        Newest = new TimeWindow(Newest?.FromNs ?? (ns - PreNs), ns + PostNs);
    }

    /// <summary>It triggered on another stream, which has its signal.</summary>
    public void Add(long fromNs, long toNs) => Windows.Add(fromNs, toNs);

    /// <summary>What the next process needs.</summary>
    public TriggerState Save() => new(
        options.Name, double.IsNaN(_previous) ? null : _previous, _lastNs, [.. Windows.All]);

    /// <summary>Continues where an earlier process was.</summary>
    public void Restore(TriggerState state)
    {
        (_previous, _lastNs) = (state.Previous ?? double.NaN, state.LastNs);
        foreach (TimeWindow window in state.Windows)
            Windows.Add(window.FromNs, window.ToNs);
    }

    private static long NsOf(int ms) => ms * (UtcClock.NanosecondsPerSecond / 1000);

    private static Span<double> ValuesOf(BlockChannel channel, BlockGroup group, int column) =>
        group == BlockGroup.AD ? channel.Values
        : column == ColumnIndex.Command ? channel.Command
        : column == ColumnIndex.Output ? channel.Output
        : channel.Sensor(column - ColumnIndex.FirstSensor);

    private bool IsTrigger(double value, double level)
    {
        if (double.IsNaN(value))
            return false;
        double before = _previous;
        _previous = value;
        return _when switch
        {
            TriggerWhen.Above => value >= level,
            TriggerWhen.Below => value <= level,
            TriggerWhen.Rising => before < level && value >= level,
            TriggerWhen.Falling => before > level && value <= level,
            _ => (before < level && value >= level) || (before > level && value <= level),
        };
    }
}

/// <summary>Where a trigger of one stream is.</summary>
/// <param name="Name">Name of the trigger.</param>
/// <param name="Previous">The newest sample of its signal that is a number; null none.</param>
/// <param name="LastNs">When it triggered last; null never.</param>
/// <param name="Windows">The time around its triggers that may still be needed.</param>
internal sealed record TriggerState(
    string Name, double? Previous, long? LastNs, IReadOnlyList<TimeWindow> Windows);
