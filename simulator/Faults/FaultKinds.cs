using System.Collections.Immutable;

namespace Simulator.Faults;

/// <summary>The table of all kinds of fault: docs/faults.md in code.</summary>
public static class FaultKinds
{
    private const double Day = 86_400;

    /// <summary>Every kind, in the order of the docs.</summary>
    public static ImmutableArray<FaultTraits> All { get; } =
    [
        new(FaultKind.Gap, "gap", FaultScope.Stream, FaultPlace.Rig, FaultLength.Block),
        new(FaultKind.Duplicate, "duplicate", FaultScope.Stream, FaultPlace.Rig, FaultLength.Block),
        new(FaultKind.Reordered, "reordered", FaultScope.Stream, FaultPlace.Rig, FaultLength.Moment,
            new("by", 1, 1, 64, "blocks", IsWhole: true)),
        new(FaultKind.Stale, "stale", FaultScope.Stream, FaultPlace.Rig, FaultLength.Moment,
            new("age", 10, 1, 10_000, "blocks", IsWhole: true)),
        new(FaultKind.VarLength, "varlength", FaultScope.Stream, FaultPlace.Rig, FaultLength.Block,
            new("percent", 50, 0, 99, "% of the points")),
        new(FaultKind.Overflow, "overflow", FaultScope.Stream, FaultPlace.Rig, FaultLength.Block,
            new("code", 1, 0, ushort.MaxValue, "", IsWhole: true)),
        new(FaultKind.Nan, "nan", FaultScope.Signal, FaultPlace.Values, FaultLength.Block),
        new(FaultKind.Inf, "inf", FaultScope.Signal, FaultPlace.Values, FaultLength.Block,
            new("sign", 1, -1, 1, "", IsWhole: true)),
        new(FaultKind.Stuck, "stuck", FaultScope.Signal, FaultPlace.Values, FaultLength.TwoSeconds),
        new(FaultKind.Wrap24, "wrap24", FaultScope.Counter, FaultPlace.Counted, FaultLength.Open,
            new("below", 2, 1, 1_000_000, "counts", IsWhole: true)),
        new(FaultKind.Wrap32, "wrap32", FaultScope.Counter, FaultPlace.Counted, FaultLength.Open,
            new("below", 2, 1, 1_000_000, "counts", IsWhole: true)),
        new(
            FaultKind.ClockStep,
            "clockstep",
            FaultScope.Clock,
            FaultPlace.Rig,
            FaultLength.Open,
            new("bySeconds", 0.5, -Day, Day, "s")),
        new(FaultKind.Drift, "drift", FaultScope.Signal, FaultPlace.Values, FaultLength.Open,
            new("perSecond", 0.001, -1e9, 1e9, "of the sensor's unit a second")),
        new(
            FaultKind.ClockDrift,
            "clockdrift",
            FaultScope.Clock,
            FaultPlace.Rig,
            FaultLength.Open,
            new("ppm", 50, -10_000, 10_000, "ppm")),
        new(FaultKind.Offline, "offline", FaultScope.Stream, FaultPlace.Rig, FaultLength.TwoSeconds),
        new(FaultKind.Restart, "restart", FaultScope.Stream, FaultPlace.Rig, FaultLength.Moment),
        new(
            FaultKind.AddChannel,
            "addchannel",
            FaultScope.Description,
            FaultPlace.LastChannel,
            FaultLength.Moment,
            MayBeRandom: false),
        new(
            FaultKind.RemoveChannel,
            "removechannel",
            FaultScope.Description,
            FaultPlace.LastChannel,
            FaultLength.Open,
            MayBeRandom: false),
        new(FaultKind.Unit, "unit", FaultScope.Description, FaultPlace.Sensor, FaultLength.Open,
            new("factor", 1, -1e9, 1e9, ""), MayBeRandom: false),
        new(FaultKind.Tare, "tare", FaultScope.Machine, FaultPlace.AxisSensor, FaultLength.Moment),
        new(FaultKind.Interlock, "interlock", FaultScope.Machine, FaultPlace.Axis, FaultLength.TwoSeconds),
        new(FaultKind.EStop, "estop", FaultScope.Machine, FaultPlace.Axis, FaultLength.TwoSeconds),
        new(FaultKind.Stall, "stall", FaultScope.Stream, FaultPlace.Rig, FaultLength.TwoSeconds),
    ];

    /// <summary>All names, for messages.</summary>
    public static string Names { get; } = string.Join(", ", All.Select(traits => traits.Name));

    /// <summary>The kind of that name, or null.</summary>
    public static FaultTraits? Find(string name) => All.FirstOrDefault(traits => traits.Name == name);
}

/// <summary>
/// What can go wrong with a rig, its sensors and its link; <see cref="FaultKinds"/> has names and parameters.
/// </summary>
public enum FaultKind
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>Blocks are never sent.</summary>
    Gap,

    /// <summary>Blocks are sent twice.</summary>
    Duplicate,

    /// <summary>A block is sent after later ones.</summary>
    Reordered,

    /// <summary>A block of the past is sent once more, with its old index and due time.</summary>
    Stale,

    /// <summary>Blocks are shorter than described, or empty; the samples that were cut are never sent.</summary>
    VarLength,

    /// <summary>The header reports a full buffer of the rig, with an error code.</summary>
    Overflow,

    /// <summary>Values are NaN.</summary>
    Nan,

    /// <summary>Values are infinite.</summary>
    Inf,

    /// <summary>Values stay what they were at the first sample.</summary>
    Stuck,

    /// <summary>The Count column continues from just below 2^24 and wraps.</summary>
    Wrap24,

    /// <summary>The Count column continues from just below 2^32 and wraps.</summary>
    Wrap32,

    /// <summary>The rig's clock is stepped.</summary>
    ClockStep,

    /// <summary>Values drift away.</summary>
    Drift,

    /// <summary>The rig's clock runs at another rate.</summary>
    ClockDrift,

    /// <summary>The link is down.</summary>
    Offline,

    /// <summary>The link closes and the sample counter begins at 0.</summary>
    Restart,

    /// <summary>A channel that was not there joins, by a new hello.</summary>
    AddChannel,

    /// <summary>A channel leaves, by a new hello.</summary>
    RemoveChannel,

    /// <summary>A sensor changes its unit or range, by a new hello.</summary>
    Unit,

    /// <summary>A sensor is set to zero where it is.</summary>
    Tare,

    /// <summary>An axis is held by its interlock.</summary>
    Interlock,

    /// <summary>The pressure of an axis is cut.</summary>
    EStop,

    /// <summary>Nothing is sent for a while, then all that waited.</summary>
    Stall,
}

/// <summary>What a fault acts on. Faults of one scope and place cannot overlap in time.</summary>
public enum FaultScope
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>The series of blocks, or the link: whole blocks.</summary>
    Stream,

    /// <summary>The values of a channel, sample by sample.</summary>
    Signal,

    /// <summary>The Count column of a channel, sample by sample.</summary>
    Counter,

    /// <summary>The due times; these add up.</summary>
    Clock,

    /// <summary>The description of a channel: from a block on.</summary>
    Description,

    /// <summary>The machine itself: from a block on.</summary>
    Machine,
}

/// <summary>What a fault must name as its place.</summary>
public enum FaultPlace
{
    /// <summary>Nothing.</summary>
    Rig,

    /// <summary>A channel.</summary>
    Channel,

    /// <summary>The last channel of a group that has more than one.</summary>
    LastChannel,

    /// <summary>A servo channel.</summary>
    Axis,

    /// <summary>A servo or temperature channel: one with a Count column.</summary>
    Counted,

    /// <summary>A channel; all its values, or those of the sensor that is named.</summary>
    Values,

    /// <summary>A channel and one of its columns.</summary>
    Sensor,

    /// <summary>A servo channel and one of its sensors.</summary>
    AxisSensor,
}

/// <summary>How long a fault lasts when its file gives no length.</summary>
public enum FaultLength
{
    /// <summary>It has no length, and may not be given one.</summary>
    Moment,

    /// <summary>One block.</summary>
    Block,

    /// <summary>Two seconds.</summary>
    TwoSeconds,

    /// <summary>To the end of the run.</summary>
    Open,
}

/// <summary>The number that a fault takes beside place and time.</summary>
/// <param name="Key">Its key in the file.</param>
/// <param name="Default">Its value if the file gives none.</param>
/// <param name="Min">Least.</param>
/// <param name="Max">Greatest.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="IsWhole">True when it is a whole number.</param>
public sealed record FaultAmount(string Key, double Default, double Min, double Max, string Unit, bool IsWhole = false);

/// <summary>What is to be known of a kind of fault.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Name">Its name in files and in the ground truth.</param>
/// <param name="Scope">What it acts on.</param>
/// <param name="Place">What it needs to be given.</param>
/// <param name="Length">How long it lasts by default.</param>
/// <param name="Amount">The number that it takes, or null.</param>
/// <param name="MayBeRandom">False when a random one would make no sense.</param>
public sealed record FaultTraits(
    FaultKind Kind,
    string Name,
    FaultScope Scope,
    FaultPlace Place,
    FaultLength Length,
    FaultAmount? Amount = null,
    bool MayBeRandom = true);
