using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Functions.Bodies;
using FuncLibs.Signals.Expressions.Programs.Steps;
using FuncLibs.Signals.Tensile;

namespace FuncLibs.Signals.Expressions.Functions.Rows;

/// <summary>
/// Stress, strain, and the results of tensile tests. Stress in MPa, strain as a ratio, whatever the units of the columns.
/// </summary>
internal static class TensileRows
{
    private static readonly Parameter Stress = Parameter.Column("stress");
    private static readonly Parameter Strain = Parameter.Column("strain");
    private static readonly Parameter From = Parameter.Constant("lo", "MPa") with { Min = 0, Max = double.MaxValue };
    private static readonly Parameter To = Parameter.Positive("hi", "MPa") with { Max = double.MaxValue };
    private static readonly Parameter Percent = Parameter.Positive("percent", "%").Or(0.2) with { Max = 100 };
    private static readonly BinaryOperation Divide = new(BinaryFunction.Find("/")!);

    /// <summary>The rows.</summary>
    public static IEnumerable<FunctionRow> All =>
    [
        new("stress", new ElementBody(StateUnits.Of("MPa", "N", "mm^2"), _ => Divide), Parameter.Value("force"), Parameter.Value("s0")),
        new("strain", new ElementBody(StateUnits.Of("", "mm", "mm"), _ => Divide), Parameter.Value("extension"), Parameter.Value("l0")),
        new("truestress", new ElementBody(StateUnits.Of("MPa", "MPa", ""), _ => TrueStrainOperations.Stress), Parameter.Value("stress"),
            Parameter.Value("strain")),
        new("truestrain", new ElementBody(StateUnits.Of("", ""), _ => TrueStrainOperations.Strain), Parameter.Value("strain")),
        new("rm", Result(TensileQuantity.TensileStrength, "MPa"), Stress),
        new("breakindex", Result(TensileQuantity.BreakIndex, ""), Stress),
        new("emod", Result(TensileQuantity.ElasticModulus, "GPa"), Stress, Strain, From, To),
        new("rp", Result(TensileQuantity.ProofStrength, "MPa"), Stress, Strain, From, To, Percent),
        new("reh", Result(TensileQuantity.UpperYieldStrength, "MPa"), Stress, Strain),
        new("rel", Result(TensileQuantity.LowerYieldStrength, "MPa"), Stress, Strain),
        new("ag", Result(TensileQuantity.UniformElongation, "%"), Stress, Strain, From, To),
        new("a", Result(TensileQuantity.Elongation, "%"), Stress, Strain, From, To),
        new("at", Result(TensileQuantity.TotalElongation, "%"), Stress, Strain),
        new("toughness", Result(TensileQuantity.Energy, "MJ/m^3"), Stress, Strain),
    ];

    private static StateBody Result(TensileQuantity quantity, string unit) =>
        new(StateUnits.Of(unit, "MPa", ""), call => new TensileResult(quantity, OptionsOf(call)))
        {
            Check = call => OptionsOf(call).Fault(),
        };

    private static TensileOptions OptionsOf(BoundCall call)
    {
        TensileOptions options = new();
        if (call.Has("lo"))
            options = options with { ElasticFrom = call.Number("lo"), ElasticTo = call.Number("hi") };
        return call.Has("percent") ? options with { OffsetPercent = call.Number("percent") } : options;
    }
}
