using System.Collections.Immutable;

namespace Simulator.Faults;

/// <summary>The table of all kinds of fault: docs/faults.md in code.</summary>
public static class FaultKinds
{
    private const double Day = 86_400;

    /// <summary>Every kind, in the order of the enumeration.</summary>
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
        new(FaultKind.ClockStep, "clockstep", FaultScope.Clock, FaultPlace.Rig, FaultLength.Open, new("bySeconds", 0.5, -Day, Day, "s")),
        new(FaultKind.Drift, "drift", FaultScope.Signal, FaultPlace.Values, FaultLength.Open,
            new("perSecond", 0.001, -1e9, 1e9, "of the sensor's unit a second")),
        new(FaultKind.ClockDrift, "clockdrift", FaultScope.Clock, FaultPlace.Rig, FaultLength.Open, new("ppm", 50, -10_000, 10_000, "ppm")),
        new(FaultKind.Offline, "offline", FaultScope.Stream, FaultPlace.Rig, FaultLength.TwoSeconds),
        new(FaultKind.Restart, "restart", FaultScope.Stream, FaultPlace.Rig, FaultLength.Moment),
        new(FaultKind.AddChannel, "addchannel", FaultScope.Description, FaultPlace.LastChannel, FaultLength.Moment, MayBeRandom: false),
        new(FaultKind.RemoveChannel, "removechannel", FaultScope.Description, FaultPlace.LastChannel, FaultLength.Open, MayBeRandom: false),
        new(FaultKind.Unit, "unit", FaultScope.Description, FaultPlace.Sensor, FaultLength.Open,
            new("factor", 1, -1e9, 1e9, ""), MayBeRandom: false),
        new(FaultKind.Tare, "tare", FaultScope.Machine, FaultPlace.AxisSensor, FaultLength.Moment),
        new(FaultKind.Interlock, "interlock", FaultScope.Machine, FaultPlace.Axis, FaultLength.TwoSeconds),
        new(FaultKind.EStop, "estop", FaultScope.Machine, FaultPlace.Axis, FaultLength.TwoSeconds),
        new(FaultKind.Stall, "stall", FaultScope.Stream, FaultPlace.Rig, FaultLength.TwoSeconds),
    ];

    /// <summary>All names, for messages.</summary>
    public static string Names { get; } = string.Join(", ", All.Select(traits => traits.Name));

    /// <summary>The traits of a kind.</summary>
    public static FaultTraits Of(FaultKind kind) => All[(int)kind - 1];

    /// <summary>The kind of that name, or null.</summary>
    public static FaultTraits? Find(string name) => All.FirstOrDefault(traits => traits.Name == name);
}
