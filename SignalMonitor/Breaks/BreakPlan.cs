using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Limits.Breaks;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Breaks;

/// <summary>
/// A break trigger of the configuration on one stream: where its signals are, and how much memory it takes. Immutable.
/// </summary>
internal sealed class BreakPlan
{
    // A time of ten minutes at a rate that no controller has: what is more is refused before it is an integer.
    private const double MaxSamples = 1 << 28;

    private BreakPlan(
        BreakOptions options,
        string stream,
        ImmutableArray<SignalDescription> signals,
        int force,
        ImmutableArray<int> columns)
    {
        Options = options;
        Stream = stream;
        Force = force;
        Columns = columns;
        Channel = signals[force];
        Signals = [.. columns.Select(column => signals[column])];
        Definition = new BreakDefinition(options.FallPercent, options.WithinMs, options.MinForce);
        Size = new PrePostSize(
            columns.Length,
            SamplesOf(options.BeforeMs),
            Math.Max(1, SamplesOf(options.AfterMs)),
            Math.Max(1, Channel.Points));
    }

    /// <summary>What was configured.</summary>
    public BreakOptions Options { get; }

    /// <summary>Name of the stream at this monitor.</summary>
    public string Stream { get; }

    /// <summary>Place of the force among the signals of the stream.</summary>
    public int Force { get; }

    /// <summary>Places of what is kept.</summary>
    public ImmutableArray<int> Columns { get; }

    /// <summary>The force.</summary>
    public SignalDescription Channel { get; }

    /// <summary>What is kept.</summary>
    public ImmutableArray<SignalDescription> Signals { get; }

    /// <summary>When a specimen counts as broken.</summary>
    public BreakDefinition Definition { get; }

    /// <summary>What is kept, in samples.</summary>
    public PrePostSize Size { get; }

    /// <summary>For how many samples the force has to be back.</summary>
    public int RearmSamples => Math.Max(1, SamplesOf(Options.RearmMs));

    /// <summary>
    /// Finds the signals of a trigger on a stream, and how much it would take. Does not allocate for samples.
    /// </summary>
    /// <param name="options">What was configured.</param>
    /// <param name="stream">The stream.</param>
    /// <param name="fault">Why it cannot be watched there; null when it can.</param>
    /// <param name="name">Name of the stream at this monitor; null = that at its publisher.</param>
    public static BreakPlan? Create(
        BreakOptions options, StreamDescription stream, out BreakFault? fault, string? name = null)
    {
        ImmutableArray<SignalDescription> signals = new StreamSignals(stream).All;
        int force = PlaceOf(options.Channel, signals);
        FieldFault? wrong = force < 0 ? new FieldFault("channel", Unknown(options.Channel, stream.Name, signals))
            : OfSignals(options, signals[force], stream.Name, signals);
        string? text = wrong?.What;
        BreakPlan? plan = text is null
            ? new BreakPlan(options, name ?? stream.Name, signals, force, ColumnsOf(options, signals, force))
            : null;
        text ??= plan!.Definition.FaultAt(plan.Channel.RateHz) ?? plan.Size.Fault;
        BreakFaultKind kind = force < 0 ? BreakFaultKind.Absent : BreakFaultKind.Unfit;
        fault = text is null
            ? null
            : new BreakFault(options.Name, options.Channel, text, kind) { Column = wrong?.Column ?? "" };
        return fault is null ? plan : null;
    }

    /// <summary>Whether another plan watches and keeps the same, so that what is remembered continues.</summary>
    public bool IsLike(BreakPlan other) =>
        Options == other.Options && Channel == other.Channel && Force == other.Force && Size == other.Size
        && Columns.SequenceEqual(other.Columns) && Signals.SequenceEqual(other.Signals);

    /// <summary>The same over a restart: what is watched, and how. What is kept does not matter.</summary>
    public string Identity => string.Create(
        CultureInfo.InvariantCulture,
        $"{Channel.Name} {Channel.Unit} {Channel.RateHz:R} {Options.FallPercent:R} {Options.WithinMs:R} "
            + $"{Options.MinForce:R} {Options.RearmMs:R}");

    private static FieldFault? OfSignals(
        BreakOptions options, SignalDescription channel, string stream, ImmutableArray<SignalDescription> signals)
    {
        if (channel.Address.IsBit)
            return new FieldFault("channel", $"{channel.Name} is a digital line, and no force");
        double longest =
            Math.Max(Math.Max(options.BeforeMs, options.AfterMs), Math.Max(options.WithinMs, options.RearmMs));
        if (longest * channel.RateHz / 1000 > MaxSamples)
            return new FieldFault(
                "",
                FormattableString.Invariant($"{longest} ms at {channel.RateHz} Hz are more than {MaxSamples} samples"));
        foreach (string name in options.Columns)
        {
            int place = PlaceOf(name, signals);
            if (place < 0)
                return new FieldFault("columns", Unknown(name, stream, signals));
            if (signals[place].RateHz != channel.RateHz || signals[place].Address.IsBit)
                return new FieldFault("columns", FormattableString.Invariant(
                    $"{name} has {signals[place].RateHz} Hz and {channel.Name} {channel.RateHz} Hz; what is kept together has one rate"));
        }

        return null;
    }

    private static string Unknown(string name, string stream, ImmutableArray<SignalDescription> signals) =>
        $"stream {stream} has no signal {name}{Suggestion.For(name, signals.Select(signal => signal.Name))}";

    private static ImmutableArray<int> ColumnsOf(
        BreakOptions options, ImmutableArray<SignalDescription> signals, int force)
    {
        SignalAddress channel = signals[force].Address;
        return options.Columns.Length > 0
            ? [.. options.Columns.Select(name => PlaceOf(name, signals))]
            : [.. Enumerable.Range(0, signals.Length).Where(
                i => signals[i].Address.Group == channel.Group && signals[i].Address.Channel == channel.Channel)];
    }

    private static int PlaceOf(string name, ImmutableArray<SignalDescription> signals)
    {
        for (int i = 0; i < signals.Length; i++)
        {
            if (signals[i].Name == name)
                return i;
        }

        return -1;
    }

    private int SamplesOf(double ms) => (int)Math.Ceiling(ms * Channel.RateHz / 1000);
}
