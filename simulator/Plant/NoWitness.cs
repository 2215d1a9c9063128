namespace Simulator.Plant;

/// <summary>Listens to nothing.</summary>
public sealed class NoWitness : IAxisWitness
{
    private NoWitness()
    {
    }

    /// <summary>The only one.</summary>
    public static NoWitness Instance { get; } = new();

    /// <inheritdoc/>
    public void Cycle(long tick, long number, double peak, long peakTick, double valley, long valleyTick)
    {
        // Nobody asked.
    }

    /// <inheritdoc/>
    public void Property(long tick, string name, double value, string unit)
    {
        // Nobody asked.
    }

    /// <inheritdoc/>
    public void Break(long tick, double force)
    {
        // Nobody asked.
    }

    /// <inheritdoc/>
    public void Mode(long tick, ControlMode mode)
    {
        // Nobody asked.
    }
}
