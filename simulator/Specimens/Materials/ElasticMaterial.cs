namespace Simulator.Specimens.Materials;

/// <summary>Nothing but elastic.</summary>
internal sealed class ElasticMaterial(double slope) : Material(slope)
{
    /// <inheritdoc/>
    public override double Stress(double elongation) => Slope * elongation;
}
