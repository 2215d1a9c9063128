using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.GroundTruth.Lines;
using FuncLibs.Signals.Tensile;

namespace Tools.Scoring;

/// <summary>How stress and strain are made of columns.</summary>
/// <param name="Force">Unit of the force column.</param>
/// <param name="S0Mm2">Area, mm2.</param>
/// <param name="StrainFactor">What a value of the strain column is multiplied by to be a ratio.</param>
/// <param name="Options">The evaluation.</param>
internal sealed record TensilePlan(ForceUnit Force, double S0Mm2, double StrainFactor, TensileOptions Options)
{
    // Unless told otherwise the elastic line is fitted from 10 to 40 % of the strength at which the specimen yields.
    private const double ElasticFromPart = 0.1;
    private const double ElasticToPart = 0.4;

    /// <summary>A plan for a channel.</summary>
    /// <param name="force">Its force.</param>
    /// <param name="strain">Its strain.</param>
    /// <param name="truth">What is known of the specimen.</param>
    /// <param name="options">Sizes and elastic range, as far as given.</param>
    /// <param name="sizes">Gauge length and area of the test run, as far as known.</param>
    /// <param name="plan">The plan, when nothing is wrong.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Make(
        SignalDescription force, SignalDescription strain, IReadOnlyList<PropertyLine> truth, ScoreVerbOptions options,
        (double? L0Mm, double? S0Mm2) sizes, out TensilePlan? plan)
    {
        plan = null;
        if (force.Unit is not ("kN" or "N"))
            return $"{force.Name} is in '{force.Unit}', not in kN or N";
        if (sizes.S0Mm2 is not { } area)
            return "the area is not known; give --s0 in mm2, or --State:Folder of a monitor with a test run";
        if (FactorOf(strain.Unit, sizes.L0Mm) is not { } factor)
            return $"{strain.Name} is in '{strain.Unit}'; with % or a plain number it is a strain, with mm it needs --l0";
        double yields = Known("Rp0.2") ?? Known("ReL") ?? Known("ReH") ?? Known("Rm") ?? double.NaN;
        if (double.IsNaN(options.ElasticFrom + options.ElasticTo ?? yields))
            return "the truth has no yield strength to take the elastic range from; give --elastic-from and --elastic-to in MPa";
        TensileOptions made = new()
        {
            ElasticFrom = options.ElasticFrom ?? (yields * ElasticFromPart),
            ElasticTo = options.ElasticTo ?? (yields * ElasticToPart),
            BrokenFor = TensileOptions.SamplesOfBreak(force.RateHz),
        };
        if (made.Fault() is { } fault)
            return fault;
        plan = new TensilePlan(force.Unit == "kN" ? ForceUnit.Kilonewton : ForceUnit.Newton, area, factor, made);
        return null;

        double? Known(string name) => truth.FirstOrDefault(line => line.Name == name && line.Unit == "MPa")?.Value;
    }

    private static double? FactorOf(string unit, double? l0Mm) => unit switch
    {
        "%" => 0.01,
        "" or "mm/mm" or "m/m" => 1,
        "mm" when l0Mm is > 0 => 1 / l0Mm,
        _ => null,
    };
}
