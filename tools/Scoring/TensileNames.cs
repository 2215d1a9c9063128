using System.Globalization;
using FuncLibs.Signals.Tensile;
using FuncLibs.Signals.Units;

namespace Tools.Scoring;

/// <summary>Properties of a truth file as results of the tensile functions.</summary>
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

    /// <summary>Converts a result into the unit of the truth.</summary>
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
        value = conversion.Of(found);
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
            && double.TryParse(name.AsSpan(Proof.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out offset)
            && offset is > 0 and <= 100;
    }
}
