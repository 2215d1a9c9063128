using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Elementwise.Kernels;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Tensile;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// Stress, strain, and the results of tensile tests. Stress in MPa, strain as a ratio, whatever the units of the
/// columns.
/// </summary>
internal static class TensileRows
{
    private static readonly Parameter Stress = Parameter.Column("stress");
    private static readonly Parameter Strain = Parameter.Column("strain");
    private static readonly Parameter From = Parameter.Constant("lo", "MPa") with { Min = 0, Max = double.MaxValue };
    private static readonly Parameter To = Parameter.Positive("hi", "MPa") with { Max = double.MaxValue };
    private static readonly Parameter Percent = Parameter.Positive("percent", "%").Or(0.2) with { Max = 100 };
    private static readonly TensileOptions Defaults = new();
    private static readonly BinaryOperation Divide = new(BinaryFunction.Find("/")!);

    /// <summary>The rows.</summary>
    public static IEnumerable<FunctionRow> All =>
    [
        new(
            "stress",
            new ElementBody(StateUnits.Create("MPa", "N", "mm^2"), _ => Divide),
            Parameter.Value("force"),
            Parameter.Value("s0")),
        new(
            "strain",
            new ElementBody(StateUnits.Create("", "mm", "mm"), _ => Divide),
            Parameter.Value("extension"),
            Parameter.Value("l0")),
        new(
            "truestress",
            new ElementBody(StateUnits.Create("MPa", "MPa", ""), _ => TrueStrainOperations.Stress),
            Parameter.Value("stress"),
            Parameter.Value("strain")),
        new(
            "truestrain",
            new ElementBody(StateUnits.Create("", ""), _ => TrueStrainOperations.Strain),
            Parameter.Value("strain")),
        Row("rm", TensileQuantity.TensileStrength, "MPa", [Stress, .. Break, Fall]),
        Row("breakindex", TensileQuantity.BreakIndex, "", [Stress, .. Break]),
        Row("emod", TensileQuantity.ElasticModulus, "GPa", [Stress, Strain, From, To, .. Break]),
        Row("rp", TensileQuantity.ProofStrength, "MPa", [Stress, Strain, From, To, Percent, .. Break]),
        Row("reh", TensileQuantity.UpperYieldStrength, "MPa", [Stress, Strain, .. Break, .. Yield]),
        Row("rel", TensileQuantity.LowerYieldStrength, "MPa", [Stress, Strain, .. Break, .. Yield]),
        Row("ag", TensileQuantity.UniformElongation, "%", [Stress, Strain, From, To, .. Break, Fall]),
        Row("a", TensileQuantity.Elongation, "%", [Stress, Strain, From, To, .. Break]),
        Row("at", TensileQuantity.TotalElongation, "%", [Stress, Strain, .. Break]),
        Row("toughness", TensileQuantity.Energy, "MJ/m^3", [Stress, Strain, .. Break]),
    ];

    // Clauses of the defaults: TensileOptions.
    private static Parameter[] Break =>
    [
        PercentOf("broken_at", Defaults.BrokenAt) with { Min = 0.1, Max = 90 },
        Parameter.Samples("broken_for", 1, TensileOptions.MaxBreakSamples).Or(double.NaN)
            with { DefaultText = "0.1 s" },
        Parameter.Positive("loaded", "MPa").Or(Defaults.LoadedFrom) with { Max = double.MaxValue },
        Parameter.Constant("sudden").Or(Defaults.Sudden) with { Min = 1, Max = double.MaxValue },
    ];

    private static Parameter Fall => PercentOf("fall", Defaults.YieldFall);

    private static Parameter[] Yield =>
    [
        Fall,
        PercentOf("span", Defaults.YieldSpan),
        PercentOf("lower_span", Defaults.LowerYieldSpan),
        PercentOf("within", Defaults.YieldWithin),
    ];

    private static Parameter PercentOf(string name, double part) =>
        Parameter.Positive(name, "%").Or(100 * part) with { Max = 100 };

    private static FunctionRow Row(string name, TensileQuantity quantity, string unit, Parameter[] parameters) =>
        new(name, Result(quantity, unit), [.. parameters]);

    private static StateBody Result(TensileQuantity quantity, string unit) =>
        new(StateUnits.Create(unit, "MPa", ""), call => new TensileResult(quantity, OptionsOf(call)))
        {
            Check = call => OptionsOf(call).Fault(),
        };

    private static TensileOptions OptionsOf(BoundCall call)
    {
        double samples = call.Number("broken_for");
        TensileOptions options = Defaults with
        {
            BrokenAt = Part("broken_at", Defaults.BrokenAt),
            BrokenFor = double.IsNaN(samples) ? TensileOptions.SamplesOfBreak(call.Rate.Hz) : (long)samples,
            LoadedFrom = call.Number("loaded"),
            Sudden = call.Number("sudden"),
            YieldFall = Part("fall", Defaults.YieldFall),
            YieldSpan = Part("span", Defaults.YieldSpan),
            LowerYieldSpan = Part("lower_span", Defaults.LowerYieldSpan),
            YieldWithin = Part("within", Defaults.YieldWithin),
        };
        if (call.Has("lo"))
            options = options with { ElasticFrom = call.Number("lo"), ElasticTo = call.Number("hi") };
        return call.Has("percent") ? options with { OffsetPercent = call.Number("percent") } : options;

        double Part(string parameter, double otherwise) =>
            call.Has(parameter) ? call.Number(parameter) / 100 : otherwise;
    }
}

/// <summary>True stress and true strain as functions of columns or numbers.</summary>
internal static class TrueStrainOperations
{
    /// <summary>Stress (1 + strain).</summary>
    public static ElementOperation Stress { get; } = new StressOperation();

    /// <summary>ln(1 + strain).</summary>
    public static ElementOperation Strain { get; } = new StrainOperation();

    private readonly struct StressFormula : IBinaryFormula
    {
        public double Apply(double a, double b) => StressStrain.TrueStress(a, b);
    }

    private sealed class StressOperation() : ElementOperation("truestress", 2)
    {
        public override void Apply(Operand a, Operand b, Operand c, Span<double> target) =>
            Binary.ApplyEach(default(StressFormula), a, b, target);
    }

    private sealed class StrainOperation() : ElementOperation("truestrain", 1)
    {
        public override void Apply(Operand a, Operand b, Operand c, Span<double> target)
        {
            if (a.IsNumber)
                target.Fill(StressStrain.TrueStrain(a.Number));
            else
                StressStrain.TrueStrain(a.Column, target);
        }
    }
}
