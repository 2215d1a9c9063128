using FuncLibs.Catalogue;

namespace Simulator.Rig;

/// <summary>A measured quantity: its converter and how it follows the motion of the rig.</summary>
/// <param name="Name">Name in the catalogue.</param>
/// <param name="Unit">Unit.</param>
/// <param name="Min">Lower end of the range.</param>
/// <param name="Max">Upper end of the range.</param>
/// <param name="Bits">Resolution of the converter over the range: 16, 18 or 24.</param>
/// <param name="Mean">Value around which it moves.</param>
/// <param name="Amplitude">Amplitude at low frequency; the plant's gain comes on top.</param>
/// <param name="LeadTurns">Lead over the feedback, in turns.</param>
/// <param name="NoisePercent">Standard deviation of its noise in percent of the range, 0 to 0.02.</param>
public sealed record SensorKind(
    string Name, string Unit, double Min, double Max, int Bits, double Mean, double Amplitude, double LeadTurns, double NoisePercent)
{
    /// <summary>Units per raw count.</summary>
    public double Scale => (Max - Min) / (1L << Bits);

    /// <summary>What the catalogue says of it.</summary>
    public ColumnDescription Describe() => new(Name, Unit, Min, Max, Scale);
}
