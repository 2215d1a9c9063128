using System.Globalization;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.GroundTruth;
using FuncLibs.Signals.Tensile;
using FuncLibs.Signals.Units;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// The properties of one specimen, by the tensile functions of a monitor (docs/signals-cycles.md) over force and
/// strain.
/// </summary>
internal sealed class TensileScorer
{
    private readonly TensilePlan _plan;
    private readonly string _channel;
    private readonly SampleScale _scale;
    private readonly IReadOnlyList<PropertyLine> _groundTruth;
    private readonly IReadOnlyList<BreakLine> _breaks;
    private readonly Dictionary<double, TensileTest> _tests = [];

    /// <summary>Watches a channel.</summary>
    /// <param name="channel">Its name.</param>
    /// <param name="plan">Columns and sizes.</param>
    /// <param name="scale">Its rate against the base clock.</param>
    /// <param name="groundTruth">Properties of the specimen.</param>
    /// <param name="breaks">Its break; none or one.</param>
    public TensileScorer(
        string channel,
        TensilePlan plan,
        SampleScale scale,
        IReadOnlyList<PropertyLine> groundTruth,
        IReadOnlyList<BreakLine> breaks)
    {
        (_channel, _plan, _scale, _groundTruth, _breaks) = (channel, plan, scale, groundTruth, breaks);
        foreach (double offset in groundTruth.Select(
            line => TensileNames.OffsetOf(line.Name)).Append(TensileNames.DefaultOffset).Distinct())
            _tests[offset] = new TensileTest(plan.Options with { OffsetPercent = offset });
    }

    /// <summary>Takes samples, as many of both columns as there are of the shorter.</summary>
    public void Append(long index, ReadOnlySpan<double> force, ReadOnlySpan<double> strain)
    {
        int count = Math.Min(force.Length, strain.Length);
        foreach (TensileTest test in _tests.Values)
        {
            for (int i = 0; i < count; i++)
                test.Add(
                    index + i, StressStrain.Stress(force[i], _plan.Force, _plan.S0Mm2), strain[i] * _plan.StrainFactor);
        }
    }

    /// <summary>The lines of the result.</summary>
    /// <param name="percent">Error that a value may have.</param>
    /// <param name="toleranceSamples">Base samples that the break may be off.</param>
    /// <param name="coverage">What was recorded.</param>
    public IEnumerable<Score> End(double percent, long toleranceSamples, Coverage coverage)
    {
        foreach (PropertyLine line in _groundTruth)
        {
            if (TensileNames.QuantityOf(line.Name) is { } quantity)
                yield return Judged(ScoreOf(line, quantity, percent), IsSeen(line.Index, quantity, coverage));
        }

        foreach (BreakLine line in _breaks)
            yield return Judged(ScoreOf(line, toleranceSamples), IsSeen(line.Index, toleranceSamples, coverage));
    }

    // A record that begins after the elastic line has neither it nor what is measured from it.
    private bool IsSeen(long index, TensileQuantity quantity, Coverage coverage)
    {
        bool needsLine = quantity is not (
            TensileQuantity.UpperYieldStrength or TensileQuantity.LowerYieldStrength
                or TensileQuantity.TensileStrength);
        long elastic = _groundTruth.FirstOrDefault(
            line => TensileNames.QuantityOf(line.Name) == TensileQuantity.ElasticModulus)?.Index ?? 0;
        return coverage.From <= (needsLine ? Math.Min(index, elastic) : index) && !coverage.HasLossIn(0, index);
    }

    private static bool IsSeen(long index, long tolerance, Coverage coverage) =>
        coverage.From <= index && !coverage.HasLossIn(index - tolerance, index + tolerance);

    private static Score Judged(Score score, bool isSeen) => isSeen || score.Hits > 0
        ? score
        : score with
        {
            Extras = 0,
            Misses = 0,
            Wrong = 0,
            Edges = 1,
            Note = $"not judged, a part of the test was not recorded; {score.Note}",
        };

    private Score ScoreOf(PropertyLine line, TensileQuantity quantity, double percent)
    {
        TensileTest test = _tests[TensileNames.OffsetOf(line.Name)];
        double found = test.Value(quantity);
        Score score = new(line.Name, _channel);
        if (double.IsNaN(found))
            return score with { Misses = 1, Note = test.Missing(quantity) ?? "" };
        if (TensileNames.Convert(found, quantity, line.Unit, out double value) is { } fault)
            return score with { Misses = 1, Note = fault };
        double error = value == line.Value ? 0 : 100 * (value - line.Value) / Math.Abs(line.Value);
        bool isRight = Math.Abs(error) <= percent;
        return score with
        {
            Hits = isRight ? 1 : 0,
            Wrong = isRight ? 0 : 1,
            Extras = isRight ? 0 : 1,
            Misses = isRight ? 0 : 1,
            WorstPercent = Math.Abs(error),
            RmsPercent = Math.Abs(error),
            Note = FormattableString.Invariant($"found {value:G6}, true {line.Value:G6} {line.Unit}").TrimEnd(),
        };
    }

    private Score ScoreOf(BreakLine line, long toleranceSamples)
    {
        TensileTest test = _tests[TensileNames.DefaultOffset];
        Score score = new("break", _channel);
        if (!test.IsBroken)
            return score with { Misses = 1, Note = "no break was found" };
        long difference = _scale.ToBase((long)test.Value(TensileQuantity.BreakIndex)) - line.Index;
        bool isRight = Math.Abs(difference) <= toleranceSamples;
        return score with
        {
            Hits = isRight ? 1 : 0,
            Extras = isRight ? 0 : 1,
            Misses = isRight ? 0 : 1,
            OffsetSamples = difference,
        };
    }
}

/// <summary>How stress and strain are made of columns.</summary>
/// <param name="Force">Unit of the force column.</param>
/// <param name="S0Mm2">Area, mm2.</param>
/// <param name="StrainFactor">What a value of the strain column is multiplied by to be a ratio.</param>
/// <param name="Options">The evaluation.</param>
internal sealed record TensilePlan(ForceUnit Force, double S0Mm2, double StrainFactor, TensileOptions Options)
{
    // Unless set otherwise the elastic line is fitted from 10 to 40 % of the strength at which the specimen yields.
    private const double ElasticFromPart = 0.1;
    private const double ElasticToPart = 0.4;

    /// <summary>A plan for a channel.</summary>
    /// <param name="force">Its force.</param>
    /// <param name="strain">Its strain.</param>
    /// <param name="groundTruth">What is known of the specimen.</param>
    /// <param name="options">Sizes and elastic range, as far as given.</param>
    /// <param name="sizes">Gauge length and area of the test run, as far as known.</param>
    /// <param name="plan">The plan, when nothing is wrong.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Create(
        SignalDescription force,
        SignalDescription strain,
        IReadOnlyList<PropertyLine> groundTruth,
        ScoreVerbOptions options,
        (double? L0Mm, double? S0Mm2) sizes,
        out TensilePlan? plan)
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

        double? Known(string name) =>
            groundTruth.FirstOrDefault(line => line.Name == name && line.Unit == "MPa")?.Value;
    }

    private static double? FactorOf(string unit, double? l0Mm) => unit switch
    {
        "%" => 0.01,
        "" or "mm/mm" or "m/m" => 1,
        "mm" when l0Mm is > 0 => 1 / l0Mm,
        _ => null,
    };
}

/// <summary>Properties of a ground-truth file as results of the tensile functions.</summary>
internal static class TensileNames
{
    /// <summary>Plastic extension of Rp0.2, %.</summary>
    public const double DefaultOffset = 0.2;

    private const string Proof = "Rp";

    /// <summary>The result that is a property; null for one that is none, as Nf.</summary>
    public static TensileQuantity? QuantityOf(string name) => name switch
    {
        "E" => TensileQuantity.ElasticModulus,
        "ReH" => TensileQuantity.UpperYieldStrength,
        "ReL" => TensileQuantity.LowerYieldStrength,
        "Rm" => TensileQuantity.TensileStrength,
        "Ag" => TensileQuantity.UniformElongation,
        "A" => TensileQuantity.Elongation,
        "At" => TensileQuantity.TotalElongation,
        _ when TryOffset(name, out _) => TensileQuantity.ProofStrength,
        _ => null,
    };

    /// <summary>Plastic extension of a proof strength such as Rp0.2, %; that of Rp0.2 for everything else.</summary>
    public static double OffsetOf(string name) => TryOffset(name, out double offset) ? offset : DefaultOffset;

    /// <summary>Converts a result into the unit of the ground truth.</summary>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Convert(double found, TensileQuantity quantity, string unit, out double value)
    {
        value = found;
        UnitOutcome from = UnitParser.Parse(UnitOf(quantity));
        UnitOutcome to = UnitParser.Parse(unit);
        if (!to.IsOk)
            return to.ToString();
        if (UnitConversion.Between(from.Unit!, to.Unit!, out UnitConversion conversion) is { } fault)
            return fault;
        value = conversion.Convert(found);
        return null;
    }

    private static string UnitOf(TensileQuantity quantity) => quantity switch
    {
        TensileQuantity.ElasticModulus => "GPa",
        TensileQuantity.UniformElongation or TensileQuantity.Elongation or TensileQuantity.TotalElongation => "%",
        _ => "MPa",
    };

    private static bool TryOffset(string name, out double offset)
    {
        offset = 0;
        return name.StartsWith(Proof, StringComparison.Ordinal)
            && double.TryParse(
                name.AsSpan(Proof.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out offset)
            && offset is > 0 and <= 100;
    }
}
