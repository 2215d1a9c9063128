using Simulator.Presets;

namespace Simulator.Plant;

/// <summary>
/// PIDF of one control mode: P and I on the error, D on the filtered rate of the feedback so that a step of the command
/// does not kick, F on the rate of the command. While the drive is at its end the integral does not grow in that
/// direction.
/// </summary>
public sealed class PidfController
{
    private readonly LoopGains _gains;
    private readonly double _period;
    private readonly double _rate;
    private readonly double _filter;
    private double _integral;
    private double _slope;
    private double _lastFeedback;
    private double _lastCommand;

    /// <summary>A controller that has to be begun.</summary>
    /// <param name="gains">Its gains.</param>
    /// <param name="loopHz">Ticks a second.</param>
    public PidfController(LoopGains gains, double loopHz)
    {
        (_gains, _rate, _period) = (gains, loopHz, 1 / loopHz);
        _filter = 1 - Math.Exp(-2 * Math.PI * gains.DerivativeHz / loopHz);
    }

    /// <summary>Takes over at a tick, so that the drive there is what it was.</summary>
    /// <param name="command">Set point at the tick.</param>
    /// <param name="feedback">Feedback at the tick.</param>
    /// <param name="drive">Drive until now.</param>
    public void Begin(double command, double feedback, double drive)
    {
        (_lastCommand, _lastFeedback, _slope) = (command, feedback, 0);
        _integral = drive - (_gains.Proportional * (command - feedback));
    }

    /// <summary>Drive of a tick, -1 to 1.</summary>
    public double Step(double command, double feedback)
    {
        double error = command - feedback;
        _slope += (((feedback - _lastFeedback) * _rate) - _slope) * _filter;
        double drive = (_gains.Proportional * error) + _integral - (_gains.Derivative * _slope)
            + (_gains.FeedForward * (command - _lastCommand) * _rate);
        (_lastCommand, _lastFeedback) = (command, feedback);
        double rise = _gains.Integral * error * _period;
        if (Math.Abs(drive) < 1 || (drive > 0) != (rise > 0))
            _integral += rise;
        return Math.Clamp(drive, -1, 1);
    }
}

/// <summary>Gains of a loop as the controller takes them: drive 0 to 1, seconds, the unit of the mode.</summary>
/// <param name="Proportional">Drive a unit.</param>
/// <param name="Integral">Drive a unit and second.</param>
/// <param name="Derivative">Drive a unit a second.</param>
/// <param name="FeedForward">Drive a unit a second.</param>
/// <param name="DerivativeHz">Corner of the low-pass after the derivative.</param>
public readonly record struct LoopGains(
    double Proportional, double Integral, double Derivative, double FeedForward, double DerivativeHz)
{
    /// <summary>Gains of a preset; what it leaves open is tuned on the elastic specimen.</summary>
    public static LoopGains Create(LoopPreset loop, MachineConstants machine, AxisControlMode mode)
    {
        double speed = SpeedOf(machine, mode);
        double proportional = loop.Proportional > 0 ? loop.Proportional / 100 : 2 * Math.PI * loop.BandwidthHz / speed;
        return new LoopGains(
            proportional,
            proportional * loop.IntegralPerSecond,
            proportional * loop.DerivativeSeconds,
            loop.FeedForwardPercent / 100 / speed,
            loop.DerivativeCornerHz);
    }

    /// <summary>Speed of the feedback under the open valve, quasi-static, in units a second.</summary>
    public static double SpeedOf(MachineConstants machine, AxisControlMode mode)
    {
        double load = 1 / ((1 / machine.LoadTrainStiffness) + (1 / machine.FrameStiffness));
        double piston = machine.Speed * machine.OilStiffness / (machine.OilStiffness + load);
        return mode switch
        {
            AxisControlMode.Displacement => piston * 1e3,
            AxisControlMode.Force => piston * load * 1e-3,
            _ => piston * load / machine.SpecimenStiffness / machine.GaugeLength * 100,
        };
    }
}
