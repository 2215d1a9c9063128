namespace Simulator.Rig;

/// <summary>
/// How the controlled motion follows a sine command: a second-order loop, H(f) = 1 / (1 - r^2 + 2 i z r), r = f / f0.
/// The feedback lags and rolls off as the frequency grows.
/// </summary>
/// <param name="Gain">Amplitude of the feedback / amplitude of the command.</param>
/// <param name="LagTurns">Lag of the feedback, in turns, 0 to 0.5.</param>
public readonly record struct ClosedLoop(double Gain, double LagTurns)
{
    /// <summary>Corner of the servo loops, in Hz.</summary>
    public const double ServoCornerHz = 100;

    /// <summary>Corner of the furnace loops, in Hz.</summary>
    public const double FurnaceCornerHz = 0.1;

    private const double Damping = 0.8;

    /// <summary>The loop's answer to a frequency.</summary>
    public static ClosedLoop At(double frequencyHz, double cornerHz)
    {
        double r = frequencyHz / cornerHz;
        double real = 1 - (r * r);
        double imaginary = 2 * Damping * r;
        return new ClosedLoop(
            1 / Math.Sqrt((real * real) + (imaginary * imaginary)), Math.Atan2(imaginary, real) / (2 * Math.PI));
    }
}
