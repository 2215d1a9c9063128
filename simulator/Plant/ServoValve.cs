using Simulator.Presets;

namespace Simulator.Plant;

/// <summary>
/// Spool of a two-stage servo valve: second order, stepped by its exact solution for a drive that is constant over the
/// step, so it is stable at any rate.
/// </summary>
internal sealed class ServoValve
{
    private readonly double _deadBand;
    private readonly double _opened;
    private readonly double _a11;
    private readonly double _a12;
    private readonly double _a21;
    private readonly double _a22;
    private double _speed;

    /// <summary>A closed valve.</summary>
    /// <param name="preset">Its preset.</param>
    /// <param name="stepSeconds">Time of a step.</param>
    public ServoValve(PlantPreset preset, double stepSeconds)
    {
        double natural = 2 * Math.PI * preset.ValveHz;
        double decay = preset.ValveDamping * natural;
        double swing = natural * Math.Sqrt(1 - (preset.ValveDamping * preset.ValveDamping));
        double left = Math.Exp(-decay * stepSeconds);
        (double sine, double cosine) = Math.SinCos(swing * stepSeconds);
        _a11 = left * (cosine + (decay / swing * sine));
        _a12 = left * sine / swing;
        _a21 = -left * natural * natural / swing * sine;
        _a22 = left * (cosine - (decay / swing * sine));
        _deadBand = preset.DeadBandPercent / 100;
        _opened = 1 / (1 - _deadBand);
    }

    /// <summary>Position of the spool, -1 to 1 of its stroke; it overshoots a little.</summary>
    public double Spool { get; private set; }

    /// <summary>Opening, -1 to 1: nothing inside the dead band, no more than all.</summary>
    public double Opening
    {
        get
        {
            double beyond = Math.Abs(Spool) - _deadBand;
            if (beyond <= 0)
                return 0;
            double opening = Math.Min(1, beyond * _opened);
            return Spool < 0 ? -opening : opening;
        }
    }

    /// <summary>Goes one step on under a drive of -1 to 1.</summary>
    public void Step(double drive)
    {
        double away = Spool - drive;
        double speed = (_a21 * away) + (_a22 * _speed);
        Spool = drive + (_a11 * away) + (_a12 * _speed);
        _speed = speed;
    }
}
