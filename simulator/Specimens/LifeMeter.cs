using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>Sums the damage of the half cycles of strain, and reports what is left of the section.</summary>
internal sealed class LifeMeter
{
    private readonly LifeCurve _curve;
    private readonly LifePreset _life;
    private readonly double _band;
    private double _damage;
    private double _extreme;
    private double _last;
    private double _force;
    private int _direction;

    public LifeMeter(LifePreset life, double modulusMPa)
    {
        _life = life;
        _curve = new LifeCurve(life, modulusMPa);
        _band = life.LeastRangePercent / 100;
    }

    /// <summary>Reversals of the strain so far, each the end of half a cycle.</summary>
    public long HalfCycles { get; private set; }

    /// <summary>True when the life is used up.</summary>
    public bool IsUsedUp => _damage >= 1;

    /// <summary>Force at the last peak of the strain, N.</summary>
    public double PeakForce { get; private set; }

    /// <summary>Part of the section that the crack has left, for the present damage.</summary>
    public double Section { get; private set; } = 1;

    /// <summary>Takes a sample in.</summary>
    /// <param name="strain">A ratio.</param>
    /// <param name="force">N.</param>
    public void Append(double strain, double force)
    {
        bool goesOn = _direction switch
        {
            > 0 => strain >= _extreme,
            < 0 => strain <= _extreme,
            _ => Math.Abs(strain - _extreme) < _band,
        };
        if (_direction == 0)
        {
            if (!goesOn)
                (_direction, _extreme, _force) = (strain > _extreme ? 1 : -1, strain, force);
        }
        else if (goesOn)
        {
            (_extreme, _force) = (strain, force);
        }
        else if (Math.Abs(strain - _extreme) >= _band)
        {
            Reverse(strain, force);
        }
    }

    private void Reverse(double strain, double force)
    {
        if (_direction > 0)
            PeakForce = _force;
        _damage += _curve.DamageOf(Math.Abs(_extreme - _last) / 2) / 2;
        HalfCycles++;
        if (_damage > _life.DecayFrom)
        {
            double late = Math.Min(1, (_damage - _life.DecayFrom) / (1 - _life.DecayFrom));
            Section = 1 - (_life.DecayPercent / 100 * late * late);
        }

        _last = _extreme;
        (_direction, _extreme, _force) = (-_direction, strain, force);
    }
}
