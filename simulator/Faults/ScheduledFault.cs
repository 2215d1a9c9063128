using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace Simulator.Faults;

/// <summary>
/// One fault with its time and place, checked. Indices are those of base samples since the start of the run.
/// </summary>
/// <param name="Traits">Its kind.</param>
/// <param name="From">Its first sample; for what acts on whole blocks, the first of its block.</param>
/// <param name="To">The first sample after it; <see cref="long.MaxValue"/> to the end of the run.</param>
public sealed record ScheduledFault(FaultTraits Traits, long From, long To)
{
    /// <summary>Its kind.</summary>
    public FaultKind Kind => Traits.Kind;

    /// <summary>Where it is; default when it is of the whole rig.</summary>
    public FaultColumn Place { get; init; }

    /// <summary>Name of the channel, or null.</summary>
    public string? Channel { get; init; }

    /// <summary>Name of the sensor, or null.</summary>
    public string? Sensor { get; init; }

    /// <summary>The number of <see cref="FaultTraits.Amount"/>.</summary>
    public double Amount { get; init; }

    /// <summary>New unit of a sensor, or null.</summary>
    public string? Unit { get; init; }

    /// <summary>Factor of a sensor's range alone; 1 leaves it.</summary>
    public double RangeFactor { get; init; } = 1;

    /// <summary>First sample at which it must be processed: before <see cref="From"/> for what takes up a block, or
    /// hides a channel, earlier.</summary>
    public long Start { get; init; } = From;

    /// <summary>True when it was drawn at random; it is dropped where a written one collides with it.</summary>
    public bool IsRandom { get; init; }

    /// <summary>Position in its file.</summary>
    public string Path { get; init; } = "";

    /// <summary>
    /// What the ground truth has beside kind, time and place. Made once: the ground truth keeps texts by reference.
    /// </summary>
    public string Detail { get; init; } = "";

    /// <summary>True when both cannot happen: they act on the same thing at the same time.</summary>
    public bool Excludes(ScheduledFault other) =>
        Start < other.To && other.Start < To && Traits.Scope == other.Traits.Scope && Collides(other);

    private bool Collides(ScheduledFault other) => Traits.Scope switch
    {
        FaultScope.Stream => true,
        FaultScope.Clock => false,
        FaultScope.Machine when Kind == FaultKind.Tare || other.Kind == FaultKind.Tare => false,
        _ => Place.Meets(other.Place),
    };
}

/// <summary>The place of a fault in the blocks: a channel, and one of its float columns or all of them.</summary>
/// <param name="Group">Group of the channel.</param>
/// <param name="Channel">Its position in the group.</param>
/// <param name="Column">Position of the column in the channel's description, or <see cref="All"/>.</param>
public readonly record struct FaultColumn(BlockGroup Group, int Channel, int Column)
{
    /// <summary>Every float column of the channel.</summary>
    public const int All = -1;

    /// <summary>True when two places have a column in common.</summary>
    public bool Meets(in FaultColumn other) =>
        (Group, Channel) == (other.Group, other.Channel)
            && (Column == other.Column || Column == All || other.Column == All);

    /// <summary>True when it names a column of its channel.</summary>
    public bool Has(int column) => Column == All || Column == column;

    /// <summary>The values of a column of a block's channel.</summary>
    /// <param name="channel">The channel.</param>
    /// <param name="column">Position in the channel's description: command, output, sensors; or 0 for an analogue
    /// input.</param>
    public static Span<double> ValuesOf(BlockChannel channel, int column) => (channel.Group, column) switch
    {
        (BlockGroup.AD, _) => channel.Values,
        (_, 0) => channel.Command,
        (_, 1) => channel.Output,
        _ => channel.Sensor(column - ChannelDescription.ControlColumns),
    };
}

/// <summary>The faults of a run, checked and in the order in which they begin. Immutable.</summary>
/// <param name="Faults">Sorted by <see cref="ScheduledFault.Start"/>.</param>
public sealed record FaultSchedule(ImmutableArray<ScheduledFault> Faults)
{
    /// <summary>Faults that a run may have, the random ones included.</summary>
    public const int MaxFaults = 100_000;
}
