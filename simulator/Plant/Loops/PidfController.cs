namespace Simulator.Plant.Loops;

/// <summary>
/// PIDF of one control mode: P and I on the error, D on the filtered rate of the feedback so that a step of the command does not kick, F
/// on the rate of the command. While the drive is at its end the integral does not grow in that direction.
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
