using Simulator.Presets;

namespace Simulator.Plant;

/// <summary>
/// Receives the ground truth of an axis from <see cref="Axis.Step"/>, on its thread and in the order of ticks. Does not
/// allocate or block.
/// </summary>
public interface IAxisObserver
{
    /// <summary>A cycle of the true controlled feedback is complete: a peak and the valley after it.</summary>
    /// <param name="tick">Tick at which it is known.</param>
    /// <param name="number">From 1.</param>
    /// <param name="peak">Greatest value, in the unit of the control mode.</param>
    /// <param name="peakTick">Its tick.</param>
    /// <param name="valley">Least value after the peak.</param>
    /// <param name="valleyTick">Its tick.</param>
    void Cycle(long tick, long number, double peak, long peakTick, double valley, long valleyTick);

    /// <summary>A property of the specimen is known: E, Rp0.2, ReH, ReL, Rm, Ag, A, Nf; each once.</summary>
    void Property(long tick, string name, double value, string unit);

    /// <summary>The specimen begins to break.</summary>
    /// <param name="tick">First tick of the fall.</param>
    /// <param name="force">Force in kN just before.</param>
    void Break(long tick, double force);

    /// <summary>
    /// The control mode from this tick on, the first as well; the command of the tick is in its unit.
    /// </summary>
    void Mode(long tick, AxisControlMode mode);
}

/// <summary>Listens to nothing.</summary>
public sealed class NullAxisObserver : IAxisObserver
{
    private NullAxisObserver()
    {
    }

    /// <summary>The only one.</summary>
    public static NullAxisObserver Instance { get; } = new();

    /// <inheritdoc/>
    public void Cycle(long tick, long number, double peak, long peakTick, double valley, long valleyTick)
    {
        // No observer.
    }

    /// <inheritdoc/>
    public void Property(long tick, string name, double value, string unit)
    {
        // No observer.
    }

    /// <inheritdoc/>
    public void Break(long tick, double force)
    {
        // No observer.
    }

    /// <inheritdoc/>
    public void Mode(long tick, AxisControlMode mode)
    {
        // No observer.
    }
}
