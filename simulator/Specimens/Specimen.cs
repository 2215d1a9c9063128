using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>
/// The specimen between the grips, step by step: force over elongation, creep, damage, break, temperature. Grips and
/// specimen are in series; a crack takes a part of the section away and the strain of the rest grows with what the
/// grips give back.
/// </summary>
public sealed class Specimen
{
    private const double MillimetresPerMetre = 1000;
    private const double SecondsPerHour = 3600;

    // A crack grows into its new size within this time: the force has no steps.
    private const double CrackSeconds = 0.02;

    // A used-up specimen breaks when the force comes near its last peak.
    private const double BreakPart = 0.7;
    private readonly SpecimenPreset _preset;
    private readonly Material _material;
    private readonly LifeMeter? _life;
    private readonly double _inverseLength;
    private readonly double _gripGive;
    private readonly double _slope;
    private readonly double _creepPerStep;
    private readonly double _breakPerStep;
    private readonly double _coolPerStep;
    private readonly double _crackPerStep;
    private readonly double _heat;
    private double _creep;
    private double _notElastic;
    private double _section = 1;
    private double _whole = 1;

    /// <summary>A fresh specimen without load.</summary>
    /// <param name="preset">A preset without faults.</param>
    /// <param name="gripStiffness">Stiffness of grips, cell and rods, N/m.</param>
    /// <param name="stepSeconds">Time of a step.</param>
    public Specimen(SpecimenPreset preset, double gripStiffness, double stepSeconds)
    {
        _preset = preset;
        double modulus = preset.ModulusGPa * 1000;
        Stiffness = preset.Stiffness();
        _slope = preset.ElasticSlope(gripStiffness);
        _material = Material.Create(preset, _slope);
        _life = preset.Life is null ? null : new LifeMeter(preset.Life, modulus);
        _inverseLength = MillimetresPerMetre / preset.GaugeLengthMm;
        _gripGive = 1 / gripStiffness;
        _creepPerStep = preset.CreepPerHour / 100 / SecondsPerHour * stepSeconds;
        _breakPerStep = stepSeconds * 1000 / preset.BreakMilliseconds;
        _coolPerStep = Math.Min(1, stepSeconds / preset.CoolingSeconds);
        _crackPerStep = Math.Min(1, stepSeconds / CrackSeconds);
        _heat = preset.HeatPart / preset.HeatCapacityJPerCm3K;
        Temperature = preset.AmbientDegC;
    }

    /// <summary>Elastic stiffness of the gauge length alone, N/m.</summary>
    public double Stiffness { get; }

    /// <summary>Force of the last step, N.</summary>
    public double Force { get; private set; }

    /// <summary>Engineering strain of the gauge length, a ratio.</summary>
    public double Strain { get; private set; }

    /// <summary>Temperature, degC.</summary>
    public double Temperature { get; private set; }

    /// <summary>Plastic work so far, J.</summary>
    public double PlasticWork { get; private set; }

    /// <summary>Plastic strain: of a tensile test the sum, else that away from the start. A ratio.</summary>
    public double PlasticStrain => _material.PlasticStrain;

    /// <summary>Half cycles of strain counted for the life; 0 without one.</summary>
    public long HalfCycles => _life?.HalfCycles ?? 0;

    /// <summary>True when the life is used up.</summary>
    public bool IsUsedUp => _life is { IsUsedUp: true };

    /// <summary>True from the first step of the break on.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>Goes to an elongation.</summary>
    /// <param name="elongation">Way between the outer ends of the grips, m.</param>
    /// <returns>Force, N.</returns>
    public double Step(double elongation)
    {
        if (IsBroken && _whole <= 0)
        {
            Force = 0;
            Strain = elongation * _inverseLength;
            Cool();
            return 0;
        }

        double total = elongation * _inverseLength;
        double stress = _material.Stress(total - _creep);
        if (_creepPerStep > 0)
            Creep(stress);
        Work(stress, total);
        Force = stress * _preset.AreaMm2 * _section * _whole;
        Strain = (elongation - (Force * _gripGive)) * _inverseLength;
        Wear();
        return Force;
    }

    private void Wear()
    {
        if (IsBroken)
        {
            _whole -= _breakPerStep;
            return;
        }

        if (_life is not null)
        {
            _life.Append(Strain, Force);
            _section += (_life.Section - _section) * _crackPerStep;
            IsBroken = _life.IsUsedUp && Force > 0 && Force >= BreakPart * _life.PeakForce * _section;
        }

        IsBroken |= _material.IsSpent;
    }

    private void Creep(double stress)
    {
        double part = Math.Abs(stress) / _preset.CreepStressMPa;
        double rate = part;
        for (int i = 1; i < _preset.CreepExponent; i++)
            rate *= part;
        _creep += stress < 0 ? -rate * _creepPerStep : rate * _creepPerStep;
    }

    // MPa x strain is J/cm3.
    private void Work(double stress, double total)
    {
        double notElastic = total - (stress / _slope);
        double work = stress * (notElastic - _notElastic);
        _notElastic = notElastic;
        Temperature += work * _heat;
        Cool();
        PlasticWork += work * _preset.AreaMm2 * _preset.GaugeLengthMm / 1000;
    }

    private void Cool() => Temperature -= (Temperature - _preset.AmbientDegC) * _coolPerStep;
}
