using Simulator.Measuring;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Rig;

/// <summary>
/// A furnace zone in steps of equal length. The heater approaches room + power * reach with its time constant, the load
/// approaches the heater with its own; both by exact exponential steps. The controller is a PID with the rate of the
/// reading and an integral that holds while the heater is at an end. One thread; a step does not allocate.
/// </summary>
public sealed class FurnaceZone
{
    /// <summary>Every n-th tick of the plant loop is a step.</summary>
    public const int LoopDivisor = 64;

    private const double FullPower = 100;
    private const double GripLag = 1.5;
    private const double AmbientSeconds = 900;
    private const double AmbientRise = 0.004;

    private readonly ZonePreset _preset;
    private readonly SineWave _swing;
    private readonly double _stepSeconds;
    private readonly double _heaterStep;
    private readonly double _loadStep;
    private readonly double _gripStep;
    private readonly double _ambientStep;
    private long _step;
    private double _integral;
    private double _heater;
    private double _middle;
    private double _grip;
    private double _ambient;

    /// <summary>A soaked zone.</summary>
    /// <param name="preset">A preset without faults.</param>
    /// <param name="loopHz">Rate of the plant loop.</param>
    public FurnaceZone(ZonePreset preset, int loopHz)
    {
        _preset = preset;
        _stepSeconds = (double)LoopDivisor / loopHz;
        _swing = SineWave.Create(preset.SwingHz, 1 / _stepSeconds);
        _heaterStep = Approach(preset.HeaterSeconds);
        _loadStep = Approach(preset.LoadSeconds);
        _gripStep = Approach(preset.LoadSeconds * GripLag);
        _ambientStep = Approach(AmbientSeconds);
        Restart();
    }

    /// <summary>Soaked at the mean of the set point: power, heater and load are in balance.</summary>
    public void Restart()
    {
        _step = 0;
        (_heater, _middle, _grip) = (_preset.SetPointDegC, _preset.SetPointDegC, _preset.SetPointDegC);
        _ambient = _preset.AmbientDegC + (AmbientRise * (_preset.SetPointDegC - _preset.AmbientDegC));
        _integral = (_preset.SetPointDegC - _preset.AmbientDegC) / _preset.FullPowerDegC * FullPower;
    }

    /// <summary>
    /// Writes the true values of a step, in the order of <see cref="ZoneQuantity"/>, and continues to the next.
    /// </summary>
    public void Step(Span<double> quantities)
    {
        double setPoint = _preset.SetPointDegC + (_preset.SwingDegC * SineTable.At(_swing.PhaseAt(_step)));
        double rate = (_heater - _middle) / _preset.LoadSeconds;
        double power = Control(setPoint - _middle, rate);
        quantities[(int)ZoneQuantity.Command] = setPoint;
        quantities[(int)ZoneQuantity.Output] = power;
        quantities[(int)ZoneQuantity.Upper] = _grip + _preset.GradientDegC;
        quantities[(int)ZoneQuantity.Middle] = _middle;
        quantities[(int)ZoneQuantity.Lower] = _grip - _preset.GradientDegC;
        quantities[(int)ZoneQuantity.Ambient] = _ambient;
        _grip += (_heater - _grip) * _gripStep;
        _middle += (_heater - _middle) * _loadStep;
        _heater += (_preset.AmbientDegC + (power / FullPower * _preset.FullPowerDegC) - _heater) * _heaterStep;
        _ambient += (_preset.AmbientDegC + (AmbientRise * (_middle - _preset.AmbientDegC)) - _ambient) * _ambientStep;
        _step++;
    }

    private double Control(double error, double rate)
    {
        double gain = _preset.GainPercentPerDegC;
        double wanted = (gain * (error - (_preset.DerivativeSeconds * rate))) + _integral;
        double power = Math.Min(Math.Max(wanted, 0), FullPower);
        if (power == wanted)
            _integral += gain * error * (_stepSeconds / _preset.IntegralSeconds);
        return power;
    }

    // Part of the way to a constant target that a first order lag goes in a step; made once, so the machine's Exp is
    // good enough to the last bits only on one machine: rounded to 40 bits, it is the same on all.
    private double Approach(double seconds)
    {
        const double Parts = 1L << 40;
        return Math.Round((1 - Math.Exp(-_stepSeconds / seconds)) * Parts) / Parts;
    }
}

/// <summary>A furnace zone and the newest steps of it. One thread; running does not allocate.</summary>
/// <param name="preset">The zone.</param>
/// <param name="loopHz">Rate of the plant loop.</param>
/// <param name="capacitySteps">Steps that are kept.</param>
public sealed class ZoneRun(ZonePreset preset, int loopHz, int capacitySteps)
{
    /// <summary>Values of a step.</summary>
    public const int Quantities = (int)ZoneQuantity.Ambient + 1;

    private readonly double[] _step = new double[Quantities];

    /// <summary>The zone.</summary>
    public FurnaceZone Zone { get; } = new(preset, loopHz);

    /// <summary>The newest steps.</summary>
    public LoopHistory History { get; } = new(Quantities, capacitySteps);

    /// <summary>Restarts.</summary>
    public void Restart()
    {
        Zone.Restart();
        History.Restart();
    }

    /// <summary>Runs a step on.</summary>
    public void Run()
    {
        Zone.Step(_step);
        History.Add(_step);
    }
}
