using Simulator.Presets;
using Simulator.Specimens;

namespace Simulator.Plant;

/// <summary>Reports to an observer the properties of a specimen as soon as it has shown them, and its break.</summary>
internal sealed class SpecimenObserver
{
    // Strain by which the elastic line can be seen.
    private const double SeenStrain = 0.0005;
    private const double ProofStrain = 0.002;
    private const double Percent = 0.01;
    private const double Rounding = 1e-12;
    private readonly Specimen _specimen;
    private readonly IAxisObserver _observer;
    private readonly Property[] _properties;
    private readonly double _modulusGPa;
    private int _reported;
    private bool _hasModulus;
    private bool _hasFailed;
    private double _lastForce;

    public SpecimenObserver(SpecimenPreset preset, Specimen specimen, IAxisObserver observer)
    {
        (_specimen, _observer, _modulusGPa) = (specimen, observer, preset.ModulusGPa);
        _properties = [.. PropertiesOf(preset).OrderBy(p => p.From)];
    }

    /// <summary>True once the break has been reported.</summary>
    public bool HasBroken { get; private set; }

    /// <summary>Looks at the specimen at a tick.</summary>
    public void Observe(long tick)
    {
        if (HasBroken)
            return;
        if (!_hasModulus && Math.Abs(_specimen.Strain) >= SeenStrain)
        {
            _hasModulus = true;
            _observer.Property(tick, "E", _modulusGPa, "GPa");
        }

        while (_reported < _properties.Length && _specimen.PlasticStrain >= _properties[_reported].From - Rounding)
        {
            Property property = _properties[_reported++];
            _observer.Property(tick, property.Name, property.Value, property.Unit);
        }

        if (!_hasFailed && _specimen.IsUsedUp)
        {
            _hasFailed = true;
            _observer.Property(tick, "Nf", _specimen.HalfCycles * 0.5, "cycles");
        }

        if (_specimen.IsBroken)
        {
            HasBroken = true;
            _observer.Break(tick, _lastForce);
        }

        _lastForce = _specimen.Force / 1000;
    }

    private static IEnumerable<Property> PropertiesOf(SpecimenPreset preset)
    {
        if (preset.Model is not (SpecimenModel.YieldPoint or SpecimenModel.Smooth))
            yield break;
        TensilePreset tensile = preset.Tensile;
        if (preset.Model == SpecimenModel.YieldPoint)
        {
            yield return new(ProofStrain, "ReH", tensile.UpperYieldMPa, "MPa");
            yield return new(tensile.PlateauPercent * Percent, "ReL", tensile.LowerYieldMPa, "MPa");
            yield return new(ProofStrain, "Rp0.2", tensile.LowerYieldMPa, "MPa");
        }
        else
        {
            yield return new(ProofStrain, "Rp0.2", tensile.ProofMPa, "MPa");
        }

        yield return new(tensile.UniformElongationPercent * Percent, "Rm", tensile.TensileMPa, "MPa");
        yield return new(tensile.UniformElongationPercent * Percent, "Ag", tensile.UniformElongationPercent, "%");
        yield return new(tensile.ElongationPercent * Percent, "A", tensile.ElongationPercent, "%");
    }

    private readonly record struct Property(double From, string Name, double Value, string Unit);
}
