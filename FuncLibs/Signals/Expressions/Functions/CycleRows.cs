using FuncLibs.Signals.Cycles;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>Cycles, rainflow and damage.</summary>
internal static class CycleRows
{
    private static readonly Parameter X = Parameter.Column("x");
    private static readonly Parameter Band =
        Parameter.Constant("band", Parameter.LikeFirst).Or(0) with { Min = 0, Max = double.MaxValue };
    private static readonly Parameter PositiveNumber = Parameter.Positive("C") with { Max = double.MaxValue };

    private static readonly Parameter Mean = Parameter.Form(
        "mean", new Form("none"),
            new Form(
                "goodman", Parameter.Positive("Rm", Parameter.LikeFirst) with { Max = double.MaxValue })).OrFirst();

    /// <summary>The rows.</summary>
    public static IEnumerable<FunctionRow> All =>
    [
        Cycle("peak", StateUnits.Same, CycleMeasure.Peak),
        Cycle("valley", StateUnits.Same, CycleMeasure.Valley),
        Cycle("range", StateUnits.Difference, CycleMeasure.Range),
        Cycle("mean", StateUnits.Same, CycleMeasure.Mean),
        Cycle("rratio", StateUnits.Number, CycleMeasure.RRatio),
        Cycle("frequency", StateUnits.Fixed("Hz"), CycleMeasure.Frequency),
        Cycle("cyclecount", StateUnits.Number, CycleMeasure.CycleCount),
        Cycle("pointspercycle", StateUnits.Number, CycleMeasure.PointsPerCycle),
        new(
            "cycles",
            new StateBody(StateUnits.Same, call => new CycleTable(call.Number("band"), call.Rate.Hz)),
            X,
            Band),
        Loop("stiffness", "force", "stroke", StateUnits.Quotient, LoopMeasure.Stiffness),
        Loop("energy", "force", "stroke", StateUnits.Product, LoopMeasure.Energy),
        Loop("phaselag", "command", "feedback", StateUnits.Alike("deg"), LoopMeasure.PhaseLag),
        Loop("amplitudeerror", "command", "feedback", StateUnits.Alike("%"), LoopMeasure.AmplitudeError),
        new("rainflow", new StateBody(StateUnits.Difference, call => new RainflowTable(call.Number("band"))), X, Band),
        new("damage", new StateBody(StateUnits.Number, Damage), X with { CountsInOnes = true },
            Parameter.Form("curve", new Form("sn", PositiveNumber, PositiveNumber with { Name = "m" })), Mean, Band),
    ];

    private static FunctionRow Cycle(string name, StateUnits units, CycleMeasure measure) =>
        new(name, new StateBody(units, call => new CycleState(measure, call.Number("band"), call.Rate.Hz)), X, Band);

    private static FunctionRow Loop(string name, string first, string second, StateUnits units, LoopMeasure measure) =>
        new(
        name, new StateBody(
            units,
            call => new LoopState(measure, call.Number("band"))), Parameter.Column(first), Parameter.Column(second),
            Band);

    private static DamageState Damage(BoundCall call)
    {
        SnCurve curve = new(call.Numbers("curve")[0], call.Numbers("curve")[1]);
        MeanCorrection mean =
            call.Word("mean") == "goodman" ? MeanCorrection.Goodman(call.Numbers("mean")[0]) : MeanCorrection.None;
        return new DamageState(curve, mean, call.Number("band"));
    }
}
